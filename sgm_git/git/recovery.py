"""Finish or undo what a killed commit of the embedded engine left half-done.

A commit without git moves the branch and then installs the new index. Before it moves anything
it leaves a note of what it is about to do; whoever takes the repository's lock next reads it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.git.held import Held, is_ours

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Note:
    """What is about to happen: the file of the ref, its new value, and the index in use."""

    ref: Path
    oid: str
    index: Path

    def write(self, git_dir: Path) -> None:
        """Leave the note, whole or not at all."""
        target = _note_path(git_dir)
        fresh = target.with_suffix(".new")
        fresh.write_bytes(
            b"\0".join((os.fsencode(self.ref), self.oid.encode(), os.fsencode(self.index)))
        )
        fresh.replace(target)


def own_names(git_dir: Path) -> tuple[Path, Path]:
    """Give our names for the lock files of index and ref."""
    return git_dir / "sgm" / "index.held", git_dir / "sgm" / "ref.held"


def recover(git_dir: Path) -> None:
    """Clear what a dead commit left; must be called under the repository's lock."""
    own_index, own_ref = own_names(git_dir)
    note = _read_note(git_dir)
    for stale in _stale(Held(git_dir / "index", own_index), note):
        if note and stale.target == note.index and _has_moved(note):
            stale.install()
        else:
            stale.lock.unlink()
    for leftover in (own_index, own_ref, _note_path(git_dir)):
        leftover.unlink(missing_ok=True)


def forget(git_dir: Path) -> None:
    """Take the note back: nothing is half-done any more."""
    _note_path(git_dir).unlink(missing_ok=True)


def _stale(default: Held, note: Note | None) -> Iterator[Held]:
    """Give the lock files that prove to be of a dead process of ours, the ref's first."""
    candidates = [default]
    if note:
        ref = Held(note.ref, default.own.with_name("ref.held"))
        candidates = [ref, Held(note.index, default.own), default]
    for candidate in candidates:
        if is_ours(candidate):
            yield candidate


def _has_moved(note: Note) -> bool:
    try:
        return note.ref.read_text("ascii").strip() == note.oid
    except OSError:
        return False


def _read_note(git_dir: Path) -> Note | None:
    try:
        parts = _note_path(git_dir).read_bytes().split(b"\0")
    except OSError:
        return None
    ref, oid, index = parts
    return Note(Path(os.fsdecode(ref)), oid.decode("ascii"), Path(os.fsdecode(index)))


def _note_path(git_dir: Path) -> Path:
    return git_dir / "sgm" / "commit"
