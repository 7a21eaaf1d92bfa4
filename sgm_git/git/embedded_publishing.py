"""What is new to others, told with dulwich; see ``staging.Staging``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dulwich.objects import Commit, Tag

from sgm_git.git.blobs import check_oids
from sgm_git.git.embedded_raw import RepoObjects
from sgm_git.git.embedded_repo import object_of, oid_of, opened
from sgm_git.git.place import shallow_border
from sgm_git.git.revisions import no_commit
from sgm_git.git.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from dulwich.objects import ObjectID
    from dulwich.repo import Repo

    from sgm_git.git.place import Place

_TRACKING = b"refs/remotes/"


def is_published(place: Place, oid: str) -> bool:
    """Whether a remote-tracking ref reaches this commit."""
    with opened(place) as repo:
        return not _new(place, repo, oid, _refs(repo, _TRACKING))


def new_commits(place: Place, tip: str, remote: str | None, known: Collection[str]) -> list[str]:
    """Give the commits reachable from ``tip`` and from nothing that is known; children first."""
    check_oids(known)
    below = b"refs/" if remote is None else _TRACKING + remote.encode("utf-8") + b"/"
    with opened(place) as repo:
        here = [oid_of(oid) for oid in known if oid_of(oid) in repo.object_store]
        return _new(place, repo, tip, [*here, *_refs(repo, below)])


def _new(place: Place, repo: Repo, tip: str, known: Collection[ObjectID]) -> list[str]:
    check_oids([tip])
    walk = Walk(
        RepoObjects(repo).commit,
        frozenset(oid.encode("ascii") for oid in shallow_border(place.common_dir)),
    )
    if walk.node(tip.encode("ascii")) is None:
        raise no_commit(tip)
    found = walk.new(tip.encode("ascii"), [*_commits(repo, known)])
    return [oid.decode("ascii") for oid, _ in found]


def _refs(repo: Repo, below: bytes) -> list[ObjectID]:
    found = (repo.refs.follow(ref)[1] for ref in repo.refs.allkeys() if ref.startswith(below))
    return [oid for oid in found if oid]


def _commits(repo: Repo, oids: Collection[ObjectID]) -> Iterator[bytes]:
    """Give the commits with these ids, or that tags with these ids lead to."""
    for oid in oids:
        found = object_of(repo, oid)
        while isinstance(found, Tag):
            found = object_of(repo, found.object[1])
        if isinstance(found, Commit):
            yield bytes(found.id)
