"""The work tree as dulwich and the file system show it."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from typing import TYPE_CHECKING

from dulwich.ignore import IgnoreFilterManager

from sgm_git.git.embedded_objects import list_tree
from sgm_git.git.guard import is_file, through_link
from sgm_git.git.prefixes import Prefixes, parents
from sgm_git.git.protocol import MODE_FILE, MODE_SUBMODULE, PathState
from sgm_git.git.worktree import differs, kept_mode, read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from dulwich.repo import Repo

    from sgm_git.git.convert import Converter
    from sgm_git.git.embedded_index import Index
    from sgm_git.git.worktree import WorkFile


def file_to_store(file: Path, path: str, converter: Converter, index: Index) -> WorkFile | None:
    """Read a file or link of the work tree as a commit stores it; None if there is none.

    Raises CannotRun where only git can tell what is stored.
    """
    found = read_file(file, lambda data: converter.to_blob(data, path))
    if found is None:
        return None
    entry = index.staged(path)
    before = entry.mode if entry and stat.S_ISREG(entry.mode) else MODE_FILE
    return replace(found, mode=kept_mode(found.mode, before, converter))


def list_files(repo: Repo, top: Path, index: Index, wanted: Prefixes) -> list[str]:
    """List the files that are there, tracked or not, but not ignored; sorted."""
    ignored = IgnoreFilterManager.from_repo(repo)
    tracked = {os.fsdecode(name) for name in index.entries}
    modules = {
        entry.path for entry in index.listed(Prefixes.of([""])) if entry.mode == MODE_SUBMODULE
    }
    there = _that_are_there(top, tracked - modules, wanted)
    others = {path for path in _walk(top, "", wanted, ignored) if modules.isdisjoint(parents(path))}
    return sorted(path for path in there | (others - tracked) if wanted.holds(path))


def _that_are_there(top: Path, paths: Iterable[str], wanted: Prefixes) -> set[str]:
    """Give those tracked paths that are files of the work tree, not reached through a link."""
    folders: dict[str, bool] = {}
    return {
        path
        for path in paths
        if wanted.holds(path) and is_file(top / path) and not through_link(top, path, folders)
    }


def _walk(top: Path, folder: str, wanted: Prefixes, ignored: IgnoreFilterManager) -> Iterator[str]:
    """Give files that are not ignored, without entering other repositories and links."""
    with os.scandir(top / folder) as entries:
        for entry in entries:
            path = folder + entry.name
            if entry.is_dir(follow_symlinks=False):
                other = entry.name == ".git" or os.path.lexists(top / path / ".git")
                if not other and wanted.reaches(path) and not is_ignored(ignored, f"{path}/"):
                    yield from _walk(top, f"{path}/", wanted, ignored)
            elif entry.name != ".git" and not is_ignored(ignored, path):
                yield path


def is_ignored(ignored: IgnoreFilterManager, path: str) -> bool:
    """Whether git ignores a file or (name with a slash at its end) a whole folder.

    The folders above are not looked at.
    """
    if path.endswith("/"):
        return ignored.may_prune_directory(path)
    return bool(ignored.is_ignored(path))


def ignore_rules(repo: Repo) -> IgnoreFilterManager:
    """Read the repository's rules of what is ignored."""
    return IgnoreFilterManager.from_repo(repo)


def is_hidden(rules: IgnoreFilterManager, path: str) -> bool:
    """Whether git ignores a file, by itself or with a folder above it."""
    folders = [f"{folder}/" for folder in parents(path)]
    return any(is_ignored(rules, name) for name in (path, *folders))


def committed(repo: Repo, head: str | None, paths: Sequence[str]) -> dict[str, str]:
    """Give the blobs of these paths in HEAD's commit, where it has them."""
    listed = list_tree(repo, head, Prefixes.of(paths)) if head else []
    return {entry.path: entry.oid for entry in listed}


def state(file: Path, path: str, head: str | None, index: Index, converter: Converter) -> PathState:
    """Say how a path, of which HEAD has the blob ``head``, stands in index and work tree."""
    if index.is_unmerged(path):
        return PathState(unmerged=True)
    if os.fsencode(path) not in index.entries:
        return PathState(head=head, untracked=is_file(file))
    entry = index.staged(path)
    return PathState(
        head=head,
        index=entry.sha.decode("ascii") if entry else None,
        changed_in_work_tree=entry is None
        or differs(file, path, entry.mode, entry.sha.decode("ascii"), converter),
        overlooked=index.is_overlooked(path),
    )
