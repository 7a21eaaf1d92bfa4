"""Objects and reflogs on disk, written so that a killed process leaves nothing in the way."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.file import adjust_shared_perm
from dulwich.objects import ObjectID, Tree
from dulwich.reflog import format_reflog_line

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.embedded_repo import tree_of
from sgm_git.git.protocol import MODE_SUBMODULE
from sgm_git.git.sharing import make_folders, share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dulwich.objects import Commit, ShaFile
    from dulwich.repo import Repo

    Leaf = tuple[int, ObjectID] | None
    """Mode and blob of a file, None if it is gone."""

    Changes = Mapping[bytes, Leaf]

_MANY = 100  # from here on one pack is better than so many files
_OBJECT_MODE = 0o444
_FOLDER = 0o040000
_CONTAINERS = frozenset({_FOLDER, MODE_SUBMODULE})


def write_objects(repo: Repo, objects: Sequence[ShaFile]) -> None:
    """Store objects that are not there yet; raises CannotRun if the disk does not let us."""
    new = [obj for obj in objects if object_id(repo, obj) not in repo.object_store]
    try:
        if len(new) >= _MANY:
            repo.object_store.add_objects([(obj, None) for obj in new])
        else:
            for obj in new:
                _write_loose(repo, obj)
    except OSError as error:
        raise CannotRun(f"cannot write objects of {repo.path}: {error.strerror}") from error


def _write_loose(repo: Repo, obj: ShaFile) -> None:
    """Store one object under a name that git itself cleans up should we die here.

    dulwich makes lock files for objects; one that is left lying blocks that object for ever.
    """
    name = object_id(repo, obj).decode("ascii")
    store = repo.object_store
    folder = Path(store.path, name[:2])
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
        adjust_shared_perm(folder, store.shared_perm)
    with tempfile.NamedTemporaryFile(dir=folder, prefix="tmp_obj_", delete=False) as file:
        file.write(obj.as_legacy_object())
    temporary = Path(file.name)
    temporary.chmod(_OBJECT_MODE)
    adjust_shared_perm(temporary, store.shared_perm)
    temporary.replace(folder / name[2:])


def write_tree(
    repo: Repo, base: Tree | None, changes: Changes, made: list[ShaFile]
) -> ObjectID | None:
    """Give the id of ``base`` with the changes made; None if nothing is left in it.

    New trees are appended to ``made``, not stored. Paths are relative to the tree. Raises Refused
    where a path would have to be a file and a folder or submodule at once.
    """
    leaves, folders = _split(changes)
    tree = _without(base, {name for name, leaf in leaves.items() if not leaf})
    for name, inner in folders.items():
        _write_folder(repo, tree, name, inner, made)
    for name, leaf in leaves.items():
        if leaf:
            _write_leaf(tree, name, leaf)
    if not len(tree):
        return None
    made.append(tree)
    return object_id(repo, tree)


def _without(base: Tree | None, gone: set[bytes]) -> Tree:
    """Copy a tree without some of its files; folders and submodules stay."""
    tree = Tree()
    for name, mode, oid in base.items() if base else ():
        if mode in _CONTAINERS or name not in gone:
            tree.add(name, mode, oid)
    return tree


def _write_leaf(tree: Tree, name: bytes, leaf: tuple[int, ObjectID]) -> None:
    if _entry(tree, name)[0] in _CONTAINERS:
        raise _both_at_once(name)
    tree[name] = leaf


def _split(changes: Changes) -> tuple[dict[bytes, Leaf], dict[bytes, dict[bytes, Leaf]]]:
    """Tell changes of a folder's own files from those further down."""
    leaves: dict[bytes, Leaf] = {}
    folders: dict[bytes, dict[bytes, Leaf]] = {}
    for path, leaf in changes.items():
        name, slash, rest = path.partition(b"/")
        if slash:
            folders.setdefault(name, {})[rest] = leaf
        else:
            leaves[name] = leaf
    return leaves, folders


def _write_folder(
    repo: Repo, tree: Tree, name: bytes, changes: Changes, made: list[ShaFile]
) -> None:
    mode, oid = _entry(tree, name)
    if mode not in {0, _FOLDER}:
        if any(changes.values()):
            raise _both_at_once(name)
        return
    inner = tree_of(repo, oid) if mode else None
    fresh = write_tree(repo, inner, changes, made)
    if fresh:
        tree[name] = (_FOLDER, fresh)
    elif name in tree:
        del tree[name]


def append_reflog(file: Path, ids: tuple[str, str], commit: Commit, message: bytes) -> None:
    """Add a line about the move from one commit to the next (old and new hex id)."""
    old, new = (text.encode("ascii") for text in ids)
    when = commit.commit_time, commit.commit_timezone
    line = format_reflog_line(old, new, commit.committer, *when, message)
    make_folders(file.parent)
    with file.open("ab") as log:
        log.write(line + b"\n")
    share(file, file.parent)


def _entry(tree: Tree, name: bytes) -> tuple[int, ObjectID]:
    try:
        return tree[name]
    except KeyError:
        return 0, ObjectID(b"")


def _both_at_once(name: bytes) -> Refused:
    return Refused(
        f"{os.fsdecode(name)!r} appears as both a file and as a directory (or is a submodule)"
    )


def object_id(repo: Repo, obj: ShaFile) -> ObjectID:
    """Give the id of an object in the repository's own format."""
    return ObjectID(obj.get_id(repo.object_format))
