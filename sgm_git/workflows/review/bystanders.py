"""Records that a range does not touch, and that are to be taken otherwise by it (DESIGN 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.spoken import quoted
from sgm_git.workflows.hooks.sides import names_of
from sgm_git.workflows.review.model import Concern, ConcernKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import RecordReview
    from sgm_git.workflows.review.standings import Standings


def bystanders(records: Sequence[RecordReview], read: Standings) -> Iterator[tuple[int, Concern]]:
    """Give concerns about them, each with the place of the record in the range that causes it."""
    for before, after in read.pairs():
        concern = _concern(before, after)
        if concern is not None and records:
            yield _cause(records, before, after), concern


def _concern(before: Reading, after: Reading) -> Concern | None:
    name = f"{before.type or 'record'} {quoted(before.id or before.path)}, which stays as it is,"
    if after.binds and not before.binds:
        return Concern(ConcernKind.BINDS, f"by this {name} will bind everybody who reads it")
    if before.binds and not after.binds:
        return Concern(ConcernKind.UNBINDS, f"by this {name} will bind nobody any more")
    if before.standing is not after.standing:
        was, now = (each.standing.value.replace("-", " ") for each in (before, after))
        return Concern(ConcernKind.FLIPS, f"by this {name} was {was}, and will be {now}")
    return None


def _cause(records: Sequence[RecordReview], before: Reading, after: Reading) -> int:
    """The record that supersedes it, or did; one that has, or had, its id; else the first."""
    wanted = {*before.successors, *after.successors}
    by_name = {before.id}
    for group in (wanted, by_name):
        for place, each in enumerate(records):
            sides = [side for side in (each.diff.before, each.diff.after) if side is not None]
            if group & {name for side in sides for name in names_of(side)}:
                return place
    return 0
