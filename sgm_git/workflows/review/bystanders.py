"""Records whose files a range leaves as they are, and that are to be taken otherwise by it.

A new record supersedes them, one that is gone frees them, another takes their id (DESIGN 8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.check import is_below
from sgm_git.workflows.diffing import RecordDiff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.review.standings import Standings


def bystanders(state: Arriving, read: Standings, paths: Sequence[str]) -> list[RecordDiff]:
    """Give them by path, each with the same file on both sides; at and below ``paths``, or all."""
    found = [
        after.path
        for before, after in read.pairs()
        if is_below(after.path, paths) and _told(before) != _told(after)
    ]
    return [RecordDiff(entry, entry) for entry in state.entries(found)] if found else []


def _told(reading: Reading) -> tuple[object, ...]:
    """What readers are told that somebody should look at."""
    return reading.standing, reading.binds, reading.trust, reading.successors
