"""The ``sgm`` of this checkout as a program that git's hooks can start."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import IO, cast

from tests.support import CHECKOUT

_AFRESH = "afresh"
_CAN_WAIT = hasattr(os, "fork") and os.environ.get("SGM_TEST_STARTS") != _AFRESH
_SECONDS = 60


def put_sgm(place: Path, *, afresh: bool = False) -> Path:
    """Write an executable ``sgm``; give its place.

    It asks one that waits (``waiting_sgm``), where ``fork`` is: as little as that takes, a test may
    start it as often as it likes. ``afresh``, or the environment variable SGM_TEST_STARTS=afresh
    for all tests, has it start a Python of its own each time.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{sgm_call(afresh=afresh)}\n")
    place.chmod(0o755)
    return place


def sgm_call(*arguments: str, afresh: bool = False) -> str:
    """What a shell script ends with that is, or begins its own arguments with, an ``sgm``."""
    begin = " ".join([*arguments, '"$@"'])
    if afresh or not _CAN_WAIT:
        return f'PYTHONPATH="{CHECKOUT}" exec "{sys.executable}" -m sgm_git {begin}'
    client = CHECKOUT / "tests/waiting_client.py"
    return f'exec "{sys.executable}" -I -S "{client}" "{_door()}" {begin}'


@cache
def _door() -> Path:
    """Where the one that waits is asked; it is started with the first that asks, and ends with us.

    Its standard input is how it notices: that ends however we do.
    """
    place = Path(tempfile.mkdtemp(prefix="sgm-"))
    door = place / "door"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.waiting_sgm", str(door)],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # a ^C is for the tests
    )
    atexit.register(_end, process, door)
    stdout = cast("IO[bytes]", process.stdout)
    assert stdout.readline() == b"ready\n"
    return door


def _end(process: subprocess.Popen[bytes], door: Path) -> None:
    for stream in (process.stdin, process.stdout):
        cast("IO[bytes]", stream).close()
    process.wait(_SECONDS)
    door.unlink(missing_ok=True)
    door.parent.rmdir()
