"""A ``sgm`` that fails at a chosen step of what it writes: the disk is full, or somebody ends it.

Started in the place of the real one. Python tells of each step before it is taken. They are counted
from the first on that makes a file or folder in the repository; ``SGM_TEST_STEP`` is the one that
fails. A line is added to ``SGM_TEST_STRUCK`` when it has come to that.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import NoReturn

_TO_WRITE = os.O_WRONLY | os.O_RDWR
_MAKES = {"os.mkdir", "shutil.copyfile"}
_CHANGES = {"os.rename", "os.link", "os.remove", "os.rmdir"}
_STARTS = "subprocess.Popen"


def _makes(event: str, arguments: tuple[object, ...], place: str) -> bool:
    if event in _MAKES:
        return True
    if event != "open" or not isinstance(arguments[2], int) or not arguments[2] & _TO_WRITE:
        return False
    path = os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes) else "/"
    return not path.startswith("/") or path.startswith(place)


def arm(kind: str, step: int, place: str, struck: str) -> None:
    """Let the step fail: ``ENOSPC``, a signal by its name, or ``^C`` for all that git started."""
    count = 0
    later = {*_CHANGES, _STARTS} if kind == "SIGTERM" else _CHANGES

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        """Count the steps."""
        nonlocal count
        if _makes(event, arguments, place) or (count and event in later):
            count += 1
            if count == step:
                with open(struck, "a", encoding="ascii") as file:  # noqa: PTH123 - it imports less
                    file.write(f"{event}\n")
                _strike(kind)

    sys.addaudithook(watch)


def _strike(kind: str) -> None:
    if kind == "ENOSPC":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a file")
    if kind == "^C":
        os.killpg(0, signal.SIGINT)
    else:
        os.kill(os.getpid(), getattr(signal, kind))


def main() -> NoReturn:
    """Be ``sgm``, with a fault."""
    kind, step = os.environ.get("SGM_TEST_FAULT"), int(os.environ.get("SGM_TEST_STEP", "0"))
    if kind:
        arm(kind, step, os.environ["SGM_TEST_PLACE"], os.environ["SGM_TEST_STRUCK"])
    from sgm_git.cli import main as sgm  # noqa: PLC0415 - what it does on the way counts, too

    sys.exit(sgm())


if __name__ == "__main__":
    main()
