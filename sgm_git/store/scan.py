"""Lists the documents of a store: in the work tree, in the index, or at a revision."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.store.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sgm_git.git.protocol import IndexEntry, Repository, TreeEntry
    from sgm_git.policy.paths import Root, Roots


def work_tree_entries(repository: Repository, roots: Roots) -> Iterator[Entry]:
    """Give every document of the work tree, tracked or not, but not ignored by git; by path.

    Links are entries without content: those that would be documents, or folders of them.
    Raises CannotRun in a bare repository, and where a file cannot be read.
    """
    top = repository.work_tree
    if top is None:
        raise CannotRun("a bare repository has no work tree", hint="name a revision: --rev main")
    for path in repository.list_files(roots.prefixes):
        root = roots.root_of(path)
        if root is None and (folder := _root_of_link(roots, path)) and (top / path).is_symlink():
            root = folder
        if root is not None:
            entry = read_file(repository, top, root, path)
            if entry is not None:
                yield entry


def read_file(repository: Repository, top: Path, root: Root, path: str) -> Entry | None:
    """Give one file of the work tree, None where there is none (or a folder, a device...)."""
    place = top / path
    try:
        mode = place.lstat().st_mode
        if stat.S_ISLNK(mode):
            target = os.fsencode(place.readlink())
            return Entry(root, path, repository.blob_id(target), b"", is_link=True)
        if not stat.S_ISREG(mode):
            return None
        data = place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return Entry(root, path, "", b"", unreadable=error.strerror or "I/O error")
    return Entry(root, path, blob_of(repository, path, data), data)


def blob_of(repository: Repository, path: str, data: bytes) -> str:
    """The id of the blob that git stores for this file; only line ends can change content."""
    return repository.blob_id(data, path if b"\r" in data else None)


def revision_entries(repository: Repository, roots: Roots, oid: str) -> Iterator[Entry]:
    """Give every document of a commit, by path."""
    return _stored(repository, roots, repository.list_tree(oid, roots.prefixes))


def index_entries(repository: Repository, roots: Roots) -> Iterator[Entry]:
    """Give every document that is staged, by path; of an unresolved conflict our side."""
    listed = repository.list_index(roots.prefixes)
    return _stored(repository, roots, [entry for entry in listed if entry.stage in (0, 2)])


def _root_of(roots: Roots, entry: TreeEntry | IndexEntry) -> Root | None:
    root = roots.root_of(entry.path)
    return _root_of_link(roots, entry.path) if root is None and entry.mode == MODE_LINK else root


def _root_of_link(roots: Roots, path: str) -> Root | None:
    """The root that a link's name, which has no suffix, would be a folder of records in."""
    is_folder = "." not in path.rpartition("/")[2]
    return roots.root_of(f"{path}/record.md") if is_folder else None


@dataclass(frozen=True, slots=True)
class _Stored:
    root: Root
    path: str
    oid: str
    is_link: bool


def _stored(
    repository: Repository, roots: Roots, listed: Iterable[TreeEntry | IndexEntry]
) -> Iterator[Entry]:
    found = [
        _Stored(root, entry.path, entry.oid, entry.mode == MODE_LINK)
        for entry in listed
        if entry.mode != MODE_SUBMODULE and (root := _root_of(roots, entry)) is not None
    ]
    contents = repository.read_blobs([each.oid for each in found if not each.is_link])
    for each in found:
        data = b"" if each.is_link else next(contents)[1]
        yield Entry(each.root, each.path, each.oid, data, each.is_link)
