"""Shows how far a hook is, where that takes long and somebody watches."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sgm_git.cli.late import load_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.cli.late import ProgressBar

_PATIENCE = 1.0  # seconds (DESIGN section 11)


@contextmanager
def waiting() -> Iterator[Callable[[int, int], None]]:
    """Give what is told how many of how many are done; it shows a bar after a second.

    What draws that is imported only then, and only for a terminal.
    """
    began = time.monotonic()
    bars: list[ProgressBar] = []
    watched = sys.stderr.isatty()

    def progress(done: int, total: int) -> None:
        """Say that ``done`` of ``total`` are done."""
        if watched and not bars and time.monotonic() - began >= _PATIENCE:
            bars.append(load_progress()(sys.stderr, "judging"))
        for bar in bars:
            bar(done, total)

    try:
        yield progress
    finally:
        for bar in bars:
            bar.close()
