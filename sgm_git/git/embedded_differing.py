"""Where two trees differ, read with dulwich: equal subtrees are never opened."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from dulwich.objects import Tree

from sgm_git.git.blobs import check_oids
from sgm_git.git.embedded_repo import oid_of, tree_of
from sgm_git.git.protocol import TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dulwich.objects import TreeEntry as Entry
    from dulwich.repo import Repo

    from sgm_git.git.prefixes import Prefixes


def tree_changes(repo: Repo, old: str, new: str, wanted: Prefixes) -> dict[str, TreeEntry | None]:
    """Give what one tree has where another has something else; see the protocol."""
    check_oids([old, new])
    before, after = (tree_of(repo, oid_of(oid)) for oid in (old, new))
    return dict(_changes(repo, (before, after), "", wanted))


def _changes(
    repo: Repo, trees: tuple[Tree, Tree], folder: str, wanted: Prefixes
) -> Iterator[tuple[str, TreeEntry | None]]:
    for name, both in _unequal(*trees).items():
        path = folder + os.fsdecode(name)
        if any(map(_is_folder, both)) and wanted.reaches(path):
            old, new = (_folder(repo, entry) for entry in both)
            yield from _changes(repo, (old, new), f"{path}/", wanted)
        if any(map(_is_file, both)) and wanted.holds(path):
            yield path, _entry(path, both[1])


def _unequal(old: Tree, new: Tree) -> dict[bytes, tuple[Entry | None, Entry | None]]:
    """Give both entries of each name at which two trees differ."""
    before, after = set(old.items()), set(new.items())
    olds = {entry.path: entry for entry in before - after}
    news = {entry.path: entry for entry in after - before}
    return {name: (olds.get(name), news.get(name)) for name in olds.keys() | news.keys()}


def _is_folder(entry: Entry | None) -> bool:
    return entry is not None and stat.S_ISDIR(entry.mode)


def _is_file(entry: Entry | None) -> bool:
    return entry is not None and not stat.S_ISDIR(entry.mode)


def _folder(repo: Repo, entry: Entry | None) -> Tree:
    return Tree() if entry is None or not _is_folder(entry) else tree_of(repo, entry.sha)


def _entry(path: str, entry: Entry | None) -> TreeEntry | None:
    if entry is None or not _is_file(entry):
        return None
    return TreeEntry(path, entry.mode, entry.sha.decode("ascii"))
