"""Put a changed copy of an index in its place, if nobody changed the index meanwhile.

git's lock is held only for the moment of that comparison, and it is made of the finished copy: a
process that is killed has either changed nothing or all. The repository's lock is not needed;
a hook could wait for ever for a writer of ours that waits for the git that runs the hook.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.interrupts import uninterrupted
from sgm_git.git.lock import backoff
from sgm_git.git.place import lock_of
from sgm_git.git.recovery import copy_path
from sgm_git.git.sharing import make_folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sgm_git.git.staging import Restaged

WAIT_SECONDS = 5.0
"""How long another process may hold the lock of the index: a person waits for their commit."""


@dataclass(frozen=True, slots=True)
class Restaging:
    """Entries that are to hold other blobs: all or none of them if it is ``strict``.

    ``settle`` is called when they do; where it raises, nothing is changed after all.
    """

    entries: Sequence[Restaged]
    strict: bool = True
    settle: Callable[[], None] | None = None

    def settled(self) -> None:
        """Say that all is done."""
        if self.settle:
            self.settle()

    def chosen(self, held: Mapping[str, str]) -> list[Restaged]:
        """Give the entries whose blob, by path in ``held``, is as expected and is to change.

        Raises Refused if one of them is not as expected and all must be.
        """
        found = [each for each in self.entries if held.get(each.path) == each.old]
        if self.strict and len(found) < len(self.entries):
            other = next(each.path for each in self.entries if each not in found)
            raise Refused(
                f"the index was changed meanwhile at {other!r}: it stays as it is",
                hint="do it again: what is staged now will be looked at",
            )
        return [each for each in found if each.old != each.new]


@contextmanager
def scratch(git_dir: Path, index: Path) -> Iterator[Path]:
    """Give a copy of the index that is gone afterwards; times and mode are the index's.

    Raises CannotRun if the disk does not let us.
    """
    fresh = copy_path(git_dir)
    try:
        make_folders(fresh.parent)
        with suppress(FileNotFoundError):
            shutil.copy2(index, fresh)
        yield fresh
    except OSError as error:
        raise CannotRun(f"cannot write {error.filename or index}: {error.strerror}") from error
    finally:
        for leftover in (fresh, lock_of(fresh)):
            with suppress(OSError):  # what was done stands, and the copy is cleared some day
                leftover.unlink(missing_ok=True)


def replace_file(
    git_dir: Path,
    index: Path,
    change: Callable[[Path], bool],
    settle: Callable[[], None] | None = None,
) -> None:
    """Let ``change`` work on a copy of an index, and put that in the index's place.

    It says whether it changed anything, and is called again where the index was changed
    meanwhile. ``settle`` is called at last. Raises CannotRun where the lock is held too long or
    the disk does not let us; whatever is raised, by ``settle`` too, the index is as it was, to the
    byte. It works for any file that git locks in this way, such as ``config``.
    """
    done: list[_Exchange] = []
    try:
        _exchange(git_dir, index, change, done)
        if settle:
            settle()
    except BaseException:
        with uninterrupted():
            for exchange in done:
                exchange.undo(git_dir)
        raise


@dataclass(frozen=True, slots=True)
class _Exchange:
    """What an index was, and what it is to become; ``at`` is when it was written, in ns."""

    index: Path
    before: bytes
    after: bytes
    at: int

    def undo(self, git_dir: Path) -> None:
        """Put back what was there, unless somebody has changed it since."""
        if _content(self.index) != self.after:
            return
        with scratch(git_dir, self.index) as fresh:
            fresh.write_bytes(self.before)
            os.utime(fresh, ns=(self.at, self.at))
            _swap(self.index, fresh, self.after, time.monotonic() + WAIT_SECONDS)


def _exchange(
    git_dir: Path, index: Path, change: Callable[[Path], bool], done: list[_Exchange]
) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        with scratch(git_dir, index) as fresh:
            before = _content(index)
            if _content(fresh) == before:
                if not change(fresh):
                    return
                if before is not None:
                    at = index.stat().st_mtime_ns
                    done[:] = [_Exchange(index, before, fresh.read_bytes(), at)]
                if _swap(index, fresh, before, deadline):
                    return
        if not backoff(deadline):
            raise CannotRun(f"{index} is changed all the time by another git")


def _content(index: Path) -> bytes | None:
    try:
        return index.read_bytes()
    except FileNotFoundError:
        return None


def _swap(index: Path, fresh: Path, before: bytes | None, deadline: float) -> bool:
    """Install the copy if the index is as it was; False if it is not."""
    with _locked(index, fresh, deadline) as lock:
        if _content(index) != before:
            return False
        lock.replace(index)
        return True


@contextmanager
def _locked(index: Path, fresh: Path, deadline: float) -> Iterator[Path]:
    """Hold git's lock on the index, a file with the content of the copy."""
    lock = lock_of(index)
    try:
        while not _lock(lock, fresh):
            if not backoff(deadline):
                raise CannotRun(
                    f"another git holds {lock}; waited {WAIT_SECONDS:g} s",
                    hint="if none is running, a crashed one left that file behind: remove it",
                )
        yield lock
    finally:
        if _is_ours(lock, fresh):
            lock.unlink(missing_ok=True)


def _lock(lock: Path, fresh: Path) -> bool:
    """Make the lock file, whole from the first moment on where links can be made."""
    try:
        os.link(fresh, lock)
    except FileExistsError:
        return False
    except OSError:  # no links can be made here, or the index lies on another disk
        return _lock_by_copy(lock, fresh)
    return True


def _lock_by_copy(lock: Path, fresh: Path) -> bool:
    try:
        file = lock.open("xb")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(fresh.read_bytes())
        shutil.copystat(fresh, lock)
    except BaseException:
        lock.unlink(missing_ok=True)
        raise
    return True


def _is_ours(lock: Path, fresh: Path) -> bool:
    """Whether the lock is made of the copy, and so not another process's."""
    try:
        return lock.samefile(fresh) or lock.read_bytes() == fresh.read_bytes()
    except OSError:
        return False
