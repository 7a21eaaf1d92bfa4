"""Tells what of a change does not go together with other branches that are open (DESIGN 11)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.errors import CannotRun
from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.beside import Beside
from sgm_git.workflows.review.branches import Found, meant_branches
from sgm_git.workflows.review.colliding import goes_together

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sgm_git.store.records import Records
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.model import Collision, Ends

MOST = 1_000
"""Collisions that are told: nobody reads more."""
MOST_EACH = 100
"""Collisions with one branch that are told, so that none takes the room of the others."""
MOST_BRANCHES = 500
"""Branches that are compared; what there is beyond is left out, and said."""


class Collisions(NamedTuple):
    """What collides, in the order of the branches, and what is to be said of the comparison.

    Changes of one record that go together come after all that conflicts.
    """

    found: tuple[Collision, ...]
    notes: tuple[str, ...]


def collisions(
    records: Records, ends: Ends, ours: Sequence[RecordDiff], branches: Sequence[str]
) -> Collisions:
    """Compare what a range does with what others do: the trusted end, and each of the branches.

    That is what the trusted end has gained since both parted, and what a branch does since it left
    that end. ``branches`` are names and patterns. Those that are merged already, that the range
    goes on from or that go on from it collide with nothing. What cannot be told is a note. Raises
    UsageError for a name that nothing has.
    """
    meant = meant_branches(records.repository, ends, branches) if branches else Found([], [])
    notes = list(meant.notes)
    if len(meant.branches) > MOST_BRANCHES:
        left = len(meant.branches) - MOST_BRANCHES
        notes.append(f"{left} more branches were not compared: name fewer of them")
    beside = Beside(records, ends, ours)
    found = _bounded(ends.trusted_name, beside.gained, notes)
    for branch in meant.branches[:MOST_BRANCHES]:
        found += _bounded(branch.name, partial(beside.collisions, branch), notes)
    found.sort(key=goes_together)
    if len(found) > MOST:
        notes.append(f"{len(found) - MOST} more collisions are left out: name fewer branches")
    return Collisions(tuple(found[:MOST]), (*notes, *beside.notes))


def _bounded(
    name: str, compare: Callable[[], Sequence[Collision]], notes: list[str]
) -> list[Collision]:
    """Give what collides with one branch as far as there is room for it; the rest is a note."""
    try:
        found = compare()
    except CannotRun as error:
        notes.append(f"what {quoted(name)} does cannot be told: {error.message}")
        return []
    if len(found) > MOST_EACH:
        notes.append(f"of what collides with {quoted(name)}, only the first {MOST_EACH} are told")
    return list(found[:MOST_EACH])
