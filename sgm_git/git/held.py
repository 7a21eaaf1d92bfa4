"""Hold one of git's own lock files so that a killed process can be told from a busy one.

Git locks a file ``index`` by making ``index.lock``, and whoever dies leaves it lying. Here the
lock file is a hard link to a file of ours in ``<git dir>/sgm/``: found together while nobody
holds our own lock, the two prove that the process that made them is dead.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.lock import backoff

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """A lock that is held on ``target``; ``own`` is our name for the lock file."""

    target: Path
    own: Path

    @property
    def lock(self) -> Path:
        """The lock file as git knows it."""
        return lock_of(self.target)

    def write(self, data: bytes) -> None:
        """Write the new content into the lock file, safe on the disk."""
        with self.lock.open("r+b") as file:
            file.write(data)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())

    def install(self) -> None:
        """Put the written content in the place of the target, which ends the lock."""
        self.lock.replace(self.target)


def lock_of(target: Path) -> Path:
    """Give the name of git's lock file for a file."""
    return target.with_name(target.name + ".lock")


@contextmanager
def held(target: Path, own: Path, deadline: float) -> Iterator[Held]:
    """Take git's lock on ``target``, waiting with jitter until ``deadline`` (``time.monotonic``).

    Without ``install`` the target stays as it is. Must be called under the repository's lock.
    Raises CannotRun if another process holds it all the time.
    """
    begun = time.monotonic()
    own.parent.mkdir(exist_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    own.unlink(missing_ok=True)
    own.touch(exist_ok=False)
    if target.exists():
        own.chmod(target.stat().st_mode & 0o666)
    taken = Held(target, own)
    try:
        while not _link(own, taken.lock):
            if not backoff(deadline):
                waited = time.monotonic() - begun
                raise CannotRun(
                    f"another git holds {taken.lock}; waited {waited:.0f} s",
                    hint="if none is running, a crashed one left that file behind: remove it",
                )
        try:
            yield taken
        finally:
            if is_ours(taken):
                taken.lock.unlink()
    finally:
        own.unlink(missing_ok=True)


def is_ours(taken: Held) -> bool:
    """Whether git's lock file is there and is ours."""
    try:
        return taken.lock.samefile(taken.own)
    except OSError:
        return False


def _link(own: Path, lock: Path) -> bool:
    try:
        os.link(own, lock)
    except FileExistsError:
        return False
    except OSError as error:
        raise CannotRun(f"cannot lock {lock}: {error.strerror}") from error
    return True
