"""Finish or undo an advance that failed half-way, or whose process was killed.

The branch says which: where it has moved, all files had been written, and the index is to follow.
Where it has not, they are put back: whoever edited one of them since did so looking at the old
commit. A file that is neither as before nor as it was to be is somebody's edit, and stays.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from sgm_git.errors import CannotRun
from sgm_git.git.cli import GitRepository
from sgm_git.git.exchange.restoring import REFRESH, Restoring, copied
from sgm_git.git.held import held
from sgm_git.git.lock import WAIT_SECONDS
from sgm_git.git.recovery import advance_note, index_lock

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.command import Git
    from sgm_git.git.held import Held


@dataclass(frozen=True, slots=True)
class AdvanceNote:
    """What is about to happen: the branch goes from a commit (None: unborn) to another."""

    ref: str
    old: str | None
    new: str

    def write(self, git_dir: Path) -> None:
        """Leave the note, whole or not at all."""
        target = advance_note(git_dir)
        fresh = target.with_suffix(".new")
        fresh.write_bytes(b"\0".join(map(os.fsencode, (self.ref, self.old or "", self.new))))
        fresh.replace(target)

    @classmethod
    def read(cls, git_dir: Path) -> Self | None:
        """Give the note that was left, None if there is none."""
        try:
            ref, old, new = advance_note(git_dir).read_bytes().split(b"\0")
        except (OSError, ValueError):
            return None
        return cls(os.fsdecode(ref), old.decode("ascii") or None, new.decode("ascii"))

    def forget(self, git_dir: Path) -> None:
        """Take it back: nothing is half-done any more."""
        advance_note(git_dir).unlink(missing_ok=True)


def recover(repository: BaseRepository) -> None:
    """Finish or undo what a dead process has left; call it under the repository's lock.

    Raises CannotRun for the embedded engine.
    """
    if not isinstance(repository, GitRepository):
        raise CannotRun(
            "a move to another commit was stopped half-way here: only git can undo it",
            hint="install git 2.30 or newer",
        )
    git_dir = repository.git_dir
    note = AdvanceNote.read(git_dir)
    if note is None:
        advance_note(git_dir).unlink(missing_ok=True)
        return
    lock = index_lock(git_dir)
    head = repository.head()
    if (head.ref, head.oid) == (note.ref, note.new) and lock.is_ours() and lock.fresh.exists():
        lock.install()
        lock.clear()
        note.forget(git_dir)
        return
    with held(lock, time.monotonic() + WAIT_SECONDS):
        settle(repository, note, lock)


def settle(repository: GitRepository, note: AdvanceNote, lock: Held) -> None:
    """Finish or undo, the index being locked.

    Raises CannotRun where the files cannot be put back now; the note stays, and whoever writes
    next tries again.
    """
    head = repository.head()
    if (head.ref, head.oid) == (note.ref, note.new):
        _finish(repository, note, lock)
    elif (head.ref, head.oid) == (note.ref, note.old):
        _undo(repository, note, lock)
    note.forget(repository.git_dir)


def own_git(repository: GitRepository) -> Git:
    """Git on the own index of the work tree, whatever index a hook was given."""
    return repository.git.with_index(repository.git_dir / "index")


def nothing(repository: GitRepository) -> str:
    """Give the id of the empty tree, which is stored."""
    return repository.git.write("mktree").out.decode("ascii").strip()


def _finish(repository: GitRepository, note: AdvanceNote, lock: Held) -> None:
    """Let the index follow the branch: else the next commit would take all back."""
    own = copied(repository, lock)
    before = note.old or nothing(repository)
    done = own.write("read-tree", "-m", "-i", before, note.new)
    if done.status:  # somebody has staged something else since: that is theirs
        return
    if repository.settings().flag("core.sparseCheckout"):
        _leave_out(repository, own, before, note.new)
    own.write(*REFRESH)
    lock.install()


def _leave_out(repository: GitRepository, own: Git, before: str, new: str) -> None:
    """A file that came and is not in a sparse work tree was not wanted there."""
    top, changes = repository.need_work_tree(), repository.tree_changes(before, new)
    out = [path for path, entry in changes.items() if entry and not os.path.lexists(top / path)]
    listed = b"".join(os.fsencode(path) + b"\0" for path in out)
    own.write("update-index", "--skip-worktree", "-z", "--stdin", stdin=listed)


def _undo(repository: GitRepository, note: AdvanceNote, lock: Held) -> None:
    before = note.old or nothing(repository)
    try:
        Restoring(repository, lock, before, note.new).run()
        copied(repository, lock).write(*REFRESH)
        lock.install()
    except OSError as error:
        raise _stuck(f"{error.filename}: {error.strerror}") from error
    except CannotRun as error:
        raise _stuck(error.message) from error


def _stuck(why: str) -> CannotRun:
    return CannotRun(
        f"a move to another commit was stopped half-way and cannot be undone now: {why}",
        hint="nothing is lost: see to that, and run it again; it is undone first",
    )
