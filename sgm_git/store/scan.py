"""Lists the documents of a store: in the work tree, in the index, or at a revision."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun
from sgm_git.findings import Fault
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.store.below import Below, OversizeError
from sgm_git.store.copies import copies_among
from sgm_git.store.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from sgm_git.git.protocol import IndexEntry, Repository, TreeEntry
    from sgm_git.policy.paths import Root, Roots


def work_tree_entries(
    repository: Repository,
    roots: Roots,
    among: Collection[str] | None = None,
    *,
    with_copies: bool = True,
) -> Iterator[Entry]:
    """Give every document of the work tree, tracked or not, but not ignored by git; by path.

    Links are entries without content: those that would be documents, or folders of them.
    ``among`` are the only paths that are read, where not all are. Without copies: what a sync
    client left beside a record is none. Raises CannotRun in a bare repository, and where a file
    cannot be read.
    """
    top = repository.work_tree
    if top is None:
        raise CannotRun("a bare repository has no work tree", hint="name a revision: --rev main")
    listed = repository.list_files(roots.prefixes)
    chosen = listed if among is None else [path for path in listed if path in among]

    def load(paths: Collection[str]) -> Iterator[Entry]:
        return _files(repository, roots, [path for path in listed if path in paths], top)

    copies = frozenset() if with_copies else copies_among(chosen, load)
    yield from _files(repository, roots, (path for path in chosen if path not in copies), top)


def _files(
    repository: Repository, roots: Roots, paths: Iterable[str], top: Path
) -> Iterator[Entry]:
    known: dict[str, Root] = {}
    with Below(top) as tree:
        for path in paths:
            root = _one(roots.root_of(path), known)
            folder = _root_of_link(roots, path) if root is None else None
            if folder is not None and (top / path).is_symlink():
                root = folder
            entry = None if root is None else read_file(repository, tree, root, path)
            if entry is not None:
                yield entry


def _one(root: Root | None, known: dict[str, Root]) -> Root | None:
    """The same root for all its files: a store may hold a hundred thousand of them."""
    return None if root is None else known.setdefault(root.path, root)


def read_file(repository: Repository, tree: Below, root: Root, path: str) -> Entry | None:
    """Give one file of the work tree, None where there is none (or a folder, a device...).

    What is over the limit of a document is not read.
    """
    try:
        if stat.S_ISLNK(tree.look(path).st_mode):
            return Entry(root, path, repository.blob_id(tree.target(path)), b"", is_link=True)
        data = tree.read(path, STANDARD.document)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OversizeError as error:
        return Entry(root, path, "", b"", refusal=_oversize(f" of {error.size:,} bytes"))
    except OSError as error:
        why = f"cannot be read: {error.strerror or 'I/O error'}"
        return Entry(root, path, "", b"", refusal=Fault("F105", why))
    return Entry(root, path, blob_of(repository, path, data), data)


def _oversize(size: str = "") -> Fault:
    return Fault("F107", f"a document{size} is over the limit of {STANDARD.document:,} bytes")


def blob_of(repository: Repository, path: str, data: bytes) -> str:
    """The id of the blob that git stores for this file; only line ends can change content."""
    return repository.blob_id(data, path if b"\r" in data else None)


def revision_entries(
    repository: Repository,
    roots: Roots,
    oid: str,
    among: Collection[str] | None = None,
    *,
    with_copies: bool = True,
) -> Iterator[Entry]:
    """Give every document of a commit, or those of them that lie at ``among``; by path.

    Copies as in ``work_tree_entries``.
    """
    listed = repository.list_tree(oid, roots.prefixes)
    return stored_entries(repository, roots, listed, among, with_copies=with_copies)


def revision_blobs(repository: Repository, roots: Roots, oid: str) -> dict[str, str]:
    """Give the blob of every document of a commit, by path; links are none."""
    return {
        entry.path: entry.oid
        for entry in repository.list_tree(oid, roots.prefixes)
        if entry.mode not in (MODE_LINK, MODE_SUBMODULE) and roots.root_of(entry.path) is not None
    }


def index_entries(
    repository: Repository,
    roots: Roots,
    among: Collection[str] | None = None,
    *,
    with_copies: bool = True,
) -> Iterator[Entry]:
    """Give every document that is staged, or those at ``among``; of a conflict our side.

    Copies as in ``work_tree_entries``.
    """
    listed = repository.list_index(roots.prefixes)
    ours = [each for each in listed if each.stage in (0, 2)]
    return stored_entries(repository, roots, ours, among, with_copies=with_copies)


def _root_of(roots: Roots, entry: TreeEntry | IndexEntry) -> Root | None:
    return root_of_place(roots, entry.path, is_link=entry.mode == MODE_LINK)


def root_of_place(roots: Roots, path: str, *, is_link: bool = True) -> Root | None:
    """The root of what lies at a path: of a document, or of a link to a folder of them."""
    root = roots.root_of(path)
    return _root_of_link(roots, path) if root is None and is_link else root


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


def stored_entries(
    repository: Repository,
    roots: Roots,
    listed: Iterable[TreeEntry | IndexEntry],
    among: Collection[str] | None = None,
    *,
    with_copies: bool = True,
) -> Iterator[Entry]:
    """Give the documents among what a tree or the index lists, or those at ``among``.

    Copies as in ``work_tree_entries``.
    """
    listed = listed if with_copies else [*listed]
    found = _stored(roots, listed, among)
    if not with_copies:
        paths = [each.path for each in found if not each.is_link]
        copies = copies_among(paths, lambda some: _read(repository, _stored(roots, listed, some)))
        found = [each for each in found if each.path not in copies]
    yield from _read(repository, found)


def _stored(
    roots: Roots, listed: Iterable[TreeEntry | IndexEntry], among: Collection[str] | None
) -> list[_Stored]:
    known: dict[str, Root] = {}
    return [
        _Stored(root, entry.path, entry.oid, entry.mode == MODE_LINK)
        for entry in listed
        if among is None or entry.path in among
        if entry.mode != MODE_SUBMODULE
        if (root := _one(_root_of(roots, entry), known)) is not None
    ]


def _read(repository: Repository, found: list[_Stored]) -> Iterator[Entry]:
    oids = [each.oid for each in found if not each.is_link]
    contents = repository.read_blobs(oids, limit=STANDARD.document)
    for each in found:
        data = b"" if each.is_link else next(contents)[1]
        if len(data) > STANDARD.document:
            yield Entry(each.root, each.path, each.oid, b"", refusal=_oversize())
        else:
            yield Entry(each.root, each.path, each.oid, data, each.is_link)
