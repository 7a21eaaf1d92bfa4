"""Finish or undo what a killed commit left half-done.

A commit moves the branch and then installs the new index. Before it moves anything it leaves a
note of what it is about to do; whoever takes the repository's lock next reads it.
"""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.git.held import Held
from sgm_git.git.place import lock_of

if TYPE_CHECKING:
    from collections.abc import Callable

_COPY = "index-"
STALE_SECONDS = 3600.0
"""The age from which on nobody can be at work any more on a copy of an index."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is about to happen: the commit HEAD will be at, the file of its ref, the index."""

    oid: str
    ref: Path
    index: Path

    def write(self, git_dir: Path) -> None:
        """Leave the note, whole or not at all."""
        target = note_path(git_dir)
        parts = (self.oid, os.fspath(self.ref), os.fspath(self.index))
        fresh = target.with_suffix(".new")
        fresh.write_bytes(b"\0".join(map(os.fsencode, parts)))
        fresh.replace(target)


def index_lock(git_dir: Path, index: Path | None = None) -> Held:
    """Give our lock of an index, by default the one of the git directory."""
    return Held(index or git_dir / "index", git_dir / "sgm" / "index.held")


def ref_lock(git_dir: Path, ref: Path) -> Held:
    """Give our lock of the file of a ref."""
    return Held(ref, git_dir / "sgm" / "ref.held")


def scratch_files(git_dir: Path) -> tuple[Path, Path]:
    """Give the names of the index that a commit is made of, and of its message."""
    return git_dir / "sgm" / "next-index", git_dir / "sgm" / "COMMIT_EDITMSG"


def clear_scratch(git_dir: Path) -> None:
    """Remove them."""
    for name in scratch_files(git_dir):
        name.unlink(missing_ok=True)
        lock_of(name).unlink(missing_ok=True)


def copy_path(git_dir: Path) -> Path:
    """Give a name of its own for a copy of an index that is about to be changed."""
    return git_dir / "sgm" / f"{_COPY}{secrets.token_hex(8)}"


def clear_copies(git_dir: Path) -> None:
    """Remove the copies that killed processes have left; none is in use for so long."""
    for copy in (git_dir / "sgm").glob(f"{_COPY}*"):
        with suppress(FileNotFoundError):
            status = copy.stat()
            if time.time() - max(status.st_ctime, status.st_mtime) > STALE_SECONDS:
                copy.unlink()


def note_path(git_dir: Path) -> Path:
    """Give the name of the note."""
    return git_dir / "sgm" / "commit"


def advance_note(git_dir: Path) -> Path:
    """Give the name of the note of a move to another commit; see ``exchange.unfinishing``."""
    return git_dir / "sgm" / "advance"


def forget(git_dir: Path) -> None:
    """Take the note back: nothing is half-done any more."""
    note_path(git_dir).unlink(missing_ok=True)


def recover(git_dir: Path, head: Callable[[], str | None]) -> None:
    """Clear what a dead commit left; must be called under the repository's lock.

    ``head`` gives the commit that HEAD is at. If that is the dead one's, its index is installed
    now, for an index behind its branch would take the commit back at the next `git commit`.
    """
    note = _read_note(git_dir)
    index = index_lock(git_dir, note.index if note else None)
    if note:
        if index.is_ours() and index.fresh.exists() and head() == note.oid:
            index.install()
        ref_lock(git_dir, note.ref).clear()
    index.clear()
    clear_scratch(git_dir)
    clear_copies(git_dir)
    forget(git_dir)


def _read_note(git_dir: Path) -> Note | None:
    try:
        oid, ref, index = note_path(git_dir).read_bytes().split(b"\0")
    except OSError:
        return None
    return Note(oid.decode("ascii"), Path(os.fsdecode(ref)), Path(os.fsdecode(index)))
