"""A progress bar. Imports rich, so it is loaded only where stderr is a terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Callable

_PATIENCE = 1.0  # seconds (DESIGN section 11); what is faster shows nothing


class ProgressBar:
    """Shows a bar on ``stream`` from the second second on; call it with how far things are."""

    def __init__(
        self, stream: TextIO, label: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(file=stream, force_terminal=True, highlight=False)
        self._bar = Progress(*columns, console=console, transient=True)
        self._clock = clock
        self._began = clock()
        self._task = self._bar.add_task(label)

    def __call__(self, done: int, total: int) -> None:
        """Say that ``done`` of ``total`` are done."""
        self._bar.update(self._task, completed=done, total=total)
        if not self._bar.live.is_started and self._clock() - self._began >= _PATIENCE:
            self._bar.start()

    def close(self) -> None:
        """Take the bar off the screen."""
        self._bar.stop()
