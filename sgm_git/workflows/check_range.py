"""Checks what a range of commits brings, by the state that it is brought to (DESIGN 2, 6, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import UsageError
from sgm_git.workflows.arrival import Arrival, judge_arrival

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.check import CheckReport, Selection


def parse_range(text: str) -> tuple[str, str]:
    """Give both ends of ``A..B``; one that is left out is HEAD. Raises UsageError."""
    base, dots, tip = text.partition("..")
    if not dots or tip.startswith("."):
        raise UsageError(f"{text} is no range", hint="write A..B: what B has and A has not")
    return base or "HEAD", tip or "HEAD"


def check_range(
    repository: Repository, ends: tuple[str, str], now: int, selection: Selection
) -> CheckReport:
    """Check what the second end has and the first has not; of it what is selected.

    The first end is trusted and judges. ``now`` is in seconds since the epoch. Raises CannotRun
    where git cannot tell, UsageError for an end that is no name of a commit.
    """
    base, tip = (repository.resolve(end) for end in ends)
    return judge_arrival(repository, Arrival(tip, base), now, selection)
