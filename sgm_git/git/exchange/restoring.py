"""Put back the files of a work tree that a checkout had changed when it was stopped."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.git.cli_index import entries_of
from sgm_git.git.cli_tree import copy_index
from sgm_git.git.command import git_error, split_nul
from sgm_git.git.protocol import MODE_SUBMODULE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.command import Git
    from sgm_git.git.held import Held
    from sgm_git.git.protocol import IndexEntry, TreeEntry

    Files = Mapping[str, TreeEntry | None]

REFRESH = ("update-index", "-q", "--refresh")
"""Lets an index know again which files are as it has them."""

_SWITCHES = ("-c", "core.ignoreStat=false")
_CHECKOUT = ("checkout-index", "-z", "--stdin")
_LEFT_OUT = (b"S", b"s")


def copied(repository: GitRepository, lock: Held) -> Git:
    """Give git on a fresh copy of the locked index."""
    lock.fresh.unlink(missing_ok=True)
    copy_index(lock.target, lock.fresh)
    return repository.git.with_index(lock.fresh)


@dataclass(frozen=True)
class Restoring:
    """From ``new`` back to ``old``, the index, which is at ``old``, being locked by ``lock``.

    Git is not asked to go back as it came: it would not, where some files have and others have not.
    """

    repository: GitRepository
    lock: Held
    old: str
    new: str

    def run(self) -> None:
        """Put the files back; raises CannotRun or OSError where one cannot be."""
        mine = self._mine()
        at_new = self._as_in(self._to, mine)
        at_old = self._as_in(self._from, mine)
        changed = at_new | {path for path in mine - at_old if self._is_ours(path)}
        back = sorted(changed - at_old)
        for path in back:
            self._remove(path)
        listed = b"".join(os.fsencode(path) + b"\0" for path in back if self._from[path])
        done = copied(self.repository, self.lock).write(*_CHECKOUT, stdin=listed)
        if done.status:
            raise git_error(done.err)

    @cached_property
    def own(self) -> Git:
        """Git on a copy of the index, which nobody keeps."""
        return copied(self.repository, self.lock)

    @cached_property
    def _to(self) -> Files:
        return self.repository.tree_changes(self.old, self.new)

    @cached_property
    def _from(self) -> Files:
        return self.repository.tree_changes(self.new, self.old)

    def _mine(self) -> set[str]:
        """The paths that a checkout changes: whatever is staged otherwise, it lets alone.

        So it does with what a sparse work tree leaves out.
        """
        staged = {entry.path: entry for entry in entries_of(self.own, sorted(self._to))}
        told = split_nul(self.own.read("ls-files", "-v", "-z"))
        left_out = {os.fsdecode(line[2:]) for line in told if line[:1] in _LEFT_OUT}
        return {
            path
            for path, entry in self._from.items()
            if not _is_submodule(entry) and not _is_submodule(self._to[path])
            if _same(entry, staged.get(path))
            if path not in left_out
        }

    def _as_in(self, files: Files, paths: Collection[str]) -> set[str]:
        """Those of the paths at which the work tree has what the files are."""
        self._hold(files, paths)
        told = self.own.ask("diff-files", "--name-only", "-z", "--ignore-submodules=all")
        if told.status:
            raise git_error(told.err)
        other = set(map(os.fsdecode, split_nul(told.out)))
        return {
            path
            for path in paths
            if (path not in other if files[path] else not self._is_there(path))
        }

    def _hold(self, files: Files, paths: Collection[str]) -> None:
        """Let the copy of the index hold these files, looked at."""
        zero = "0" * len(self.new)
        lines = b"".join(
            f"{entry.mode if entry else 0:o} {entry.oid if entry else zero}\t".encode("ascii")
            + os.fsencode(path)
            + b"\0"
            for path in sorted(paths)
            for entry in (files[path],)
        )
        done = self.own.write(*_SWITCHES, "update-index", "-z", "--index-info", stdin=lines)
        if done.status:
            raise git_error(done.err)
        self.own.write(*_SWITCHES, *REFRESH)

    def _is_ours(self, path: str) -> bool:
        """Whether there is nothing yet, or only the beginning of what was to be there."""
        entry, file = self._to[path], self._file(path)
        if not self._is_there(path):
            return True
        if entry is None or file.is_symlink():
            return False
        call = ("cat-file", "--filters", f"--path={path}", entry.oid)
        return self.own.read(*call).startswith(file.read_bytes())

    def _remove(self, path: str) -> None:
        """Remove a file, or an empty folder, and the folders that are empty then, as git does."""
        file = self._file(path)
        if self._is_there(path):
            file.unlink()
        top = self.repository.need_work_tree()
        for folder in (file, *file.parents):
            if folder == top:
                return
            if folder.is_dir() and not folder.is_symlink():
                try:
                    folder.rmdir()
                except OSError:  # it holds something
                    return

    def _is_there(self, path: str) -> bool:
        file = self._file(path)
        return file.is_symlink() or file.is_file()

    def _file(self, path: str) -> Path:
        return self.repository.need_work_tree() / path


def _is_submodule(entry: TreeEntry | None) -> bool:
    return entry is not None and entry.mode == MODE_SUBMODULE


def _same(entry: TreeEntry | None, staged: IndexEntry | None) -> bool:
    """Whether the index holds just this entry."""
    if entry is None or staged is None:
        return entry is None and staged is None
    return (entry.mode, entry.oid) == (staged.mode, staged.oid)
