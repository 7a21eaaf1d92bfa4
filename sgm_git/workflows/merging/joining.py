"""What git is told of us in a clone: hooks and merge driver, put there and taken away together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.hooks.installing import Changes, install, uninstall
from sgm_git.workflows.merging.registering import DRIVER_KEY, register, registration, unregister

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository

FOREIGN = f"{DRIVER_KEY} in git's configuration is none of ours: it merges the records here"
"""What is said where somebody has made a driver of our name."""

FOREIGN_HINT = f"git config --unset {DRIVER_KEY} && sgm init"


def join(repository: Repository) -> Changes:
    """Install the hooks and register the merge driver; nothing is done where they are there.

    Where nothing is checked out nothing is merged: a bare repository gets the hooks alone. Raises
    as ``install`` does, with nothing registered then.
    """
    changes = install(repository)
    if repository.work_tree is None:
        return changes
    return _both(changes, join_driver(repository))


def join_driver(repository: Repository) -> Changes:
    """Register the merge driver alone; what somebody else has made in its place stays."""
    if register(repository):
        return Changes(("registered the merge driver in git's configuration",))
    if registration(repository) == "foreign":
        return Changes(to_do=(FOREIGN, f"hint: {FOREIGN_HINT}"))
    return Changes()


def leave(repository: Repository) -> Changes:
    """Take hooks and merge driver away again; raises as ``uninstall`` does."""
    changes = uninstall(repository)
    is_gone = unregister(repository)
    gone = ("removed the merge driver from git's configuration",) if is_gone else ()
    return _both(changes, Changes(gone))


def _both(one: Changes, other: Changes) -> Changes:
    return Changes(one.done + other.done, one.to_do + other.to_do)
