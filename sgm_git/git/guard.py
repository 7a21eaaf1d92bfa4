"""Paths that no commit of ours may touch, with the reason; the same for both engines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_DOT_GIT = frozenset({".git", "git~1"})  # the second is the first on Windows


def refuse_foreign(work_tree: Path, paths: Iterable[str]) -> None:
    """Raise Refused for a path that leaves the work tree or is none of its files.

    That is: absolute, with ``..``, inside ``.git``, behind a link, in a submodule or another
    repository, or a folder.
    """
    for path in paths:
        refuse_unstorable([path])
        parts = path.split("/")
        folder = work_tree
        for part in parts[:-1]:
            folder = folder / part
            _refuse_folder(folder, path)
        last = folder / parts[-1]
        if os.path.lexists(last) and not is_file(last):
            raise Refused(f"{path!r} is a folder; only files can be committed")


def refuse_unstorable(paths: Iterable[str]) -> None:
    """Raise Refused for a path that is absolute, has ``..``, or leads into ``.git``."""
    for path in paths:
        if any(not _is_plain(part) for part in path.split("/")):
            raise Refused(f"{path!r} is no path that git can store")


def is_file(path: Path) -> bool:
    """Whether a file or link is there, and no folder."""
    return os.path.lexists(path) and (path.is_symlink() or not path.is_dir())


def through_link(work_tree: Path, path: str, known: dict[str, bool]) -> bool:
    """Whether a folder on the way to the path is a link; ``known`` remembers folders."""
    folder = path.rpartition("/")[0]
    if not folder:
        return False
    if folder not in known:
        known[folder] = (work_tree / folder).is_symlink() or through_link(work_tree, folder, known)
    return known[folder]


def _is_plain(part: str) -> bool:
    if part in {"", ".", ".."} or "\0" in part or part.lower() in _DOT_GIT:
        return False
    return os.sep == "/" or not any(c in part for c in "\\:")


def _refuse_folder(folder: Path, path: str) -> None:
    if folder.is_symlink():
        raise Refused(f"{path!r} lies behind the link {folder}")
    if os.path.lexists(folder / ".git"):
        raise Refused(
            f"{path!r} lies in another repository, {folder}",
            hint="work there, or choose a folder of this repository",
        )
