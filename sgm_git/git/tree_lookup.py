"""Find files in trees, level by level and all at once, without any engine."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import TYPE_CHECKING

from sgm_git.git.blobs import object_id
from sgm_git.git.commit_objects import links
from sgm_git.git.tree_diff import FILE, FOLDER, parsed, raw_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    ReadAll = Callable[[Iterable[bytes]], Iterator[tuple[bytes, bytes]]]
    Wanted = dict[bytes, list[tuple[int, bytes]]]


def blob_ids(
    read_all: ReadAll, places: Sequence[tuple[str, str]], object_format: str
) -> list[str | None]:
    """Give the blob of the plain file at each (commit, path), None if there is none.

    ``read_all`` gives the objects with these ids, in this order, and raises CannotRun for one
    that is not here. It is called once for the commits and once for each level of folders.
    """
    found: list[str | None] = [None] * len(places)
    empty = object_id(b"tree", b"", object_format).encode("ascii")
    wanted: Wanted = defaultdict(list)
    for number, (commit, path) in enumerate(places):
        wanted[commit.encode("ascii")].append((number, os.fsencode(path)))
    trees: Wanted = defaultdict(list)
    for oid, raw in read_all(list(wanted)):
        trees[links(oid, raw)[0]] += wanted[oid]
    while trees:
        trees.pop(empty, None)  # git knows it without having it
        below: Wanted = defaultdict(list)
        for oid, raw in read_all(list(trees)):
            _look(oid, raw, trees[oid], found, below)
        trees = below
    return found


def _look(
    oid: bytes,
    raw: bytes,
    wanted: list[tuple[int, bytes]],
    found: list[str | None],
    below: Wanted,
) -> None:
    """Find what is wanted in one tree; what lies in its folders is looked for below."""
    by_name = defaultdict(list)
    for number, path in wanted:
        name, slash, rest = path.partition(b"/")
        by_name[name].append((number, slash, rest))
    for entry in raw_entries(oid, raw):
        name, (kind, child) = parsed(entry)
        for number, slash, rest in by_name.get(name, ()):
            if slash and kind == FOLDER:
                below[child].append((number, rest))
            elif kind == FILE and not slash:
                found[number] = child.decode("ascii")
