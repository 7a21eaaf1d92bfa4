"""Start git. No other module of this package starts programs (DESIGN 12, 13).

Everything goes through files, never through pipes: nothing can fill up and block, and a program
that a hook left running in the background keeps nobody waiting.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

LOCAL_SECONDS = 300.0
"""How long a call may take that only reads this disk."""

_GRACE_SECONDS = 3.0  # what git gets, when its time is over, to remove its own lock files


class TimeIsOver(CannotRun):
    """A program did not end within its time and was stopped with all that it had started."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a program ended: exit status, standard output, standard error."""

    status: int
    out: bytes
    err: bytes


def run(  # noqa: PLR0913 - one call, all of it by name
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    stdin: bytes = b"",
    seconds: float = LOCAL_SECONDS,
    output: IO[bytes] | None = None,
    keep_open: Collection[int] = (),
) -> Done:
    """Run a program in ``cwd`` with exactly this environment and give what it said.

    Of our open files it gets those in ``keep_open`` (POSIX only).

    With ``output``, standard output is written to that file, ``Done.out`` is empty, and the file
    stands at its beginning. Raises CannotRun if the program cannot be started, TimeIsOver if it
    takes longer than ``seconds``; it and its children are then ended.
    """
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        source.write(stdin)
        source.seek(0)
        try:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=environment,
                stdin=source,
                stdout=output or out,
                stderr=err,
                creationflags=_CREATION_FLAGS,
                pass_fds=keep_open,
                start_new_session=True,  # no terminal: nothing can ask there
            )
        except OSError as error:
            raise CannotRun(f"cannot start {command[0]} in {cwd}: {error.strerror}") from error
        _wait(process, command, seconds)
        for file in (output, out, err):
            if file:
                file.seek(0)
        return Done(process.returncode, out.read(), err.read())


def _wait(process: subprocess.Popen[bytes], command: Sequence[str], seconds: float) -> None:
    try:
        process.wait(0 if _is_seen_through(process, seconds) else seconds)
    except subprocess.TimeoutExpired as error:
        _end(process)
        name = " ".join(_words(command))
        raise TimeIsOver(f"`{name}` did not end within {seconds:g} s and was stopped") from error
    except BaseException:
        _end(process)  # an interrupt must not leave a git behind that goes on writing
        raise


def _words(command: Sequence[str]) -> list[str]:
    """The program and its subcommand, without the switches that we put between them."""
    words = [word for word in command[1:] if not word.startswith("-") and "=" not in word]
    return [command[0], *words[:1]]


if sys.platform == "linux":

    def _is_seen_through(process: subprocess.Popen[bytes], seconds: float) -> bool:
        """Wait until the program or its time is over; say whether that could be done.

        ``wait`` with a limit asks again and again, and so comes a millisecond late each time.
        """
        try:
            handle = os.pidfd_open(process.pid)
        except OSError:  # an old kernel, or a sandbox that forbids it
            return False
        try:
            waiting = select.poll()
            waiting.register(handle, select.POLLIN)
            waiting.poll(seconds * 1000)
        finally:
            os.close(handle)
        return True

else:

    def _is_seen_through(_process: subprocess.Popen[bytes], _seconds: float) -> bool:
        """Nothing here waits for a program without asking again and again."""
        return False


if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW

    def _end(process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.CTRL_BREAK_EVENT)
        try:
            process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

else:
    _CREATION_FLAGS = 0

    def _end(process: subprocess.Popen[bytes]) -> None:
        """End the whole group: git may be waiting for gpg or for a hook."""
        _signal_group(process, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_SECONDS)
        _signal_group(process, signal.SIGKILL)
        process.wait()

    def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
