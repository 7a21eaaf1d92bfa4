"""Trees, blobs and history, read with dulwich."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from dulwich.diff_tree import CHANGE_ADD, tree_changes
from dulwich.objects import Blob, Commit, ObjectID
from dulwich.walk import ORDER_TOPO, Walker

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import blob_id, check_oids, oversize
from sgm_git.git.embedded_repo import is_empty_tree, object_of, oid_of, opened, tree_of
from sgm_git.git.embedded_sizes import object_size
from sgm_git.git.partial import missing
from sgm_git.git.protocol import TreeEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dulwich.objects import ShaFile, Tree
    from dulwich.repo import Repo

    from sgm_git.git.place import Place
    from sgm_git.git.prefixes import Prefixes


def list_tree(repo: Repo, oid: str, wanted: Prefixes) -> list[TreeEntry]:
    """List all entries below the prefixes in a commit or tree, recursively, sorted."""
    check_oids([oid])
    return sorted(_entries(repo, tree_of(repo, oid_of(oid)), "", wanted))


def _entries(repo: Repo, tree: Tree, folder: str, wanted: Prefixes) -> Iterator[TreeEntry]:
    for name, mode, oid in tree.items():
        path = folder + os.fsdecode(name)
        if not stat.S_ISDIR(mode):
            if wanted.holds(path):
                yield TreeEntry(path, mode, oid.decode("ascii"))
        elif wanted.reaches(path):
            yield from _entries(repo, tree_of(repo, oid), f"{path}/", wanted)


def read_blobs(place: Place, oids: Sequence[str], limit: int | None) -> Iterator[tuple[str, bytes]]:
    """Give each blob with its id, in the order asked for; see the protocol for ``limit``."""
    check_oids(oids)
    with opened(place) as repo:
        for oid in oids:
            yield oid, _read_blob(repo, oid, limit)


def _read_blob(repo: Repo, oid: str, limit: int | None) -> bytes:
    try:
        if limit is not None and object_size(repo.object_store, oid_of(oid)) > limit:
            return oversize(limit)
        kind, data = repo.object_store.get_raw(oid_of(oid))
    except KeyError as error:
        raise missing(oid) from error
    if kind != Blob.type_num:
        raise CannotRun(f"object {oid} is not a blob")
    if blob_id(data, repo.object_format.name) != oid:  # dulwich does not look
        raise CannotRun(f"object {oid} is damaged: its content is not what its id says")
    return data


def paths_created(
    repo: Repo, tip: str, border: frozenset[str], wanted: Prefixes
) -> dict[str, tuple[int, str]]:
    """Map each path ever added to (author time, commit) of its first add; see the protocol."""
    cut = {oid_of(oid) for oid in border}

    def parents(commit: Commit) -> list[ObjectID]:
        """Give the parents that are not cut off."""
        return [] if commit.id in cut else list(commit.parents)

    created: dict[str, tuple[int, str]] = {}
    walker = Walker(repo.object_store, [oid_of(tip)], order=ORDER_TOPO, get_parents=parents)
    try:
        for entry in walker:
            commit = entry.commit
            birth = commit.author_time, commit.id.decode("ascii")
            for name in _added(repo, commit, parents(commit)):
                path = os.fsdecode(name)
                if wanted.holds(path):
                    created[path] = birth
    except KeyError as error:
        raise missing(os.fsdecode(error.args[0])) from error
    return {path: birth for path, birth in created.items() if birth[1] not in border}


def _added(repo: Repo, commit: Commit, parents: Sequence[ObjectID]) -> set[bytes]:
    """Give the paths that the commit has and none of its parents had."""
    store, now = repo.object_store, _stored_tree(repo, commit)
    trees = [_stored_tree(repo, object_of(repo, oid)) for oid in parents]
    added = [
        {
            change.new.path
            for change in tree_changes(store, tree, now, change_type_same=True)
            if change.type == CHANGE_ADD and change.new and change.new.path
        }
        for tree in trees or [None]
    ]
    return set.intersection(*added)


def _stored_tree(repo: Repo, commit: ShaFile) -> ObjectID | None:
    """Give the tree of a commit; None if it is the empty one, which need not be stored."""
    if not isinstance(commit, Commit):
        raise CannotRun(f"object {commit.id.decode('ascii')} is not a commit")
    return None if is_empty_tree(repo, commit.tree) else ObjectID(commit.tree)
