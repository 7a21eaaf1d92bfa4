"""The process's own streams: made fit for every text, and what to do when they fail."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import Literal, TextIO


def make_safe() -> None:
    """UTF-8 and bare line feeds wherever we run; what is no Unicode is escaped, not fatal.

    A stream that was closed before we began is one that holds nothing, or takes what it gets.
    """
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def give_up() -> None:
    """Let Python's own flush at exit go nowhere instead of failing aloud."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # one in memory has no file below it
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def settle() -> None:
    """Write out what is left; a failure was told already, and Python must not repeat it."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        give_up()


def _nothing(mode: Literal["r", "w"]) -> TextIO:
    return Path(os.devnull).open(mode, encoding="utf-8")
