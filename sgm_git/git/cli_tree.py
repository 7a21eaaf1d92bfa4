"""The tree of a commit, made in an index of our own."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.git.cli_index import entries_of, nul_list
from sgm_git.git.command import git_error

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.git.command import Git
    from sgm_git.git.protocol import Head, IndexEntry
    from sgm_git.git.run import Done

_TAKE = ("update-index", "--add", "--remove", "--ignore-skip-worktree-entries", "-z", "--stdin")
_BOTH_AT_ONCE = b"appears as both a file and as a directory"


@dataclass(frozen=True, slots=True)
class NextIndex:
    """An index file beside the repository's own, which stays as it is."""

    git: Git
    file: Path

    def fill(self, real: Path, parent: Head, paths: Sequence[str]) -> None:
        """Let it hold the parent's tree with these paths as they are in the work tree.

        Begun as a copy of the real index, for what git knows there of unchanged files.
        """
        copy_index(real, self.file)
        base = ("--reset", parent.oid) if parent.oid else ("--empty",)
        self._write("read-tree", *base)
        self._write(*_TAKE, stdin=nul_list(paths))

    def write_tree(self) -> str:
        """Store what it holds as a tree and give its id."""
        return self._write("write-tree").out.decode("ascii").strip()

    def entries(self, paths: Sequence[str]) -> list[IndexEntry]:
        """Give its entries for these paths."""
        return entries_of(self._own_git(), paths)

    def _write(self, *arguments: str, stdin: bytes = b"") -> Done:
        done = self._own_git().write(*arguments, stdin=stdin)
        refuse_both_at_once(done)
        if done.status:
            raise git_error(done.err)
        return done

    def _own_git(self) -> Git:
        return self.git.with_index(self.file)


def copy_index(real: Path, copy: Path) -> None:
    """Copy an index file, if there is one, with its time.

    By that time git tells a file that was changed in the moment after it was looked at.
    """
    with suppress(FileNotFoundError):
        shutil.copy2(real, copy)


def refuse_both_at_once(done: Done) -> None:
    """Raise Refused where a path would have to be a file and a folder or submodule at once."""
    if done.status and _BOTH_AT_ONCE in done.err:
        raise Refused(f"{git_error(done.err).message} (or is a submodule)")
