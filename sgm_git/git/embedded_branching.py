"""A commit on a branch that nobody has checked out, made without git; see ``branching``."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.objects import Blob, ObjectID, Tree
from dulwich.refs import Ref

from sgm_git.errors import CannotRun
from sgm_git.git.branch_lock import branch_lock, clear_branch_lock
from sgm_git.git.branching import moved, refuse_checked_out, refuse_clash, refuse_unfit
from sgm_git.git.embedded_commit_object import commit_object, refuse_signing
from sgm_git.git.embedded_repo import oid_of, opened, tree_of
from sgm_git.git.embedded_write import append_reflog, object_id, write_objects, write_tree
from sgm_git.git.held import held
from sgm_git.git.lock import WAIT_SECONDS, repository_lock
from sgm_git.git.protocol import Committed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dulwich.objects import Commit, ShaFile
    from dulwich.repo import Repo

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.branching import BranchCommit

_SYMBOLIC = b"ref: "


def commit_on_ref(base: BaseRepository, commit: BranchCommit) -> Committed:
    """Make a commit on a branch that nobody has checked out; see ``branching.Branching``."""
    with repository_lock(base.common_dir):
        modes, settings = refuse_unfit(base, commit), base.settings()
        refuse_signing(settings)
        made: list[ShaFile] = []
        with opened(base.place) as repo:
            _refuse_unfit_branch(base, repo, commit)
            tree = _tree(repo, commit, modes, made)
            if tree is None:
                return Committed(None)
            new = commit_object(commit, settings, tree, commit.parent)
            write_objects(repo, [*made, new])
            oid = object_id(repo, new).decode("ascii")
        _move(base, commit, oid)
        with suppress(OSError):  # the branch has moved: what is only a log cannot undo that
            _log(base, commit, new, oid)
        return Committed(oid, tuple(base.installed_hooks(settings)))


def _refuse_unfit_branch(base: BaseRepository, repo: Repo, commit: BranchCommit) -> None:
    """Refuse a branch that may not be moved, or is not where it is expected."""
    refuse_checked_out(base, commit.ref)
    found = repo.refs.read_ref(Ref(os.fsencode(commit.ref)))
    if found and found.startswith(_SYMBOLIC):
        raise CannotRun(f"{commit.ref} is a symbolic ref, and no branch of its own")
    if (found.decode("ascii", "replace") if found else None) != commit.expected:
        raise moved(commit.ref)
    others = (os.fsdecode(name) for name in repo.refs.allkeys())
    refuse_clash(commit.ref, (name for name in others if name != commit.ref))


def _tree(
    repo: Repo, commit: BranchCommit, modes: Mapping[str, int], made: list[ShaFile]
) -> ObjectID | None:
    """Make blobs and trees; give the id of the new root tree, None if it is the parent's."""
    changes: dict[bytes, tuple[int, ObjectID] | None] = {}
    for path, data in commit.files.items():
        changes[os.fsencode(path)] = None
        if data is not None:
            made.append(Blob.from_string(data))
            changes[os.fsencode(path)] = (modes[path], object_id(repo, made[-1]))
    before = tree_of(repo, oid_of(commit.parent)) if commit.parent else None
    tree = write_tree(repo, before, changes, made)
    if tree is None:
        made.append(Tree())
        tree = object_id(repo, made[-1])
    return None if tree == object_id(repo, before or Tree()) else tree


def _move(base: BaseRepository, commit: BranchCommit, oid: str) -> None:
    """Let the branch be at the commit, if it is still where it is expected."""
    file, deadline = base.common_dir / commit.ref, time.monotonic() + WAIT_SECONDS
    try:
        with held(branch_lock(base.common_dir, commit.ref), deadline) as lock:
            with opened(base.place) as repo:  # anew: what it knows of packed refs must be of now
                _refuse_unfit_branch(base, repo, commit)
            lock.prepare(f"{oid}\n".encode("ascii"))
            _make_room(file)
            lock.install()
    except OSError as error:
        raise CannotRun(f"cannot write {error.filename or file}: {error.strerror}") from error
    finally:
        clear_branch_lock(base.common_dir)


def _make_room(file: Path) -> None:
    """Remove the empty folders that branches ``a/b`` left where a branch ``a`` is to be."""
    if file.is_dir():
        for folder, _, _ in os.walk(file, topdown=False):
            Path(folder).rmdir()


def _log(base: BaseRepository, commit: BranchCommit, new: Commit, oid: str) -> None:
    """Write the branch's reflog, where git would (``core.logAllRefUpdates``)."""
    settings, file = base.settings(), base.common_dir / "logs" / commit.ref
    usual = "true" if base.work_tree else "false"
    wanted = (settings.get("core.logAllRefUpdates") or usual).lower()
    if file.is_file() or wanted not in {"false", "no", "off", "0"}:
        how = b"commit: " if commit.parent else b"commit (initial): "
        subject = how + new.message.partition(b"\n")[0]
        append_reflog(file, (commit.expected or "0" * len(oid), oid), new, subject)
