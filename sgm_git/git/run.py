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
import threading
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

LOCAL_SECONDS = 300.0
"""How long a call may take that only reads this disk."""

_GRACE_SECONDS = 3.0  # what git gets, when its time is over, to remove its own lock files

_LIMITS = {
    "SIGXFSZ": ": a file grew over the limit on their size (ulimit -f)",
    "SIGXCPU": ": it took longer than the limit on a program's time (ulimit -t)",
    "SIGKILL": ": somebody ended it, or the system, for want of memory",
}


class TimeIsOver(CannotRun):
    """A program did not end within its time and was stopped with all that it had started."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a program ended: exit status, standard output, standard error.

    Of one that a signal ended before it could say a word, standard error names the signal.
    """

    status: int
    out: bytes
    err: bytes


@dataclass
class Leash:
    """Lets one thread end what another one runs: that one is ``held`` by it."""

    _guard: threading.Lock = field(default_factory=threading.Lock)
    _process: subprocess.Popen[bytes] | None = None
    _is_cut: bool = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have all programs that this thread starts in the block on this leash."""
        token = _leash.set(self)
        try:
            yield
        finally:
            _leash.reset(token)

    def cut(self) -> None:
        """Ask what runs to end, without waiting for it; whoever is held starts no more."""
        with self._guard:
            self._is_cut = True
            if self._process is not None:
                _ask_to_end(self._process)

    @contextmanager
    def on(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Hold a program that runs during the block."""
        self._take(process)
        try:
            yield
        finally:
            with self._guard:
                self._process = None

    def refuse_when_cut(self) -> None:
        """Raise CannotRun where this leash was cut."""
        if self._is_cut:
            raise CannotRun("it was given up: this run was asked to end")

    def _take(self, process: subprocess.Popen[bytes]) -> None:
        with self._guard:
            self._process = process
            if self._is_cut:
                _ask_to_end(process)


_leash: ContextVar[Leash | None] = ContextVar("_leash", default=None)


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
    takes longer than ``seconds``; it and its children are then ended. CannotRun, too, in a thread
    whose leash was cut.
    """
    leash = _leash.get() or Leash()
    leash.refuse_when_cut()
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
        with leash.on(process):
            _wait(process, command, seconds)
        for file in (output, out, err):
            if file:
                file.seek(0)
        status = process.returncode
        return Done(status, out.read(), err.read() or _ended_by(status))


def _ended_by(status: int) -> bytes:
    """Say which signal ended a program with that status; nothing where none did (Windows)."""
    if status >= 0:
        return b""
    with suppress(ValueError):  # a signal of real time has no name
        name = signal.Signals(-status).name
        return f"ended by {name}{_LIMITS.get(name, '')}".encode()
    return f"ended by signal {-status}".encode()


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

    def _ask_to_end(process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.CTRL_BREAK_EVENT)

    def _end(process: subprocess.Popen[bytes]) -> None:
        _ask_to_end(process)
        try:
            process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

else:
    _CREATION_FLAGS = 0

    def _ask_to_end(process: subprocess.Popen[bytes]) -> None:
        _signal_group(process, signal.SIGTERM)

    def _end(process: subprocess.Popen[bytes]) -> None:
        """End the whole group: git may be waiting for gpg or for a hook."""
        _ask_to_end(process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_SECONDS)
        _signal_group(process, signal.SIGKILL)
        process.wait()

    def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
