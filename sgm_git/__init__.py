"""Shared memory for teams and their agents, kept as Markdown files in git."""

from sgm_git.version import __version__

TYPE_CHECKING = False  # typing itself would take a fifth of the time of ``sgm --version``
if TYPE_CHECKING:
    from sgm_git.api import Actor, Filters, Page, Reader, Store, Window
    from sgm_git.store.transaction import Transaction, WriteResult
    from sgm_git.store.writing import Writing
    from sgm_git.witness.reading import Reading

__all__ = [
    "Actor",
    "Filters",
    "Page",
    "Reader",
    "Reading",
    "Store",
    "Transaction",
    "Window",
    "WriteResult",
    "Writing",
    "__version__",
]

_ELSEWHERE = {
    "Reading": "sgm_git.witness.reading",
    "Transaction": "sgm_git.store.transaction",
    "WriteResult": "sgm_git.store.transaction",
    "Writing": "sgm_git.store.writing",
}


def __getattr__(name: str) -> object:
    """Load the Python interface when it is first used: ``sgm --version`` must not wait for it."""
    if name not in __all__:
        raise AttributeError(name)
    from importlib import import_module  # noqa: PLC0415 - as above

    return getattr(import_module(_ELSEWHERE.get(name, "sgm_git.api")), name)
