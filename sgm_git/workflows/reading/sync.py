"""Makes a shelf say what is true now, at the least cost that is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.keyring import keyring_stamp
from sgm_git.workflows.reading.bring import bring
from sgm_git.workflows.reading.ground import ground_of
from sgm_git.workflows.reading.state import state_of
from sgm_git.workflows.reading.warm import changed_paths, strangers
from sgm_git.workflows.reading.whole import fill

if TYPE_CHECKING:
    from sgm_git.store.index.shelf import Shelf
    from sgm_git.store.records import Records
    from sgm_git.workflows.reading.about import About


def bring_up(shelf: Shelf, records: Records, about: About | None, now: int) -> About:
    """Bring the shelf of the work tree up to date; ``about`` is what was kept about it.

    Gives what is kept about it now. ``now`` is in seconds since the epoch. Raises CannotRun where
    git cannot tell, Overtaken where another process changed the shelf meanwhile.
    """
    if records.repository.work_tree is None:
        raise CannotRun("a bare repository has no work tree", hint="name a revision: --rev main")
    state = state_of(records, now)
    changed = changed_paths(records.repository, records.settings.roots.prefixes)
    brought = None
    if about is not None and changed is not None and about.ground == ground_of(state):
        brought = bring(shelf, state, about, changed)
    told = fill(shelf, state) if brought is None else brought
    if changed is not None:
        told = replace(told, strangers=strangers(changed, state.documents(changed)))
    if told.keyring is not None:
        told = replace(told, keyring=keyring_stamp(now))
    shelf.keep(told.json)
    return told


def lay_out(shelf: Shelf, records: Records, rev: str, now: int) -> About:
    """Put the records of the commit with the object id ``rev`` on a shelf, as they are at ``now``.

    Raises CannotRun where git cannot tell.
    """
    return fill(shelf, state_of(records, now, rev))
