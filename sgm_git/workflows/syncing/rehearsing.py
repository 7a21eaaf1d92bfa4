"""Says what a sync would do: no ref, branch or file is moved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.exchange.values import Clash, Replayed
from sgm_git.workflows.syncing.conflicts import conflicts_between
from sgm_git.workflows.syncing.integrating import Integrated, clashes, kept_apart
from sgm_git.workflows.syncing.model import Trouble
from sgm_git.workflows.syncing.plan import Way
from sgm_git.workflows.syncing.restamping import restamp

if TYPE_CHECKING:
    from sgm_git.workflows.syncing.ground import Ground
    from sgm_git.workflows.syncing.model import Mode, RecordConflict
    from sgm_git.workflows.syncing.plan import Plan, Situation

_CANNOT_TELL = "whether there are conflicts cannot be told with this git: that takes 2.38 or later"


def rehearsed(
    ground: Ground, chosen: Plan, situation: Situation
) -> tuple[str | None, Integrated, tuple[str, ...]]:
    """Give the commit that the branch would be at, what would come of it, and notes.

    None where that cannot be told. Only objects are made that no ref reaches.
    """
    here, there, commits = situation.here, situation.there, situation.parted
    if chosen.way is Way.FORWARD:
        return there, _moving(ground, here, there, Integrated()), ()
    if commits is None or chosen.way is Way.NOTHING:
        return here, Integrated(), ()
    rehearse = _merge if chosen.way is Way.MERGE else _replay
    try:
        return (*rehearse(ground, commits), ())
    except _Untold:
        return None, Integrated(), (_CANNOT_TELL,)


class _Untold(CannotRun):
    """This git has no way to try it."""


def _replay(ground: Ground, commits: tuple[str, str, str]) -> tuple[str | None, Integrated]:
    base, here, there = commits
    found = ground.exchange.replay(there, base, here, ground.driver())
    if isinstance(found, Replayed):
        span, now = (there, found.tip), ground.records.now()
        done = restamp(ground.records, ground.exchange, span, now, here)
        return done.tip, _moving(ground, here, done.tip, Integrated(done.changed))
    if isinstance(found, Clash):
        return None, _stopping(ground, "rebase", there, clashes(ground, commits, found))
    raise _Untold(_CANNOT_TELL)


def _merge(ground: Ground, commits: tuple[str, str, str]) -> tuple[str | None, Integrated]:
    _, here, there = commits
    try:
        merged = ground.exchange.merge_trees(here, there, ground.driver())
    except CannotRun as error:
        raise _Untold(error.message) from error
    if merged.conflicted:
        conflicts = conflicts_between(ground.records, commits, merged.conflicted)
        return None, _stopping(ground, "merge", there, conflicts)
    message = f"Merge {ground.there}"
    tip = ground.exchange.merge_commit(merged.tree, (here, there), message)
    return tip, _moving(ground, here, tip, Integrated())


def _moving(ground: Ground, here: str | None, tip: str | None, done: Integrated) -> Integrated:
    """What would come of it, or that edits are in the way."""
    try:
        if tip is not None:
            ground.exchange.try_advance(here, tip)
    except Refused as refused:
        why = f"a sync would be refused: {refused.message}"
        return replace(done, trouble=Trouble(why, refused.hint, refused.words))
    return done


def _stopping(
    ground: Ground, what: Mode, there: str, conflicts: tuple[RecordConflict, ...]
) -> Integrated:
    try:
        ground.exchange.try_begin(what, there)
    except Refused as refused:
        return kept_apart(ground, conflicts, refused)
    number = "1 file" if len(conflicts) == 1 else f"{len(conflicts)} files"
    why = f"a sync would stop at conflicts in {number}"
    return Integrated((), conflicts, Trouble(why, "sgm sync does it, and sgm sync --abort undoes"))
