"""A line of time as places between two ends, with the moments that are marked on it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.report.moments import utc

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_MOST = 6  # marks
_DATE = len("2026-10-01")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# How far marks may be from each other.
_STEPS = (
    *(_MINUTE * each for each in (1, 5, 15, 30)),
    *(_HOUR * each for each in (1, 3, 6, 12)),
    *(_DAY * each for each in (1, 2, 7, 14, 28, 91, 182, 364)),
)


@dataclass(frozen=True, slots=True)
class Axis:
    """Time from ``start`` to ``end``, in seconds since the epoch."""

    start: int
    end: int

    def share(self, time: int) -> float:
        """Give where a moment lies between the ends, from 0 to 1; in the middle if they are one."""
        if self.end <= self.start:
            return 0.5
        return (time - self.start) / (self.end - self.start)

    def marks(self) -> Iterator[tuple[int, str]]:
        """Give moments to mark, with what stands there: a day, or an hour where days are long."""
        if self.end <= self.start:
            yield self.start, _day(self.start)
            return
        step = self._step()
        for time in range(-(-self.start // step) * step, self.end + 1, step):
            yield time, _day(time) if time % _DAY == 0 else _hour(time)

    def _step(self) -> int:
        least = (self.end - self.start) / _MOST
        place = bisect_left(_STEPS, least)
        longest = _STEPS[-1]
        return _STEPS[place] if place < len(_STEPS) else longest * -(-int(least) // longest)


def axis_of(times: Collection[int]) -> Axis | None:
    """Give the axis on which all of these lie that a date can be given of; None where none has."""
    found = [time for time in times if utc(time) is not None]
    return Axis(min(found), max(found)) if found else None


def _day(time: int) -> str:
    year, month, day = (utc(time) or "")[:_DATE].split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year}"


def _hour(time: int) -> str:
    return (utc(time) or "")[_DATE + 1 :][: len("08:00")]
