"""Tells a program of a person's choice what happens, one event after the other (``--exec``)."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING

from sgm_git.cli import terminal
from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SECONDS = 30.0  # that a program may take for one event
_MOST = 1_000  # events that wait for it
_END_SECONDS = 0.5


class Notifier:
    """Starts ``command`` for each event, in a thread: nobody waits for it.

    The event is JSON on its standard input, and its name in ``SGM_EVENT``. ``complain`` is told
    what goes wrong, once.
    """

    def __init__(self, command: Sequence[str], complain: Callable[[str], None]) -> None:
        self._command = command
        self._complain = complain
        self._said: set[str] = set()
        self._waiting: queue.Queue[tuple[str, bytes] | None] = queue.Queue(_MOST)
        self._running: terminal.Program | None = None
        self._ends = False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def tell(self, name: str, event: bytes) -> None:
        """Let the program know of an event; where too many wait already, it never does."""
        try:
            self._waiting.put_nowait((name, event))
        except queue.Full:
            self._say(f"{self._command[0]} is too slow: it is not told everything")

    def end(self, *, soon: bool) -> None:
        """Tell what waits still, and end; ``soon``: what waits is let go of."""
        self._ends = soon
        limit = _END_SECONDS if soon else _SECONDS * (1 + self._waiting.qsize())
        try:
            self._waiting.put(None, timeout=limit)
        except queue.Full:
            self._ends = True
        self._thread.join(limit)
        running = self._running
        if running is not None and running.poll() is None:
            terminal.stop(running)

    def _work(self) -> None:
        while (told := self._waiting.get()) is not None and not self._ends:
            self._start(*told)

    def _start(self, name: str, event: bytes) -> None:
        try:
            self._running = process = terminal.start(self._command, {"SGM_EVENT": name}, event)
        except CannotRun as error:
            self._say(error.message)
            return
        limit = time.monotonic() + _SECONDS
        while process.poll() is None and time.monotonic() < limit and not self._ends:
            time.sleep(0.02)
        if process.poll() is None:
            terminal.stop(process)
            if not self._ends:
                self._say(f"{self._command[0]} took longer than {_SECONDS:g} s and was stopped")
        elif process.returncode:
            self._say(f"{self._command[0]} ended with status {process.returncode}")

    def _say(self, what: str) -> None:
        if what not in self._said:
            self._said.add(what)
            self._complain(what)
