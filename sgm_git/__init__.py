"""Shared memory for teams and their agents, kept as Markdown files in git."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.api import Actor, Filters, Store, Transaction, WriteResult, Writing

__all__ = ["Actor", "Filters", "Store", "Transaction", "WriteResult", "Writing", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load the Python interface when it is first used: ``sgm --version`` must not wait for it."""
    if name in __all__:
        return getattr(import_module("sgm_git.api"), name)
    raise AttributeError(name)
