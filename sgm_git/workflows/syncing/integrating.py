"""Brings in what a remote has: by moving on, by replaying own commits, or by a merge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.exchange.values import Clash, Replayed
from sgm_git.workflows.merging.registering import register
from sgm_git.workflows.syncing.conflicts import conflicts_between, conflicts_in_index
from sgm_git.workflows.syncing.ground import quiet
from sgm_git.workflows.syncing.model import Step, Trouble
from sgm_git.workflows.syncing.plan import Way
from sgm_git.workflows.syncing.restamping import restamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.exchange.values import Stopped
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.ground import Ground
    from sgm_git.workflows.syncing.model import RecordConflict
    from sgm_git.workflows.syncing.plan import Plan, Situation

_FEW = 3  # conflicts that are named in a sentence
_LETS_GO = ", or git rm what is to go"
_FOUNDING = (
    ". Of a record added on both sides, take what says how it began (created_at, agent, origin,"
    " session, source) from the remote, or give yours another id in a file of its own"
)


@dataclass(frozen=True, slots=True)
class Integrated:
    """What came of it: paths that were stamped anew, and conflicts, with what to do about them.

    ``registers``: git had to be told of the merge driver, which it has not been by ``sgm init``.
    """

    restamped: tuple[str, ...] = ()
    conflicts: tuple[RecordConflict, ...] = ()
    trouble: Trouble | None = None
    registers: bool = False


def integrate(ground: Ground, chosen: Plan, situation: Situation) -> Integrated:
    """Do what was planned. Raises RefMoved where the branch has moved meanwhile.

    Raises Refused where edits that are not committed are in the way; nothing is changed then.
    """
    there = situation.there
    if there is None or chosen.way is Way.NOTHING:
        return Integrated()
    if chosen.way is Way.FORWARD:
        with quiet(ground.records):
            ground.exchange.advance(situation.here, there, f"sync: fast-forward to {ground.there}")
        return Integrated()
    if chosen.way is Way.MERGE:
        return _merged(ground, situation)
    return _replayed(ground, situation)


def stamped(
    ground: Ground, here: str | None, span: tuple[str, str], before: str | None = None
) -> Integrated:
    """Move the branch from ``here`` to the end of ``span``, with stamps that hold there.

    ``span`` are the remote's commit and ours on top of it; ``before`` is what ours came from: after
    a conflict, that is what git has rebased already, and nobody has stamped.
    """
    now = ground.records.now()
    known = None if ground.wish.step is Step.CONTINUE else before
    done = restamp(ground.records, ground.exchange, span, now, known)
    with quiet(ground.records):
        if done.tip != here:
            ground.exchange.advance(here, done.tip, f"sync: rebase onto {ground.there}")
    return Integrated(done.changed)


def way_on(conflicts: Sequence[RecordConflict]) -> str:
    """Say what a person does about conflicts."""
    kinds = {each.kind for each in conflicts}
    is_deleted = not kinds.isdisjoint(("deleted here", "deleted there"))
    return (
        f"edit the files, git add them{_LETS_GO if is_deleted else ''}, then sgm sync --continue;"
        " sgm sync --abort leaves all as it was before"
        f"{_FOUNDING if 'added on both sides' in kinds else ''}"
    )


def stopped(records: Records, at: Stopped) -> Integrated:
    """Say where git has stopped; what it stands in is what git itself leaves."""
    conflicts = conflicts_in_index(records)
    number = len(conflicts) or len(at.paths)
    files = "1 file" if number == 1 else f"{number} files"
    step = f", commit {at.done} of {at.total}" if at.total > 1 else ""
    message = f"the {at.what} has stopped at conflicts in {files}{step}"
    return Integrated((), conflicts, Trouble(message, way_on(conflicts)))


def _replayed(ground: Ground, situation: Situation) -> Integrated:
    """Replay own commits without touching a file; where that cannot be, let git rebase."""
    commits = situation.parted
    if commits is None:
        return Integrated()
    base, here, there = commits
    replayed = ground.exchange.replay(there, base, here, ground.driver())
    if isinstance(replayed, Replayed):
        return stamped(ground, here, (there, replayed.tip), here)
    if isinstance(replayed, Clash) and not ground.wish.stops:
        return _untouched(ground, clashes(ground, commits, replayed))
    return _rebased(ground, commits, replayed)


def _rebased(ground: Ground, commits: tuple[str, str, str], clash: Clash | None) -> Integrated:
    """Let git rebase; ``clash`` is known to come, and told where git may not begin."""
    _, here, there = commits
    try:
        with quiet(ground.records):
            registers = register(ground.records.repository)
            at = ground.exchange.rebase(there, driver=ground.driver())
            done = Integrated() if at is None else _halted(ground, at)
    except Refused as refused:
        if clash is None:
            raise
        return _clashed(ground, commits, clash, refused)
    moved = ground.head()
    if at is None and moved is not None:
        done = stamped(ground, moved, (there, moved), here)
    return replace(done, registers=registers)


def _halted(ground: Ground, at: Stopped) -> Integrated:
    """Say where git has stopped; that is given up again where nobody is there to settle it."""
    if ground.wish.stops:
        return stopped(ground.records, at)
    conflicts = conflicts_in_index(ground.records)
    ground.exchange.give_up()
    return _untouched(ground, conflicts)


def _clashed(
    ground: Ground, commits: tuple[str, str, str], clash: Clash, refused: Refused
) -> Integrated:
    """What would be in conflict where git may not begin: nothing was changed."""
    return kept_apart(ground, clashes(ground, commits, clash), refused)


def kept_apart(
    ground: Ground, conflicts: tuple[RecordConflict, ...], refused: Refused
) -> Integrated:
    """Say what is in conflict, and which edits are in the way of settling that."""
    where = _listed([(each.id or each.path, each) for each in conflicts])
    return Integrated(
        (),
        conflicts,
        Trouble(
            f"{ground.there} is in conflict with commits here{where}; {refused.message}",
            "commit your edits, or put them away with git stash; then sgm sync again",
            refused.words,
        ),
    )


def _untouched(ground: Ground, conflicts: tuple[RecordConflict, ...]) -> Integrated:
    """Say which files are in conflict, where all is as it was before."""
    where = _listed([(each.path, each) for each in conflicts])
    why = f"{ground.there} is in conflict with commits here{where}; nothing was changed"
    return Integrated((), conflicts, Trouble(why, "sgm sync, and settle them there"))


def _listed(conflicts: Sequence[tuple[str, RecordConflict]]) -> str:
    """The first conflicts, each with its name, and with its fields or how it came about."""
    named = [f"{name} ({', '.join(each.fields) or each.kind})" for name, each in conflicts[:_FEW]]
    more = f" and {len(conflicts) - _FEW} more" if len(conflicts) > _FEW else ""
    return f": {', '.join(named)}{more}" if named else ""


def clashes(
    ground: Ground, commits: tuple[str, str, str], clash: Clash
) -> tuple[RecordConflict, ...]:
    """The conflicts of a replay that was only tried; ``commits`` are base, here and there.

    A field is told that both sides have otherwise in the end, else one that the commit alone has.
    """
    records, (_, _, there) = ground.records, commits
    found = conflicts_between(records, commits, clash.paths)
    before = records.repository.resolve(f"{clash.commit}^")
    closer = conflicts_between(records, (before, clash.commit, there), clash.paths)
    return tuple(last if last.fields else near for last, near in zip(found, closer, strict=True))


def _merged(ground: Ground, situation: Situation) -> Integrated:
    there = situation.there or ""
    found = () if ground.wish.stops else _merge_conflicts(ground, situation)
    if found:
        return _untouched(ground, found)
    with quiet(ground.records):
        registers = register(ground.records.repository)
        message = f"Merge {ground.there}"
        at = ground.exchange.merge(there, message, driver=ground.driver())
        done = Integrated() if at is None else _halted(ground, at)
    return replace(done, registers=registers)


def _merge_conflicts(ground: Ground, situation: Situation) -> tuple[RecordConflict, ...]:
    """What a merge would stop at, told without one; nothing where this git cannot tell."""
    commits = situation.parted
    if commits is None:
        return ()
    _, here, there = commits
    try:
        merged = ground.exchange.merge_trees(here, there, ground.driver())
    except CannotRun:
        return ()
    return conflicts_between(ground.records, commits, merged.conflicted)
