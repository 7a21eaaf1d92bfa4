"""Makes a shelf say what is true now, at the least cost that is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from sgm_git.errors import CannotRun
from sgm_git.git.keyring import keyring_stamp
from sgm_git.store.index.shelf import Overtaken
from sgm_git.store.seal import MOMENT, file_clock
from sgm_git.workflows.reading.bring import bring
from sgm_git.workflows.reading.conversion import attributes_seen, newest_of
from sgm_git.workflows.reading.ground import ground_of
from sgm_git.workflows.reading.state import state_if_reviewed, state_of
from sgm_git.workflows.reading.warm import (
    TRUST_PREFIXES,
    author_seen,
    changed_paths,
    changes_seen,
    checkout_stamp,
)
from sgm_git.workflows.reading.whole import fill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonValue
    from sgm_git.store.index.shelf import Shelf
    from sgm_git.store.records import Records
    from sgm_git.workflows.reading.about import About
    from sgm_git.workflows.reading.state import State


def bring_up(
    shelf: Shelf, records: Records, about: About | None, now: int, *, in_haste: bool = False
) -> About:
    """Bring the shelf of the work tree up to date; ``about`` is what was kept about it.

    Gives what is kept about it now. ``now`` is in seconds since the epoch. Raises CannotRun where
    git cannot tell, Overtaken where another process changed the shelf meanwhile, or, unless it is
    brought up ``in_haste``, checked out something else.
    """
    repository = records.repository
    if repository.work_tree is None:
        raise CannotRun("a bare repository has no work tree", hint="name a revision: --rev main")
    before = checkout_stamp(repository)
    state = state_of(records.afresh(), now)
    changed = changed_paths(repository, state.records.settings.roots.prefixes)
    seen = None if changed is None else _settled(repository, changed)
    told = _brought(shelf, state, about, changed)
    if told is None:
        told = fill(shelf, state)
        if not in_haste and (checkout_stamp(repository) != before or _is_past(records, told)):
            raise Overtaken("something else was checked out meanwhile")
    attributes = attributes_seen(repository, changed or ())
    told = replace(told, changed=seen, attributes=attributes, author=author_seen(repository))
    if told.keyring is not None:
        told = replace(told, keyring=keyring_stamp(now))
    shelf.keep(told.json)
    return told


def _settled(repository: Repository, changed: Sequence[str]) -> list[JsonValue] | None:
    """What tells the state of changed files; None where they may change without a trace.

    That is so within a moment of the last change, and of what says what a record is, or who is who.
    """
    if any(path.split("/", 1)[0] in TRUST_PREFIXES for path in changed):
        return None
    seen = changes_seen(repository, changed)
    clock = file_clock(repository.git_dir) - MOMENT
    is_old = all(newest_of(stamp) < clock for _, stamp in cast("list[tuple[str, JsonValue]]", seen))
    return seen if is_old else None


def _brought(
    shelf: Shelf, state: State, about: About | None, changed: list[str] | None
) -> About | None:
    """What is to be kept of a shelf that was brought up; None where that cannot be."""
    if about is None or changed is None or about.ground != ground_of(state):
        return None
    if about.attributes != attributes_seen(state.records.repository, changed):
        return None
    return bring(shelf, state, about, changed)


def _is_past(records: Records, told: About) -> bool:
    """Whether a shelf that was filled would be another one by now."""
    state = state_of(records.afresh(), records.now())
    return (state.head, ground_of(state)) != (told.tip, told.ground)


def lay_out(
    shelf: Shelf, records: Records, rev: str, now: int, trusted: str | None = None
) -> About:
    """Put the records of the commit with the object id ``rev`` on a shelf, as they are at ``now``.

    With ``trusted`` as if just these were reviewed, by the word of that commit. Raises CannotRun
    where git cannot tell.
    """
    if trusted is not None:
        return fill(shelf, state_if_reviewed(records, now, rev, trusted))
    return fill(shelf, state_of(records, now, rev))
