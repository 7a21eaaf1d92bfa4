"""Shared memory for teams and their agents, kept as Markdown files in git."""

from sgm_git.version import __version__

TYPE_CHECKING = False  # typing itself would take a fifth of the time of ``sgm --version``
if TYPE_CHECKING:
    from sgm_git.api import Actor, Filters, Store, Transaction, WriteResult, Writing

__all__ = ["Actor", "Filters", "Store", "Transaction", "WriteResult", "Writing", "__version__"]


def __getattr__(name: str) -> object:
    """Load the Python interface when it is first used: ``sgm --version`` must not wait for it."""
    if name not in __all__:
        raise AttributeError(name)
    from importlib import import_module  # noqa: PLC0415 - as above

    return getattr(import_module("sgm_git.api"), name)
