"""Hold one of git's own lock files so that a killed process can be told from a busy one.

Git locks a file ``index`` by making ``index.lock``, and whoever dies leaves it lying. Ours holds
a token that also stands in a file of ours in ``<git dir>/sgm/``: found together while nobody
holds our own lock, the two prove that the process that made them is dead.
"""

from __future__ import annotations

import os
import secrets
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.lock import backoff
from sgm_git.git.place import lock_of
from sgm_git.git.sharing import make_folders, share

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """A lock on ``target``; ``own`` is our name for the lock file."""

    target: Path
    own: Path

    @property
    def lock(self) -> Path:
        """The lock file as git knows it."""
        return lock_of(self.target)

    @property
    def fresh(self) -> Path:
        """Where the new content of the target is prepared."""
        return self.own.with_suffix(".new")

    def prepare(self, data: bytes) -> None:
        """Write the new content, safe on the disk, but not yet in its place."""
        with self.fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        self.fresh.chmod(self.own.stat().st_mode & 0o777)

    def install(self) -> None:
        """Put the prepared content in the place of the target."""
        self.fresh.replace(self.target)

    def is_ours(self) -> bool:
        """Whether git's lock file is there and is ours."""
        try:
            token = self.own.read_bytes()
            return bool(token) and self.lock.read_bytes() == token
        except OSError:
            return False

    def clear(self) -> None:
        """Let go of the lock and of what was prepared; another's lock is left alone."""
        if self.is_ours():
            self.lock.unlink()
        for leftover in (self.own, self.fresh, lock_of(self.fresh)):
            leftover.unlink(missing_ok=True)


@contextmanager
def held(taken: Held, deadline: float) -> Iterator[Held]:
    """Take the lock, waiting with jitter until ``deadline`` (``time.monotonic``).

    Without ``install`` the target stays as it is. Must be called under the repository's lock.
    Raises CannotRun if another process holds it all the time.
    """
    begun = time.monotonic()
    make_folders(taken.own.parent)
    make_folders(taken.target.parent)
    taken.clear()
    taken.own.write_text(f"sgm {os.getpid()} {secrets.token_hex(16)}\n")
    if taken.target.exists():
        taken.own.chmod(taken.target.stat().st_mode & 0o666)
    else:
        share(taken.own, taken.own.parent)
    try:
        while not _lock(taken):
            if not backoff(deadline):
                raise _still_held(taken, time.monotonic() - begun)
        yield taken
    finally:
        taken.clear()


def _lock(taken: Held) -> bool:
    """Make the lock file, with its token from the first moment on where links can be made."""
    try:
        os.link(taken.own, taken.lock)
    except FileExistsError:
        return False
    except OSError:
        return _lock_without_links(taken)
    return True


def _lock_without_links(taken: Held) -> bool:
    try:
        with taken.lock.open("xb") as file:
            file.write(taken.own.read_bytes())
    except FileExistsError:
        return False
    except OSError as error:
        raise CannotRun(f"cannot lock {taken.lock}: {error.strerror}") from error
    return True


def _still_held(taken: Held, waited: float) -> CannotRun:
    return CannotRun(
        f"another git holds {taken.lock}; waited {waited:.0f} s",
        hint="if none is running, a crashed one left that file behind: remove it",
    )
