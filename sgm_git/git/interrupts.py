"""Moments in which a signal that asks to end must wait, so that nothing is left half-done."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_ASKING = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let signals that ask to end wait until the block is over.

    Only the main thread is ever interrupted by one, so that another need not wait. What is ignored
    stays so, and programs that are started meanwhile get their signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []

    def wait(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    numbers = (getattr(signal, name, None) for name in _ASKING)  # Windows knows no SIGHUP
    before = {each: signal.getsignal(each) for each in numbers if each is not None}
    asking = {each: does for each, does in before.items() if does not in (signal.SIG_IGN, None)}
    for number in asking:
        signal.signal(number, wait)
    try:
        yield
    finally:
        for number, does in asking.items():
            signal.signal(number, does)
        for number in dict.fromkeys(waiting):
            signal.raise_signal(number)
