"""Open a repository with dulwich for one operation, and say its errors in our words."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dulwich.objects import Commit, ObjectID, Tree
from dulwich.repo import Repo, UnsupportedExtension, UnsupportedVersion

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import object_id
from sgm_git.git.damage import told_plainly
from sgm_git.git.partial import missing
from sgm_git.git.place import index_path
from sgm_git.git.variables import own_variables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dulwich.objects import ShaFile

    from sgm_git.git.place import Place

_INSTALL = "install git 2.30 or newer: it can read this repository"


@contextmanager
def opened(place: Place) -> Iterator[Repo]:
    """Give the repository, open until the end of the block.

    Raises CannotRun for a format or extension that dulwich does not know, and for objects that
    are missing or damaged: an answer is never empty because something failed.
    """
    own = own_variables(place.git_dir, place.work_tree, os.environ)
    alternates = own.get("GIT_ALTERNATE_OBJECT_DIRECTORIES", "").split(os.pathsep)
    with told_plainly(place.git_dir):
        try:
            repo = Repo(
                controldir=place.git_dir,
                commondir=place.common_dir,
                worktree=place.work_tree,
                object_directory=own.get("GIT_OBJECT_DIRECTORY"),
                alternates=[path for path in alternates if path],
            )
        except UnsupportedExtension as error:
            raise CannotRun(f"unknown repository extension: {error}", hint=_INSTALL) from error
        except UnsupportedVersion as error:
            raise CannotRun(f"unknown repository format: {error}", hint=_INSTALL) from error
        with repo:
            yield repo


def index_in_use(place: Place) -> Path:
    """Give the index file: ``GIT_INDEX_FILE`` where that is this repository's."""
    return index_path(place.git_dir, own_variables(place.git_dir, place.work_tree, os.environ))


def oid_of(text: str) -> ObjectID:
    """Make dulwich's form of an object id."""
    return ObjectID(text.encode("ascii", "replace"))


def is_empty_tree(repo: Repo, oid: bytes) -> bool:
    """Whether this is the id of the empty tree."""
    return object_id(b"tree", b"", repo.object_format.name) == oid.decode("ascii", "replace")


def object_of(repo: Repo, oid: ObjectID) -> ShaFile:
    """Give the object with this id; raises CannotRun if it is missing or not what its id says."""
    name = oid.decode("ascii", "replace")
    try:
        found = repo.object_store[oid]
    except KeyError as error:
        if is_empty_tree(repo, oid):
            return Tree()  # git knows it without having it
        raise missing(name) from error
    content = found.as_raw_string()
    if (
        object_id(found.type_name, content, repo.object_format.name) != name
    ):  # unpacked, it is not looked at
        raise CannotRun(f"object {name} is damaged: its content is not what its id says")
    return found


def tree_of(repo: Repo, oid: ObjectID) -> Tree:
    """Give the tree of a commit, or the tree with that id; raises CannotRun if there is none."""
    found = object_of(repo, oid)
    if isinstance(found, Commit):
        found = object_of(repo, found.tree)
    if not isinstance(found, Tree):
        raise CannotRun(f"object {oid.decode('ascii')} is neither a commit nor a tree")
    return found
