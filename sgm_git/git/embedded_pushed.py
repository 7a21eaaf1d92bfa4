"""Refs and what they lead to, read with dulwich; see ``pushed.Pushed``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

from dulwich.objects import Tag

from sgm_git.git.blobs import check_oids
from sgm_git.git.embedded_raw import RepoObjects
from sgm_git.git.embedded_repo import missing, object_of, oid_of, opened
from sgm_git.git.place import shallow_border
from sgm_git.git.pushed import Peeled, Ref
from sgm_git.git.revisions import no_commit
from sgm_git.git.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from dulwich.repo import Repo

    from sgm_git.git.place import Place
    from sgm_git.git.pushed import Kind
    from sgm_git.git.walk import Node, ReadCommit


def refs(place: Place, prefix: str) -> dict[str, Ref]:
    """Give every ref below a prefix by its full name."""
    below = os.fsencode(prefix)
    with opened(place) as repo:
        names = sorted(name for name in repo.refs.allkeys() if name.startswith(below))
        found = {}
        for name in names:
            chain, oid = repo.refs.follow(name)
            if oid is not None:
                target = os.fsdecode(chain[-1]) if len(chain) > 1 else None
                found[os.fsdecode(name)] = Ref(oid.decode("ascii"), target)
        return found


def peeled(place: Place, oids: Sequence[str]) -> dict[str, Peeled]:
    """Say what objects are behind all tags."""
    check_oids(oids)
    with opened(place) as repo:
        return {oid: found for oid in oids for found in _peeled(repo, oid)}


def _peeled(repo: Repo, oid: str) -> Iterator[Peeled]:
    here = oid_of(oid)
    while here in repo.object_store:
        found = object_of(repo, here)
        if not isinstance(found, Tag):
            kind = cast("Kind", found.type_name.decode("ascii"))
            yield Peeled(kind, here.decode("ascii"))
            return
        here = found.object[1]


def commits_beyond(place: Place, tips: Collection[str], known: Collection[str]) -> list[str]:
    """Give the commits reachable from some and not from others; children first."""
    check_oids([*tips, *known])
    border = frozenset(oid.encode("ascii") for oid in shallow_border(place.common_dir))
    beyond: list[str] = []
    with opened(place) as repo:
        read = RepoObjects(repo).commit
        for oid in (*known, *tips):
            if read(oid.encode("ascii")) is None:
                raise no_commit(oid)
        below = [oid.encode("ascii") for oid in known]
        for tip in (oid.encode("ascii") for oid in tips):
            more = _whole(dict(Walk(read, border).new(tip, below)), read)
            beyond = [*more, *beyond]  # no ancestor of those
            below.append(tip)
    return beyond


def _whole(nodes: Mapping[bytes, Node], read: ReadCommit) -> list[str]:
    """The ids of commits; raises CannotRun where one of their parents is not here."""
    above = {parent for node in nodes.values() for parent in node.parents} - nodes.keys()
    for oid in above:
        if read(oid) is None:
            raise missing(oid.decode("ascii"))
    return [oid.decode("ascii") for oid in nodes]
