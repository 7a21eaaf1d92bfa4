"""Our lock of the file of a branch that nobody has checked out; a dead one's is cleared.

Everything of it lies in the directory that all work trees share.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.held import Held
from sgm_git.git.sharing import make_folders

if TYPE_CHECKING:
    from pathlib import Path


def branch_lock(common_dir: Path, ref: str) -> Held:
    """Give the lock, and note whose it is; must be called under the repository's lock."""
    clear_branch_lock(common_dir)
    note = _note(common_dir)
    make_folders(note.parent)
    note.write_bytes(os.fsencode(ref))
    return _lock(common_dir, ref)


def clear_branch_lock(common_dir: Path) -> None:
    """Let go of what a dead writer held; must be called under the repository's lock."""
    note = _note(common_dir)
    try:
        ref = os.fsdecode(note.read_bytes())
    except OSError:
        return
    if ref:
        _lock(common_dir, ref).clear()
    note.unlink(missing_ok=True)


def _lock(common_dir: Path, ref: str) -> Held:
    return Held(common_dir / ref, common_dir / "sgm" / "branch.held")


def _note(common_dir: Path) -> Path:
    return common_dir / "sgm" / "branch"
