"""Somebody who swaps a folder for a link, and back, for as long as a test runs."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import contextmanager
from threading import Event, Thread
from time import sleep
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HERE, _EXCHANGE = -100, 2  # AT_FDCWD, RENAME_EXCHANGE

needs_swapping = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "renameat2"),
    reason="only Linux lets two names be exchanged at once",
)


@contextmanager
def swapping(folder: Path, outside: Path) -> Iterator[None]:
    """Let ``folder`` be itself and a link to another folder in turn, as fast as that goes."""
    link, over = folder.with_name(f"{folder.name}-link"), Event()
    link.symlink_to(outside)
    names = (os.fsencode(folder), os.fsencode(link))
    exchange = ctypes.CDLL(None).renameat2

    def swap() -> None:
        while not over.is_set():
            exchange(_HERE, names[0], _HERE, names[1], _EXCHANGE)
            sleep(0.00005)  # else the two threads go in step, and one sees but one state

    thread = Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        if folder.is_symlink():
            exchange(_HERE, names[0], _HERE, names[1], _EXCHANGE)
