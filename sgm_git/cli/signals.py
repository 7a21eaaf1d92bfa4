"""Lets a run end in order when it is asked to: what is half done is undone, locks are let go."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

_ASKING = ("SIGTERM", "SIGHUP")


class AskedToEndError(BaseException):
    """Somebody sent a signal that asks to end; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def exit_status(self) -> int:
        """128 and the signal's number, as shells give it."""
        return 128 + self.number


def listen() -> None:
    """Raise AskedToEndError on SIGTERM and SIGHUP, unless somebody wants them ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in _ASKING:
        number = getattr(signal, name, None)  # Windows knows no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def hold() -> None:
    """Let no signal end this run any more: what it has done is to stand, and is all but told.

    Raises what asked to end before.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGINT", *_ASKING):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_IGN)


def _end(number: int, _frame: FrameType | None) -> None:
    raise AskedToEndError(number)
