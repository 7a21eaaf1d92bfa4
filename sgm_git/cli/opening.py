"""Opens the store for a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.api import Store

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


def open_store(invocation: Invocation) -> Store:
    """Open the store around the current directory; its notes go to standard error.

    Raises CannotRun where there is no repository, or none that git would open.
    """
    store = Store.open(".", engine=invocation.engine, clock=invocation.now)
    invocation.say(*store.notes)
    return store
