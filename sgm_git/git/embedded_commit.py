"""Commit chosen paths without git.

``index.lock`` is held from before HEAD and index are read until both are written, and the branch
is moved only from the commit that was read: nobody's commit and nobody's staged entry is lost.
What this engine cannot do as git does, it refuses or names: it signs nothing and runs no hooks.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dulwich.objects import Blob, ObjectID, Tree

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.embedded_commit_object import commit_object, refuse_signing
from sgm_git.git.embedded_convert import converter
from sgm_git.git.embedded_files import file_to_store, ignore_rules, is_hidden
from sgm_git.git.embedded_index import new_entry, read_index
from sgm_git.git.embedded_move import Moved, log_move, move
from sgm_git.git.embedded_refs import head
from sgm_git.git.embedded_repo import index_in_use, oid_of, opened, tree_of
from sgm_git.git.embedded_write import object_id, write_objects, write_tree
from sgm_git.git.guard import refuse_foreign
from sgm_git.git.held import held
from sgm_git.git.lock import WAIT_SECONDS, backoff, repository_lock
from sgm_git.git.protocol import MODE_SUBMODULE, Committed
from sgm_git.git.recovery import index_lock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dulwich.objects import ShaFile
    from dulwich.repo import Repo

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.embedded_index import Index
    from sgm_git.git.held import Held
    from sgm_git.git.protocol import CommitRequest, Head
    from sgm_git.git.settings import Settings
    from sgm_git.git.worktree import WorkFile

    Files = Mapping[str, WorkFile | None]
    """What the work tree holds at each path of a request."""


@dataclass(frozen=True, slots=True)
class _Work:
    """All that one commit needs and no retry changes."""

    base: BaseRepository
    repo: Repo
    request: CommitRequest
    settings: Settings
    lock: Held
    deadline: float


def commit_paths(base: BaseRepository, request: CommitRequest) -> Committed:
    """Commit exactly these paths on the checked-out branch; see ``protocol.Repository``."""
    with repository_lock(base.common_dir):
        refuse_foreign(base.need_work_tree(), request.paths)
        base.refuse_unfinished()
        base.recover()
        settings = base.settings()
        refuse_signing(settings)
        deadline = time.monotonic() + WAIT_SECONDS
        wanted = index_lock(base.git_dir, index_in_use(base.place))
        with opened(base.place) as repo, held(wanted, deadline) as lock:
            oid = _until_it_stands(_Work(base, repo, request, settings, lock, deadline))
        return Committed(oid, tuple(base.installed_hooks(settings)) if oid else ())


def _until_it_stands(work: _Work) -> str | None:
    while True:
        try:
            return _commit(work)
        except Moved:
            if not backoff(work.deadline):
                raise CannotRun("the branch is moved all the time by another git") from None


def _commit(work: _Work) -> str | None:
    """Make the commit and give its id; None if HEAD holds all this already."""
    index = read_index(work.lock.target, work.base.object_format)
    parent = head(work.repo)
    files = _read(work, index)
    made: list[ShaFile] = []
    tree = _tree(work, parent, files, made)
    if tree is None:
        return None
    commit = commit_object(work.request, work.settings, tree, parent.oid)
    write_objects(work.repo, [*made, commit])
    _stage(index, files, work.repo)
    work.lock.prepare(index.to_bytes(work.base.object_format))
    move(work.repo, work.base, parent, commit, work.lock, work.deadline)
    with suppress(OSError):  # the branch has moved: what is only a log cannot undo that
        log_move(work.repo, work.base, work.settings, parent, commit)
    return object_id(work.repo, commit).decode("ascii")


def _read(work: _Work, index: Index) -> Files:
    """Read the files; raises CannotRun or Refused for what must not be committed."""
    top = work.base.need_work_tree()
    convert = converter(work.repo, work.settings, index)
    ignored = ignore_rules(work.repo)
    files = {path: file_to_store(top / path, path, convert, index) for path in work.request.paths}
    for path, file in files.items():
        if index.is_unmerged(path):
            raise CannotRun(
                f"{path!r} holds an unresolved conflict", hint="resolve it and `git add` it"
            )
        if file and os.fsencode(path) not in index.entries and is_hidden(ignored, path):
            raise Refused(f"{path!r} is ignored by git")
    return files


def _tree(work: _Work, parent: Head, files: Files, made: list[ShaFile]) -> ObjectID | None:
    """Make blobs and trees; give the id of the new root tree, None if it is HEAD's."""
    changes: dict[bytes, tuple[int, ObjectID] | None] = {}
    stored: dict[str, str] = {}
    for path, file in files.items():
        changes[os.fsencode(path)] = None
        if file:
            blob = Blob.from_string(file.data)
            made.append(blob)
            oid = object_id(work.repo, blob)
            stored[path] = oid.decode("ascii")
            changes[os.fsencode(path)] = (file.mode, oid)
    work.request.refuse_other(stored)
    before = tree_of(work.repo, oid_of(parent.oid)) if parent.oid else None
    tree = write_tree(work.repo, before, changes, made)
    if tree is None:
        made.append(Tree())
        tree = object_id(work.repo, made[-1])
    unchanged = object_id(work.repo, before or Tree())
    return None if tree == unchanged else tree


def _stage(index: Index, files: Files, repo: Repo) -> None:
    """Bring the index entries of the files up to date; all others stay as they are."""
    for path, file in files.items():
        if file:
            oid = object_id(repo, Blob.from_string(file.data))
            index.entries[os.fsencode(path)] = new_entry(file.status, file.mode, oid)
        elif index.mode(path) != MODE_SUBMODULE:
            index.entries.pop(os.fsencode(path), None)
    both = index.both_at_once(path for path, file in files.items() if file)
    if both:
        raise Refused(f"{both!r} appears as both a file and as a directory in the index")
