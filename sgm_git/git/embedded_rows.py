"""Rows of history and blobs at places, read with dulwich: only raw objects are asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git import rows, tree_lookup
from sgm_git.git.blobs import check_oids
from sgm_git.git.embedded_raw import RepoObjects
from sgm_git.git.embedded_repo import oid_of, opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.commits import Commit
    from sgm_git.git.place import Place
    from sgm_git.git.rows import Extent


def history(place: Place, extent: Extent) -> Iterator[Commit]:
    """Give the commits of the extent, children first; see ``protocol.Repository.history``."""
    check_oids([extent.tip, *extent.known])
    with opened(place) as repo:
        objects = RepoObjects(repo)
        yield from rows.rows(objects, extent, objects.object_format)


def blob_ids(place: Place, places: Sequence[tuple[str, str]]) -> list[str | None]:
    """Give the blob at each (commit, path); see ``protocol.Repository.blob_ids``."""
    check_oids(commit for commit, _ in places)
    with opened(place) as repo:
        objects = RepoObjects(repo)
        return tree_lookup.blob_ids(objects.read_all, places, objects.object_format)


def present_blobs(place: Place, oids: Sequence[str]) -> set[str]:
    """Give those of the blobs that are here."""
    check_oids(oids)
    with opened(place) as repo:
        return {oid for oid in oids if oid_of(oid) in repo.object_store}
