"""Moments in which a signal that asks to end must wait, so that nothing is left half-done."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ASKING = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let signals that ask to end wait until the block is over, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    asking = {getattr(signal, name) for name in _ASKING}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, asking)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
