"""How paths stand in HEAD, index and work tree, with the git command.

`git status` is not asked: it runs the filters that a repository names to compare a file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.cli_convert import converter
from sgm_git.git.cli_index import announced, entries_of
from sgm_git.git.cli_refs import head
from sgm_git.git.guard import is_file
from sgm_git.git.protocol import MODE_SUBMODULE, PathState
from sgm_git.git.worktree import differs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.git.command import Git
    from sgm_git.git.convert import Converter
    from sgm_git.git.protocol import IndexEntry


def states(git: Git, work_tree: Path, paths: Sequence[str]) -> dict[str, PathState]:
    """Say how each path stands in HEAD, index and work tree."""
    committed = _committed(git, paths)
    result = {
        path: PathState(head=committed.get(path), untracked=is_file(work_tree / path))
        for path in paths
    }
    entries = entries_of(git, paths)
    waiting = announced(git, entries)
    overlooked = _overlooked(git, entries)
    convert = converter(git, paths)
    for entry in entries:
        path = entry.path
        if entry.stage:
            result[path] = PathState(unmerged=True)
        elif path in waiting:
            result[path] = PathState(head=committed.get(path), changed_in_work_tree=True)
        else:
            result[path] = PathState(
                head=committed.get(path),
                index=entry.oid,
                changed_in_work_tree=path not in overlooked
                and _changed(work_tree / path, entry, convert),
                overlooked=path in overlooked,
            )
    return result


def _changed(file: Path, entry: IndexEntry, convert: Converter) -> bool:
    if entry.mode == MODE_SUBMODULE:
        return False
    return differs(file, entry.path, entry.mode, entry.oid, convert)


def _committed(git: Git, paths: Sequence[str]) -> dict[str, str]:
    """Give the blobs of these paths in HEAD's commit, where it has them."""
    oid = head(git).oid if paths else None
    if oid is None:
        return {}
    wanted = set(paths)
    listed = git.read_paths("ls-tree", "-r", "-z", "--full-tree", oid, paths=paths)
    named = (line.partition(b"\t") for line in listed)
    found = {os.fsdecode(path): meta.rpartition(b" ")[2].decode("ascii") for meta, _, path in named}
    return {path: found[path] for path in wanted & found.keys()}


def _overlooked(git: Git, entries: Sequence[IndexEntry]) -> set[str]:
    """Give those that git does not look at: a small letter is assume-unchanged, S skip-worktree."""
    paths = {entry.path for entry in entries}
    if not paths:
        return set()
    listed = git.read_paths("ls-files", "-v", "-z", paths=sorted(paths))
    marked = {os.fsdecode(line[2:]) for line in listed if line[:1].islower() or line[:1] == b"S"}
    return marked & paths
