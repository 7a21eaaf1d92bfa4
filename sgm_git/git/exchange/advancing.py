"""Let HEAD's branch, index and work tree be at another commit, as a checkout would.

Whatever is staged, edited or untracked stays, or nothing is done at all. Killed half-way, the
next writer finds a note of it and finishes or undoes it (see ``unfinishing``).
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.branching import moved
from sgm_git.git.command import git_error
from sgm_git.git.exchange.obstacles import in_the_way, refuse_untracked
from sgm_git.git.exchange.restoring import REFRESH, copied
from sgm_git.git.exchange.unfinishing import AdvanceNote, nothing, own_git, settle
from sgm_git.git.held import held
from sgm_git.git.interrupts import uninterrupted
from sgm_git.git.lock import WAIT_SECONDS, backoff, lock_descriptors, repository_lock
from sgm_git.git.recovery import index_lock

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.errors import SgmError
    from sgm_git.git.cli import GitRepository
    from sgm_git.git.command import Git
    from sgm_git.git.held import Held

_LOCKED = b"cannot lock ref"


def advance(repository: GitRepository, old: str | None, new: str, why: str) -> None:
    """Move from ``old`` to ``new``; see ``exchange.Exchange.advance``."""
    try:
        with repository_lock(repository.common_dir):
            _advance(repository, old, new, why)
    except OSError as error:
        name = error.filename or repository.git_dir
        raise CannotRun(f"cannot write {name}: {error.strerror}") from error


def try_advance(repository: GitRepository, old: str | None, new: str) -> None:
    """Raise what ``advance`` would raise for files in the way; nothing is moved."""
    with repository_lock(repository.common_dir):
        head = repository.head()
        _Advance(repository, head.ref or "", old, new).attempt()


def _advance(repository: GitRepository, old: str | None, new: str, why: str) -> None:
    repository.refuse_unfinished()
    repository.recover()
    head = repository.head()
    if head.ref is None:
        raise CannotRun("HEAD is detached: there is no branch to move")
    if head.oid != old:
        raise moved(head.ref)
    if old != new:
        _Advance(repository, head.ref, old, new).run(why)


@dataclass(frozen=True, slots=True)
class _Advance:
    repository: GitRepository
    ref: str
    old: str | None
    new: str

    def run(self, why: str) -> None:
        """Do it, or nothing."""
        with self._looked() as (own, lock):
            note = AdvanceNote(self.ref, self.old, self.new)
            note.write(self.repository.git_dir)
            try:
                self._move(own, lock, why)
            except BaseException:
                with uninterrupted():
                    settle(self.repository, note, lock)
                raise
            note.forget(self.repository.git_dir)

    def attempt(self) -> None:
        """Look whether it could be done, on a copy of the index."""
        with self._looked():
            pass

    @contextmanager
    def _looked(self) -> Iterator[tuple[Git, Held]]:
        """Give git on a copy of the index, and the index's lock, where nothing is in the way."""
        lock = index_lock(self.repository.git_dir)
        with held(lock, time.monotonic() + WAIT_SECONDS):
            own = copied(self.repository, lock)
            own.write(*REFRESH)  # what was only touched, or copied here, has no edits
            self._refuse_losses(own)
            yield own, lock

    @property
    def _before(self) -> str:
        """What the index is compared with: on an unborn branch, nothing."""
        return self.old or nothing(self.repository)

    def _refuse_losses(self, own: Git) -> None:
        """Raise Refused where edits or untracked files are in the way; nothing is touched yet."""
        changes = self.repository.tree_changes(self._before, self.new)
        refuse_untracked(self.repository, own, changes)
        done = own.write("read-tree", "-m", "-u", "-n", self._before, self.new)
        if done.status:
            raise self._refusal(done.err, changes)

    def _refusal(self, err: bytes, changes: Collection[str]) -> SgmError:
        states = self.repository.states(sorted(changes))
        kept = [path for path, state in states.items() if state.differs_from_head]
        return in_the_way(kept, "edited here and changed there") if kept else git_error(err)

    def _move(self, own: Git, lock: Held, why: str) -> None:
        keep_open = lock_descriptors(self.repository.common_dir)
        call = ("read-tree", "-m", "-u", self._before, self.new)
        done = own.write(*call, keep_open=keep_open)
        if done.status:
            raise git_error(done.err)
        self._move_ref(why, keep_open)
        lock.install()

    def _move_ref(self, why: str, keep_open: Collection[int]) -> None:
        before = self.old or "0" * len(self.new)
        call = ("update-ref", "-m", why, "HEAD", self.new, before)
        deadline = time.monotonic() + WAIT_SECONDS
        git = own_git(self.repository)
        while (done := git.write(*call, keep_open=keep_open)).status:
            head = self.repository.head()
            if (head.ref, head.oid) != (self.ref, self.old):
                raise moved(self.ref)
            if _LOCKED not in done.err or not backoff(deadline):
                raise git_error(done.err)
