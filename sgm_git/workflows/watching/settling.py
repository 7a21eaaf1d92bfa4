"""Tells when a file has come to rest: a pure machine over events, looks and the time (DESIGN 11).

Nothing here reads a file or a clock. An event only says that somebody touched a path; what lies
there is told by looks. A path has *settled* when two looks that are ``quiet`` apart are the same
and no event came in between, and it *rests* when a look is still the same ``pause`` seconds after
the last event.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Look:
    """What lies at a path: size in bytes, time in nanoseconds, inode, and blob of its content."""

    size: int
    written: int
    number: int
    blob: str


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a path must be left alone, in seconds: to be judged, and to be committed."""

    quiet: float = 0.2
    pause: float = 5.0

    def to_judge(self) -> Patience:
        """The patience of who commits nothing."""
        return Patience(self.quiet, self.quiet)


@dataclass(frozen=True, slots=True)
class Settled:
    """A path that came to rest, what lies there (None: nothing), and when it was last touched.

    ``rests``: for so long that it may be committed.
    """

    path: str
    look: Look | None
    heard: float
    rests: bool = False


@dataclass(slots=True)
class _Waiting:
    """A path that was touched: when last, and the look at it that is to be confirmed, and when."""

    heard: float
    look: Look | None = None
    looked: float | None = None
    is_settled: bool = False


@dataclass
class Settling:
    """The paths that were touched and do not rest yet. Times are seconds of one steady clock."""

    patience: Patience
    _waiting: dict[str, _Waiting] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._waiting)

    def waiting(self) -> list[str]:
        """Give the paths that do not rest yet."""
        return [*self._waiting]

    def unsettled(self, now: float) -> bool:
        """Whether paths that were touched by now have not even settled."""
        return any(not each.is_settled and each.heard <= now for each in self._waiting.values())

    def hear(self, paths: Iterable[str], now: float) -> None:
        """Take in that paths were touched: whatever was seen there before counts no more."""
        for path in paths:
            self._waiting[path] = _Waiting(now)

    def hold(self, now: float) -> None:
        """Begin anew with all that waits: somebody is at work who may touch anything."""
        self.hear(list(self._waiting), now)

    def forget(self, path: str) -> None:
        """Wait for a path no more."""
        self._waiting.pop(path, None)

    def due(self, now: float) -> list[str]:
        """Give the paths that are to be looked at now, in order."""
        return sorted(path for path, each in self._waiting.items() if self._time(each) <= now)

    def next(self) -> float | None:
        """When the next look is due; None where nothing waits."""
        return min(map(self._time, self._waiting.values()), default=None)

    def look(self, path: str, seen: Look | None, now: float) -> Settled | None:
        """Take in what lies at a path that is due; give it where it has come to rest by that."""
        waiting = self._waiting.get(path)
        if waiting is None or self._time(waiting) > now:
            return None
        if waiting.looked is None or waiting.look != seen:
            if waiting.looked is not None:  # it was touched, and nobody has told us
                waiting.heard = now
            waiting.look, waiting.looked, waiting.is_settled = seen, now, False
            return None
        if self._rests(waiting, now):
            del self._waiting[path]
            return Settled(path, seen, waiting.heard, rests=True)
        if waiting.is_settled:
            return None
        waiting.is_settled = True
        return Settled(path, seen, waiting.heard)

    def _rests(self, waiting: _Waiting, now: float) -> bool:
        return waiting.is_settled and now >= waiting.heard + self.patience.pause

    def _time(self, waiting: _Waiting) -> float:
        if waiting.looked is None:
            return waiting.heard
        if not waiting.is_settled:
            return waiting.looked + self.patience.quiet
        return max(waiting.looked + self.patience.quiet, waiting.heard + self.patience.pause)
