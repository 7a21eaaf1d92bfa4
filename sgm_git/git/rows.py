"""Rows of history out of raw objects, for whoever can read these: no engine is asked to compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import object_id
from sgm_git.git.commit_objects import Interpreter
from sgm_git.git.revisions import no_commit
from sgm_git.git.tree_diff import Absent, TreeDiffer
from sgm_git.git.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.commits import Change, Commit, Identity
    from sgm_git.git.extent import Extent
    from sgm_git.git.walk import Node


class Objects(Protocol):
    """Reads objects by hex id; None for what is not here or is no such object."""

    def commit(self, oid: bytes) -> bytes | None:
        """Give a commit's content."""
        ...

    def tree(self, oid: bytes) -> bytes | None:
        """Give a tree's content."""
        ...


def rows(objects: Objects, extent: Extent, object_format: str) -> Iterator[Commit]:
    """Give the commits of the extent, children first; see ``past.Past.history``."""
    walk = Walk(objects.commit, frozenset(map(_bytes, extent.border)))
    if walk.node(_bytes(extent.tip)) is None:
        raise no_commit(extent.tip)
    differ = TreeDiffer(objects.tree, _bytes(object_id(b"tree", b"", object_format)))
    interpreter = Interpreter()
    for oid, node in walk.new(_bytes(extent.tip), map(_bytes, extent.known)):
        changes: tuple[tuple[Change, ...], ...] | None = None
        try:
            if not node.is_cut:
                changes = _changes(walk, differ, node)
        except Absent as error:
            if not extent.is_partial:
                raise _missing(oid, error) from error
        is_cut = changes is None
        yield interpreter.commit(oid, node.raw, node.parents, changes or (), is_cut=is_cut)


def people(objects: Objects, extent: Extent) -> frozenset[Identity]:
    """Give everybody who made a commit that is reachable; see ``past.Past.people``."""
    walk = Walk(objects.commit, frozenset(map(_bytes, extent.border)))
    if walk.node(_bytes(extent.tip)) is None:
        raise no_commit(extent.tip)
    read = Interpreter().commit
    found: set[Identity] = set()
    for oid, node in walk.new(_bytes(extent.tip), ()):
        commit = read(oid, node.raw, (), ())
        found |= {commit.author, commit.committer}
    return frozenset(found)


def _changes(walk: Walk, differ: TreeDiffer, node: Node) -> tuple[tuple[Change, ...], ...]:
    """Compare a commit with each of its parents, or with nothing."""
    trees = []
    for oid in node.parents:
        parent = walk.node(oid)
        if parent is None:
            raise Absent(oid.decode("ascii"))
        trees.append(parent.tree)
    return tuple([differ.compare(tree, node.tree) for tree in trees or [b""]])


def _missing(commit: bytes, what: Absent) -> CannotRun:
    return CannotRun(
        f"object {what} is not in this repository, and commit {commit.decode('ascii')} needs it",
        hint="the repository is damaged: `git fsck` says more",
    )


def _bytes(oid: str) -> bytes:
    return oid.encode("ascii", "replace")
