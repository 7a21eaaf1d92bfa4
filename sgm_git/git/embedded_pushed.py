"""Refs and what they lead to, read with dulwich; see ``pushed.Pushed``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

from dulwich.objects import Tag

from sgm_git.git.blobs import check_oids
from sgm_git.git.commit_objects import links
from sgm_git.git.embedded_raw import RepoObjects
from sgm_git.git.embedded_repo import object_of, oid_of, opened
from sgm_git.git.partial import missing
from sgm_git.git.place import shallow_border
from sgm_git.git.pushed import Peeled, Ref
from sgm_git.git.revisions import no_commit
from sgm_git.git.tree_diff import FOLDER, parsed, raw_entries
from sgm_git.git.tree_form import crooked
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


def crooked_trees(place: Place, tips: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Give the trees that git would not make, of some commits and not of others."""
    new = commits_beyond(place, tips, known)
    with opened(place) as repo:
        objects = RepoObjects(repo)
        found = {oid: links(oid, raw) for oid, raw in objects.read_all(map(str.encode, new))}
        above = {parent for _, parents in found.values() for parent in parents} - found.keys()
        seen: set[bytes] = set()
        for oid, raw in objects.read_all(above):
            all(True for _ in _trees(objects, links(oid, raw)[0], seen))
        trees = (each for tree, _ in found.values() for each in _trees(objects, tree, seen))
        return dict(crooked(trees))


def _trees(objects: RepoObjects, tree: bytes, seen: set[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """A tree and all below it, but those that were seen; id and content."""
    todo = [tree]
    while todo:
        oid = todo.pop()
        if oid not in seen:
            seen.add(oid)
            _, raw = next(objects.read_all([oid]))
            yield oid, raw
            below = (parsed(each)[1] for each in raw_entries(oid, raw))
            todo += [below_oid for kind, below_oid in below if kind == FOLDER]


def _whole(nodes: Mapping[bytes, Node], read: ReadCommit) -> list[str]:
    """The ids of commits; raises CannotRun where one of their parents is not here."""
    above = {parent for node in nodes.values() for parent in node.parents} - nodes.keys()
    for oid in above:
        if read(oid) is None:
            raise missing(oid.decode("ascii"))
    return [oid.decode("ascii") for oid in nodes]
