"""Reviews what a range of commits brings to the state it goes to (DESIGN 2, 6, 8 and 11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.record.spoken import quoted
from sgm_git.workflows.arrival import Arrival, judged_arrival
from sgm_git.workflows.check import Selection
from sgm_git.workflows.review.bystanders import bystanders
from sgm_git.workflows.review.concerns import concerns, unsigned
from sgm_git.workflows.review.deciding import file_reviews
from sgm_git.workflows.review.graph import graph_of
from sgm_git.workflows.review.left_files import left_files
from sgm_git.workflows.review.meanwhile import meanwhile
from sgm_git.workflows.review.model import ConcernKind, Ends, RecordReview, Review
from sgm_git.workflows.review.open_branches import collisions
from sgm_git.workflows.review.parting import parted
from sgm_git.workflows.review.standings import Standings, standings
from sgm_git.workflows.review.steps import Steps, consents_for, range_commits, steps
from sgm_git.workflows.review.touched import since, touched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.arrival import Judged
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.model import FileReview

_ORDER = list(ConcernKind)
_TYPES = ("rule", "decision")
_APART = (
    "the ends have no merge base here: told is how the tip differs from the trusted end, and what"
    " only that one has is left out"
)
_LATER = (
    "judged by {} as it is: what this changes in files that trust rests on counts only once it is"
    " merged"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a range is reviewed, and beside what.

    Records at and below ``paths``, or all; ``against`` are names and patterns of other open
    branches. With ``allow_shallow`` it is no error that history is cut.
    """

    paths: Sequence[str] = ()
    against: Sequence[str] = ()
    allow_shallow: bool = False


EVERYTHING = Wanted()


def review_range(
    repository: Repository, names: tuple[str, str], now: int, wanted: Wanted = EVERYTHING
) -> Review:
    """Review what the second end has and the first has not, from where both part.

    The first end is trusted and judges; nothing of the other is believed. ``now`` is in seconds
    since the epoch. Raises CannotRun where git cannot tell, UsageError for a name in
    ``wanted.against`` that nothing has.
    """
    trusted, tip = (repository.resolve(name) for name in names)
    selection = Selection(wanted.paths, allow_shallow=wanted.allow_shallow)
    judged = judged_arrival(repository, Arrival(tip, trusted), now, selection)
    before = judged.state.before
    ends = Ends(*names, trusted, tip, None if before is None else before.oid)
    diffs = touched(judged.state, trusted, tip, wanted.paths)
    beside = collisions(judged.state.records, ends, diffs, wanted.against)
    read = standings(judged.state, ends, now) if diffs else Standings()
    diffs += bystanders(judged.state, read, wanted.paths)
    records, elsewhere = _records(judged, ends, diffs, read, now)
    files = file_reviews(repository, ends.base, tip, trusted)
    graph = graph_of(read.after.values(), records)
    notes = (*judged.report.notes, *read.notes, *_own_notes(ends, files), *beside.notes)
    once = tuple(dict.fromkeys(notes))
    return Review(ends, records, files, elsewhere, graph, beside.found, once)


def _own_notes(ends: Ends, files: Iterable[FileReview]) -> Iterator[str]:
    if ends.base is None:
        yield _APART
    if any(each.kind == "trust" for each in files):
        yield _LATER.format(quoted(ends.trusted_name))


def _records(
    judged: Judged, ends: Ends, diffs: Sequence[RecordDiff], read: Standings, now: int
) -> tuple[tuple[RecordReview, ...], tuple[Finding, ...]]:
    records = judged.state.records
    commits = range_commits(records, judged, ends) if diffs else ()
    made = steps(judged, ends, commits, diffs, now) if diffs else Steps()
    lying = left_files(judged.state, ends, diffs)
    said = parted(judged, diffs, {commit.oid for commit in commits})
    plain = [
        RecordReview(
            each,
            None if each.before is None else read.before.get(each.before.path),
            None if each.after is None else read.after.get(each.after.path),
            consents=consents_for(each, commits),
            steps=made.by_path.get(each.entry.path, ()),
            new=said.new.get(each.entry.path, ()),
            old=said.old.get(each.entry.path, ()),
            left_at=lying.get(each.entry.path) if each.after is None else None,
        )
        for each in diffs
    ]
    full = _with_concerns(plain, judged, ends, said.elsewhere)
    return tuple(sorted(full, key=_place)), said.elsewhere


def _with_concerns(
    plain: Iterable[RecordReview], judged: Judged, ends: Ends, elsewhere: Sequence[Finding]
) -> Iterator[RecordReview]:
    theirs = since(judged.state, ends.trusted)
    for each in plain:
        behind = meanwhile(each.diff, theirs, ends.trusted_name)
        yield replace(each, concerns=concerns(each, (*behind, *unsigned(each, elsewhere))))


def _place(each: RecordReview) -> tuple[int, int, str]:
    """Where it is read: the gravest concern first, then rules, decisions, others; then by path."""
    kind = each.type
    gravest = _ORDER.index(each.concerns[0].kind) if each.concerns else len(_ORDER)
    rank = _TYPES.index(kind) if kind in _TYPES else len(_TYPES)
    return gravest, rank, each.diff.entry.path
