"""Commits and trees as they are stored, by dulwich and past it where it refuses to read them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.errors import ObjectFormatException
from dulwich.object_store import DiskObjectStore
from dulwich.objects import ObjectID

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import object_id
from sgm_git.git.partial import missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dulwich.object_store import BaseObjectStore
    from dulwich.repo import Repo

_HEADER = 64  # more than the header of a loose object can take
_COMMIT, _TREE = (b"commit", 1), (b"tree", 2)


@dataclass(frozen=True, slots=True)
class RepoObjects:
    """The commits and trees of an open repository; see ``rows.Objects``."""

    repo: Repo

    @property
    def object_format(self) -> str:
        """``sha1`` or ``sha256``."""
        return str(self.repo.object_format.name)

    def commit(self, oid: bytes) -> bytes | None:
        """Give a commit's content."""
        return self._read(oid, *_COMMIT)

    def tree(self, oid: bytes) -> bytes | None:
        """Give a tree's content."""
        return self._read(oid, *_TREE)

    def read_all(self, oids: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Give (id, content) of commits or trees; raises CannotRun for one that is not here."""
        for oid in oids:
            content = self.tree(oid)
            if content is None:
                content = self.commit(oid)
            if content is None:
                raise missing(oid.decode("ascii"))
            yield oid, content

    def _read(self, oid: bytes, kind: bytes, number: int) -> bytes | None:
        name = oid.decode("ascii")
        store = self.repo.object_store
        try:
            found: tuple[bytes | int, bytes] | None = store.get_raw(ObjectID(oid))
        except KeyError:
            return None
        except ObjectFormatException:  # it wants to understand each loose commit
            found = _loose(store, name)
        if found is None or found[0] not in {kind, number}:
            return None
        if object_id(kind, found[1], self.object_format) != name:  # dulwich does not look
            raise CannotRun(f"object {name} is damaged: its content is not what its id says")
        return found[1]


def _loose(store: BaseObjectStore, oid: str) -> tuple[bytes, bytes] | None:
    """Give kind and content of a loose object, None if there is none."""
    for folder in _folders(store):
        try:
            stored = (folder / oid[:2] / oid[2:]).read_bytes()
        except FileNotFoundError:
            continue
        header, _, _ = zlib.decompressobj().decompress(stored, _HEADER).partition(b"\0")
        kind, _, size = header.partition(b" ")
        length = len(header) + 1
        whole = zlib.decompressobj().decompress(stored, length + int(size))
        return kind, whole[length:]
    return None


def _folders(store: BaseObjectStore) -> Iterator[Path]:
    if isinstance(store, DiskObjectStore):
        yield Path(store.path)
        for alternate in store.alternates:
            yield from _folders(alternate)
