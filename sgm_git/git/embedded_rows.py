"""Rows of history, read with dulwich: only raw objects are asked of it (DESIGN 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dulwich.errors import ObjectFormatException
from dulwich.objects import ObjectID

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids, object_id
from sgm_git.git.embedded_loose import loose_object
from sgm_git.git.embedded_repo import opened
from sgm_git.git.rows import rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dulwich.repo import Repo

    from sgm_git.commits import Commit
    from sgm_git.git.place import Place
    from sgm_git.git.rows import Extent


def history(place: Place, extent: Extent) -> Iterator[Commit]:
    """Give the commits of the extent, children first; see ``protocol.Repository.history``."""
    check_oids([extent.tip, *extent.known])
    with opened(place) as repo:
        object_format = repo.object_format.name
        yield from rows(RepoObjects(repo, object_format), extent, object_format)


@dataclass(frozen=True, slots=True)
class RepoObjects:
    """The commits and trees of an open repository; see ``rows.Objects``."""

    repo: Repo
    object_format: str

    def commit(self, oid: bytes) -> bytes | None:
        """Give a commit's content."""
        return self._read(oid, b"commit", 1)

    def tree(self, oid: bytes) -> bytes | None:
        """Give a tree's content."""
        return self._read(oid, b"tree", 2)

    def _read(self, oid: bytes, kind: bytes, number: int) -> bytes | None:
        name = oid.decode("ascii")
        store = self.repo.object_store
        try:
            found: tuple[bytes | int, bytes] | None = store.get_raw(ObjectID(oid))
        except KeyError:
            return None
        except ObjectFormatException:
            found = loose_object(store, name)
        if found is None or found[0] not in {kind, number}:
            return None
        if object_id(kind, found[1], self.object_format) != name:  # dulwich does not look
            raise CannotRun(f"object {name} is damaged: its content is not what its id says")
        return found[1]
