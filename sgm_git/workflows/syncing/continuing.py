"""Brings what has stopped at a conflict to its end, or gives it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.git.exchange.resolving import stage
from sgm_git.git.lock import repository_lock
from sgm_git.store.unfinished import ways_out
from sgm_git.store.writing import Writer
from sgm_git.workflows.syncing.conflicts import conflicts_in_index
from sgm_git.workflows.syncing.founding import founded_otherwise
from sgm_git.workflows.syncing.ground import OURS, driver_of
from sgm_git.workflows.syncing.integrating import stopped, way_on
from sgm_git.workflows.syncing.model import SyncReport, SyncState
from sgm_git.workflows.syncing.resolved import Unresolved, staged_unresolved, unresolved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import RecordConflict


def go_on(records: Records) -> SyncReport | None:
    """Take what is resolved and go on; a report where that stops again, else None.

    Raises Refused where a conflict is not resolved, CannotRun where nothing is under way.
    """
    with repository_lock(records.repository.common_dir):
        exchange, before = _under_way(records), records.repository.head().oid
        conflicts = conflicts_in_index(records)
        left = [*unresolved(records, conflicts), *staged_unresolved(records)]
        if not left:
            there = founded_otherwise(records, [each.path for each in conflicts])
            left = [Unresolved(words) for words in there]
        if left:
            raise _refusal(left, conflicts)
        stage(exchange.repository, [each.path for each in conflicts])
        at = exchange.go_on(driver=driver_of(records))
    if at is None:
        return None
    done = stopped(records, at)
    return SyncReport(
        SyncState.CONFLICT,
        before=before,
        after=records.repository.head().oid,
        mode=at.what,
        conflicts=done.conflicts,
        trouble=done.trouble,
    )


def give_up(records: Records) -> SyncReport:
    """Give up a merge or rebase that has stopped: all is as it was before it.

    Raises CannotRun where nothing is under way.
    """
    with repository_lock(records.repository.common_dir):
        exchange, before = _under_way(records), records.repository.head().oid
        under_way = records.repository.unfinished()
        exchange.give_up()
    after = records.repository.head().oid
    note = f"gave up the {under_way}: the branch is as it was before"
    return SyncReport(SyncState.UNCHANGED, before=before, after=after, notes=(note,))


def _under_way(records: Records) -> Exchange:
    records.top()
    Writer(records).recover()
    under_way = records.repository.unfinished()
    if under_way is None:
        raise CannotRun("no sync is under way here", hint="sgm sync begins one")
    if under_way not in OURS:
        raise CannotRun(f"a {under_way} is not finished", hint=ways_out(under_way))
    return Exchange.of(records.repository)


def _refusal(left: list[Unresolved], conflicts: Sequence[RecordConflict]) -> Refused:
    findings = [each.finding for each in left if each.finding is not None]
    words = [each.words for each in left if each.finding is None]
    number = "1 file is" if len(left) == 1 else f"{len(left)} files are"
    why = f"{number} in conflict still"
    return Refused(why, findings=findings, words=words, hint=way_on(conflicts))
