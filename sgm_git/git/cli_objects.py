"""Many raw objects through ``git cat-file --batch``, and a survey of which objects are here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from sgm_git.git import tree_lookup
from sgm_git.git.blobs import check_oids
from sgm_git.git.command import fits_command_line, split_nul
from sgm_git.git.partial import missing
from sgm_git.git.protocol import TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.git.command import Git
    from sgm_git.git.prefixes import Prefixes

_EVERY = ("--batch-all-objects", "--unordered")
_KINDS = (b"commit", b"tree")
_COMPARE = ("-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none")
_HEADER_WORDS = 3


def fetch(git: Git, oids: Iterable[bytes], file: IO[bytes]) -> IO[bytes]:
    """Fill the file with the objects, as ``contents`` reads them."""
    file.seek(0)
    file.truncate()
    if asked := b"".join(oid + b"\n" for oid in oids):
        git.read("cat-file", "--batch", "--buffer", stdin=asked, output=file)
    return file


def contents(file: IO[bytes]) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Read (id, kind, content) of each object, from the file's beginning.

    Raises CannotRun for an object that git did not find.
    """
    file.seek(0)
    while line := file.readline():
        header = line.split()
        if len(header) != _HEADER_WORDS:
            raise missing(header[0].decode("ascii"))
        oid, kind, size = header
        content = file.read(int(size))
        file.seek(1, 1)
        yield oid, kind, content


@dataclass(frozen=True, slots=True)
class Survey:
    """All commits and trees that are here; see ``rows.Objects``."""

    file: IO[bytes]
    places: dict[bytes, tuple[bytes, int, int]]

    def commit(self, oid: bytes) -> bytes | None:
        """Give a commit's content."""
        return self._read(oid, b"commit")

    def tree(self, oid: bytes) -> bytes | None:
        """Give a tree's content."""
        return self._read(oid, b"tree")

    def _read(self, oid: bytes, wanted: bytes) -> bytes | None:
        kind, offset, size = self.places.get(oid, (b"", 0, 0))
        if kind != wanted:
            return None
        self.file.seek(offset)
        return self.file.read(size)


def survey(git: Git, file: IO[bytes]) -> Survey:
    """Read every commit and tree that is here, asking for none that is missing.

    Git would otherwise try to fetch each missing object of a partial clone, one by one.
    """
    here = git.read("cat-file", "--batch-check=%(objecttype) %(objectname)", *_EVERY)
    listed = (line.split() for line in here.splitlines())
    fetch(git, (oid for kind, oid in listed if kind in _KINDS), file)
    places = {}
    for oid, kind, content in contents(file):
        places[oid] = kind, file.tell() - 1 - len(content), len(content)
    return Survey(file, places)


def blob_ids(git: Git, places: Sequence[tuple[str, str]], object_format: str) -> list[str | None]:
    """Give the blob at each (commit, path); see ``past.Past.blob_ids``."""
    check_oids(commit for commit, _ in places)

    def read_all(oids: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Give the objects that are asked for."""
        with TemporaryFile() as file:
            for oid, _, content in contents(fetch(git, oids, file)):
                yield oid, content

    return tree_lookup.blob_ids(read_all, places, object_format)


def present_blobs(git: Git, oids: Sequence[str], *, is_partial: bool) -> set[str]:
    """Give those of the blobs that are here; see ``past.Past.present_blobs``."""
    check_oids(oids)
    if not oids:
        return set()
    how = _EVERY if is_partial else ()
    asked = b"" if is_partial else "".join(f"{oid}\n" for oid in oids).encode("ascii")
    told = git.read("cat-file", "--batch-check=%(objectname)", "--buffer", *how, stdin=asked)
    return set(oids).intersection(told.decode("ascii").split("\n"))


def tree_changes(git: Git, old: str, new: str, wanted: Prefixes) -> dict[str, TreeEntry | None]:
    """Give what one tree has where another has something else; see the protocol."""
    check_oids([old, new])
    if wanted.nothing:
        return {}
    names = sorted(wanted.names) if fits_command_line([*wanted.names]) else []
    comparing = git.without_index()
    told = iter(split_nul(comparing.read("diff-tree", *_COMPARE, old, new, "--", *names)))
    changes = ((os.fsdecode(path), meta) for meta, path in zip(told, told, strict=True))
    return {path: _entry(path, meta) for path, meta in changes if wanted.holds(path)}


def _entry(path: str, meta: bytes) -> TreeEntry | None:
    """What a line of git's raw format says that is there now."""
    _, mode, _, oid, _ = meta.decode("ascii").split(" ")
    return TreeEntry(path, int(mode, 8), oid) if int(mode, 8) else None
