"""Opens the store for a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.api import Store
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.git.protocol import Repository

_HINT = "sgm doctor looks for what is wrong; sgm init makes a memory here, -C DIR goes elsewhere"


def open_store(invocation: Invocation, *, despite_head: bool = False) -> Store:
    """Open the store around the current directory; its notes go to standard error.

    ``despite_head``: for what must run to mend a configuration that is broken in HEAD. Raises
    CannotRun where there is no repository, or none that git would open.
    """
    store = open_quietly(invocation, despite_head=despite_head)
    try:
        notes = store.notes
    except CannotRun as error:
        error.hint = error.hint or _HINT
        raise
    invocation.say(*notes)
    return store


def open_quietly(invocation: Invocation, *, despite_head: bool = False) -> Store:
    """Open the store around the current directory for what tells its notes itself.

    Its configuration is not read yet. Raises CannotRun where there is no repository, or none that
    git would open.
    """
    try:
        return Store.open(
            ".", engine=invocation.engine, clock=invocation.now, despite_head=despite_head
        )
    except CannotRun as error:
        error.hint = error.hint or _HINT
        raise


def open_plain(invocation: Invocation) -> Repository:
    """Open the repository around the current directory, whatever its configuration says."""
    try:
        return open_repository(".", invocation.engine)
    except CannotRun as error:
        error.hint = error.hint or _HINT
        raise


def author_of(repository: Repository) -> str | None:
    """Who would complete a record that names nobody: the git identity, None where there is none."""
    try:
        return repository.identity().name
    except CannotRun:
        return None
