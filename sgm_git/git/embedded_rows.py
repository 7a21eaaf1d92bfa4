"""Rows of history and blobs at places, read with dulwich: only raw objects are asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import Signature, SignatureState
from sgm_git.git import rows, tree_lookup
from sgm_git.git.blobs import check_oids
from sgm_git.git.commit_objects import signature_of
from sgm_git.git.embedded_raw import RepoObjects
from sgm_git.git.embedded_repo import oid_of, opened
from sgm_git.git.revisions import no_commit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.commits import Commit, Identity
    from sgm_git.git.extent import Extent
    from sgm_git.git.place import Place

_UNSIGNED = Signature(SignatureState.UNSIGNED)
_UNVERIFIABLE = Signature(
    SignatureState.UNVERIFIABLE, reason="it can only be checked where git is installed"
)


def history(place: Place, extent: Extent) -> Iterator[Commit]:
    """Give the commits of the extent, children first; see ``past.Past.history``."""
    check_oids([extent.tip, *extent.known])
    with opened(place) as repo:
        objects = RepoObjects(repo)
        yield from rows.rows(objects, extent, objects.object_format)


def people(place: Place, extent: Extent) -> frozenset[Identity]:
    """Give everybody who made a commit that is reachable; see ``past.Past.people``."""
    check_oids([extent.tip])
    with opened(place) as repo:
        return rows.people(RepoObjects(repo), extent)


def blob_ids(place: Place, places: Sequence[tuple[str, str]]) -> list[str | None]:
    """Give the blob at each (commit, path); see ``past.Past.blob_ids``."""
    check_oids(commit for commit, _ in places)
    with opened(place) as repo:
        objects = RepoObjects(repo)
        return tree_lookup.blob_ids(objects.read_all, places, objects.object_format)


def present_blobs(place: Place, oids: Sequence[str]) -> set[str]:
    """Give those of the blobs that are here."""
    check_oids(oids)
    with opened(place) as repo:
        return {oid for oid in oids if oid_of(oid) in repo.object_store}


def signatures(place: Place, oids: Sequence[str]) -> dict[str, Signature]:
    """Say which commits are signed; see ``past.Past.signatures``."""
    check_oids(oids)
    found = {}
    with opened(place) as repo:
        objects = RepoObjects(repo)
        for oid in oids:
            raw = objects.commit(oid.encode("ascii"))
            if raw is None:
                raise no_commit(oid)
            signed = signature_of(raw, objects.object_format) is not None
            found[oid] = _UNVERIFIABLE if signed else _UNSIGNED
    return found
