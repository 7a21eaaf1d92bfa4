"""Put back the files of a work tree that a checkout had changed when it was stopped."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.git.cli_index import entries_of
from sgm_git.git.command import git_error, split_nul
from sgm_git.git.protocol import MODE_SUBMODULE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.command import Git
    from sgm_git.git.protocol import IndexEntry, TreeEntry
    from sgm_git.git.run import Done

    Files = Mapping[str, TreeEntry | None]

_SWITCHES = ("-c", "core.ignoreStat=false")


@dataclass(frozen=True)
class Restoring:
    """From ``new`` back to ``old``; ``own`` works on a copy of the index, which nobody keeps."""

    repository: GitRepository
    own: Git
    old: str
    new: str

    def run(self) -> Done:
        """Put the files back; give how git ended."""
        mine = self._mine()
        at_new = self._as_in(self._to, mine)
        at_old = self._as_in(self._from, mine)
        halves = {path for path in mine - at_new - at_old if self._is_half_written(path)}
        for path in halves:
            self._file(path).unlink(missing_ok=True)
        back = (at_new - at_old) | {path for path in mine if not self._is_there(path)} | halves
        self._hold(self._to, back)
        return self.own.write(*_SWITCHES, "read-tree", "-m", "-u", self.new, self.old)

    @cached_property
    def _to(self) -> Files:
        return self.repository.tree_changes(self.old, self.new)

    @cached_property
    def _from(self) -> Files:
        return self.repository.tree_changes(self.new, self.old)

    def _mine(self) -> set[str]:
        """The paths that a checkout has changed: whatever was staged otherwise, it let alone."""
        staged = {entry.path: entry for entry in entries_of(self.own, sorted(self._to))}
        return {
            path
            for path, entry in self._from.items()
            if not _is_submodule(entry) and not _is_submodule(self._to[path])
            if _same(entry, staged.get(path))
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
        self.own.write(*_SWITCHES, "update-index", "-q", "--refresh")

    def _is_half_written(self, path: str) -> bool:
        """Whether a file is the beginning of what was to be there."""
        entry, file = self._to[path], self._file(path)
        if entry is None or file.is_symlink() or not file.is_file():
            return False
        written = file.read_bytes()
        call = ("cat-file", "--filters", f"--path={path}", entry.oid)
        return self.own.read(*call).startswith(written)

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
