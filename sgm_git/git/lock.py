"""One writer at a time: an advisory lock of the operating system on ``<common dir>/sgm/lock``.

The system drops it when its holder dies, so nothing stale stays behind, and the file is never
removed. Git's own lock files cannot play this part: a killed process leaves them lying.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from sgm_git.errors import CannotRun
from sgm_git.git.sharing import share

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _FAR_AWAY = 1 << 30  # a locked byte cannot be read, and the holder's number should be

    def _try_lock(file: BinaryIO) -> None:
        file.seek(_FAR_AWAY)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _unlock(file: BinaryIO) -> None:
        """Closing the file is enough: no other program can have it."""

    def _shareable(file: BinaryIO) -> tuple[int, ...]:  # noqa: ARG001 - as below
        return ()

else:
    import fcntl

    def _try_lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: BinaryIO) -> None:
        """Let go also where a program that was given the file has it open still."""
        fcntl.flock(file, fcntl.LOCK_UN)

    def _shareable(file: BinaryIO) -> tuple[int, ...]:
        return (file.fileno(),)


WAIT_SECONDS = 30.0
"""How long a write waits for another one (DESIGN 11)."""


@dataclass(slots=True)
class _Gate:
    """One lock as this process knows it: ``depth`` counts how often its thread has taken it."""

    process: int = field(default_factory=os.getpid)
    free: threading.Lock = field(default_factory=threading.Lock)
    owner: int = 0
    depth: int = 0
    descriptors: tuple[int, ...] = ()


_gates: dict[str, _Gate] = {}
_gates_guard = threading.Lock()


@contextmanager
def repository_lock(common_dir: Path, seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the write lock of the repository that has this common git directory (DESIGN 11).

    The thread that holds it may take it again. Waits with jitter for other threads and other
    processes. Raises CannotRun after ``seconds``, naming the process that holds it, or at once
    where the directory cannot be written.
    """
    path = common_dir / "sgm" / "lock"
    gate = _gate(path)
    if gate.owner == threading.get_ident():
        gate.depth += 1
        try:
            yield
        finally:
            gate.depth -= 1
        return
    deadline = time.monotonic() + seconds
    if not gate.free.acquire(timeout=seconds):
        raise _held(path, seconds)
    try:
        with _locked_file(path, deadline, seconds) as file:
            gate.owner, gate.depth = threading.get_ident(), 1
            gate.descriptors = _shareable(file)
            try:
                yield
            finally:
                gate.owner, gate.depth, gate.descriptors = 0, 0, ()
    finally:
        gate.free.release()


@contextmanager
def held_alone(path: Path) -> Iterator[str | None]:
    """Hold an advisory lock on a file of ours for a block; it is made, with its folder, if need be.

    Gives None where it is held now, else who holds it: a process's number, as far as that is known.
    Nobody waits. Raises CannotRun where the file cannot be written.
    """
    try:
        path.parent.mkdir(exist_ok=True)
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
    except OSError as error:
        raise CannotRun(f"cannot write {path}: {error.strerror}") from error
    with file:
        if not _taken(file):
            yield path.read_bytes().strip().decode("ascii", "replace") or "another"
            return
        _write_holder(file)
        try:
            yield None
        finally:
            _unlock(file)


def lock_descriptors(common_dir: Path) -> tuple[int, ...]:
    """Give the open files that hold the lock, if this thread has it.

    A program that has them open holds the lock along with us, and alone should we be killed:
    nobody begins to mend what it is still doing. On Windows there are none to give.
    """
    gate = _gate(common_dir / "sgm" / "lock")
    return gate.descriptors if gate.owner == threading.get_ident() else ()


def backoff(deadline: float) -> bool:
    """Sleep a random while before the next try; False, at once, when the deadline is over.

    The deadline is a reading of ``time.monotonic``. Random, so that writers which collided once
    do not collide again.
    """
    left = deadline - time.monotonic()
    if left <= 0:
        return False
    time.sleep(min(left, random.uniform(0.005, 0.05)))  # noqa: S311 - jitter, not a secret
    return True


def _gate(path: Path) -> _Gate:
    """The process's one gate for this lock; a forked child starts with its own."""
    key = os.path.realpath(path)
    with _gates_guard:
        gate = _gates.get(key)
        if gate is None or gate.process != os.getpid():
            gate = _gates[key] = _Gate()
        return gate


@contextmanager
def _locked_file(path: Path, deadline: float, seconds: float) -> Iterator[BinaryIO]:
    """Hold the system's lock on the file, and leave this process's number in it."""
    while True:
        file = _open(path)
        try:
            if not _taken(file):
                if not backoff(deadline):
                    raise _held(path, seconds)
            elif _still_there(file, path):
                _write_holder(file)
                holder = os.getpid()
                try:
                    yield file
                finally:
                    if os.getpid() == holder:  # a forked child must not let go for its parent
                        _unlock(file)
                return
        finally:
            file.close()


def _open(path: Path) -> BinaryIO:
    """Open the lock file, made with its folder if need be, for all who may write objects."""
    objects = path.parent.parent / "objects"
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(exist_ok=True)
            path.parent.chmod(objects.stat().st_mode & 0o7777)
        mode = path.parent.stat().st_mode & 0o666
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, mode), "r+b", buffering=0)
        for ours in (path.parent, path):
            share(ours, objects)
    except OSError as error:
        raise CannotRun(f"cannot write {path}: {error.strerror}") from error
    return file


def _taken(file: BinaryIO) -> bool:
    try:
        _try_lock(file)
    except OSError:
        return False
    return True


def _still_there(file: BinaryIO, path: Path) -> bool:
    """Whether the locked file is the one that others will find, and nobody removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def _write_holder(file: BinaryIO) -> None:
    """Leave our number for others to name; on a full disk the lock holds without it."""
    with suppress(OSError):
        file.seek(0)
        file.truncate()
        file.write(b"%d\n" % os.getpid())


def _held(path: Path, seconds: float) -> CannotRun:
    """Say who holds the lock; the number may be gone by now, and then nobody is named."""
    try:
        holder = path.read_bytes().strip().decode("ascii", "replace")
    except OSError:
        holder = ""
    by = f" by process {holder}" if holder else ""
    return CannotRun(
        f"another write holds the lock of this repository{by}; waited {seconds:g} s ({path})",
        hint="try again when it has ended",
    )
