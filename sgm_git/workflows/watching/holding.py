"""Holds a watch back while git is at work: it may touch any file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.watching.looking import is_git_at_work

if TYPE_CHECKING:
    from sgm_git.store.records import Records
    from sgm_git.workflows.watching.telling import Teller

_LOCKED = 0.1  # seconds to the next look while git holds its lock
_UNFINISHED = 1.0  # the same while something is unfinished
_STUCK = 5.0  # seconds after which a lock is told of


class Holding:
    """What git has under way, and since when, in seconds of a steady clock."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._held: tuple[str, float] | None = None

    @property
    def pause(self) -> float | None:
        """After how many seconds to look again; None while nothing is held back."""
        if self._held is None:
            return None
        return _LOCKED if self._held[0] == "git" else _UNFINISHED

    def look(self, records: Records, now: float) -> bool:
        """Look whether git is at work, and tell of it; raises CannotRun."""
        work = is_git_at_work(records)
        if work is None:
            self._held = None
            return False
        if self._held is None or self._held[0] != work:
            self._held = work, now
        if work != "git":
            self._teller.held(f"a {work} is not finished: what is saved waits until it is")
        elif now - self._held[1] > _STUCK:
            self._teller.held("another git holds index.lock: what is saved waits until it ends")
        return True
