"""The work tree as dulwich and the file system show it."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dulwich.ignore import IgnoreFilterManager

from sgm_git.git.blobs import blob_id
from sgm_git.git.embedded_objects import list_tree
from sgm_git.git.guard import is_file, through_link
from sgm_git.git.prefixes import Prefixes, parents
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE, MODE_LINK, MODE_SUBMODULE, PathState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from dulwich.index import IndexEntry as RawEntry
    from dulwich.repo import Repo

    from sgm_git.git.embedded_convert import Converter
    from sgm_git.git.embedded_index import Index


@dataclass(frozen=True, slots=True)
class WorkFile:
    """A file as git would store it: its mode and content, and what the system says of it."""

    mode: int
    data: bytes
    status: os.stat_result


def read_file(file: Path, path: str, converter: Converter) -> WorkFile | None:
    """Read a file or link of the work tree; None if there is none.

    Without ``core.fileMode`` the index says what is executable.
    """
    try:
        status = file.lstat()
        if stat.S_ISLNK(status.st_mode):
            return WorkFile(MODE_LINK, os.fsencode(file.readlink()), status)
        if not stat.S_ISREG(status.st_mode):
            return None
        data = converter.to_blob(file.read_bytes(), path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    entry = converter.index.staged(path)
    before = entry.mode if entry and stat.S_ISREG(entry.mode) else MODE_FILE
    now = MODE_EXECUTABLE if status.st_mode & stat.S_IXUSR else MODE_FILE
    return WorkFile(now if converter.trusts_mode else before, data, status)


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


def states(
    repo: Repo, top: Path, head: str | None, converter: Converter, paths: Sequence[str]
) -> dict[str, PathState]:
    """Say how each path stands in HEAD, index and work tree."""
    listed = list_tree(repo, head, Prefixes.of(paths)) if head else []
    committed = {entry.path: entry.oid for entry in listed}
    return {path: _state(top / path, path, committed.get(path), converter) for path in paths}


def _state(file: Path, path: str, head: str | None, converter: Converter) -> PathState:
    index = converter.index
    if index.is_unmerged(path):
        return PathState(unmerged=True)
    if os.fsencode(path) not in index.entries:
        return PathState(head=head, untracked=is_file(file))
    entry = index.staged(path)
    return PathState(
        head=head,
        index=entry.sha.decode("ascii") if entry else None,
        changed_in_work_tree=entry is None or _differs(file, path, entry, converter),
        overlooked=index.is_overlooked(path),
    )


def _differs(file: Path, path: str, entry: RawEntry, converter: Converter) -> bool:
    found = read_file(file, path, converter)
    if found is None or found.mode != entry.mode:
        return True
    return blob_id(found.data, converter.object_format) != entry.sha.decode("ascii")
