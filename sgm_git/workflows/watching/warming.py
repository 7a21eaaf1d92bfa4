"""Brings up what lists and searches read, beside a watch: nobody who saves waits for it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from sgm_git.errors import SgmError
from sgm_git.workflows.reading.reader import reading
from sgm_git.workflows.watching.beside import in_short_turns, own_records
from sgm_git.workflows.watching.saved import make_ready

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.store.records import Records

_REST = 1.0  # seconds without a save before it is brought up
_LONG = 2.0  # seconds after which a person is told that it is being done


class Warming:
    """Brings the index up in a thread of its own, with a repository of its own.

    It is derived: whatever goes wrong with it is a note. ``work`` does it; times are seconds of one
    steady clock.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._due: float | None = None
        self._begun = 0.0
        self._is_told = False
        self._thread: threading.Thread | None = None
        self._failed: list[str] = []

    def wish(self, now: float) -> None:
        """Let it be brought up once nothing is saved any more."""
        self._due = now + _REST

    def due(self) -> float | None:
        """When it is to begin; None where it need not, or is at it."""
        return None if self._is_at_it() else self._due

    def act(self, now: float) -> None:
        """Begin, if it is time."""
        due = self.due()
        if due is not None and now >= due:
            self._due, self._begun = None, now
            # a thread that nobody waits for: what it has not kept is worked out another time
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def notes(self, now: float) -> Iterator[str]:
        """Give what a person should know of it by now."""
        while self._failed:
            yield f"the index was not brought up: {self._failed.pop()}"
        if self._is_at_it() and now - self._begun > _LONG:
            self._is_told = True
            yield "the index is being brought up beside this: lists and searches wait for it"
        elif self._is_told and not self._is_at_it():
            self._is_told = False
            yield "the index is up"

    def join(self) -> None:
        """Wait for what was begun."""
        if self._thread is not None:
            self._thread.join()

    def _is_at_it(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        try:
            with in_short_turns():
                self._work()
        except SgmError as error:
            self._failed.append(error.message)


def bring_up(records: Records) -> None:
    """Bring up the index of a work tree, for a thread of its own; raises CannotRun."""
    own = own_records(records)
    make_ready(own)
    with reading(own) as reader:
        reader.begin()
