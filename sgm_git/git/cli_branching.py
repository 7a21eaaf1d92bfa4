"""A commit on a branch that nobody has checked out, made by the git command; see ``branching``."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.branching import (
    moved,
    refuse_checked_out,
    refuse_clash,
    refuse_unfit,
)
from sgm_git.git.cli_commit_object import SIGNING_SECONDS, people_of, store_commit
from sgm_git.git.cli_restaging import store_blobs
from sgm_git.git.command import git_error
from sgm_git.git.lock import WAIT_SECONDS, backoff, repository_lock
from sgm_git.git.message import message_bytes
from sgm_git.git.place import lock_of
from sgm_git.git.protocol import Committed
from sgm_git.git.recovery import clear_copies, copy_path
from sgm_git.git.sharing import make_folders

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.branching import BranchCommit
    from sgm_git.git.command import Git
    from sgm_git.git.run import Done

_BESIDE = ("-c", "core.splitIndex=false", "-c", f"core.hooksPath={os.devnull}")
_LOCKED = b"cannot lock ref"


def commit_on_ref(base: BaseRepository, git: Git, commit: BranchCommit) -> Committed:
    """Make a commit on a branch that nobody has checked out; see ``branching.Branching``."""
    with repository_lock(base.common_dir):
        modes, settings = refuse_unfit(base, commit), base.settings()
        refuse_unfit_branch(base, git, commit)
        people, message = people_of(commit, settings), message_bytes(commit.message)
        tree = _tree(base, git, commit, modes)
        if tree == _tree_of(git, commit.parent):
            return Committed(None)
        _refuse_losses(base, commit, tree)
        signs = settings.flag("commit.gpgSign")
        limit = SIGNING_SECONDS if commit.time_limit is None else commit.time_limit
        content = tree, commit.parent, message
        oid = store_commit(git, content, people, signs=signs, limit=limit)
        refuse_unfit_branch(base, git, commit)
        _move(base, git, commit, oid)
        return Committed(oid, tuple(base.installed_hooks(settings)))


def move_branch(base: BaseRepository, git: Git, commit: BranchCommit, oid: str) -> None:
    """Let a branch be at a commit that is there already; the files of ``commit`` are not looked at.

    Takes the repository's lock. Raises as ``refuse_unfit_branch``, and Refused where a branch with
    a name above or below stands in the way.
    """
    with repository_lock(base.common_dir):
        refuse_unfit_branch(base, git, commit)
        _move(base, git, commit, oid)


def refuse_unfit_branch(base: BaseRepository, git: Git, commit: BranchCommit) -> None:
    """Refuse a branch that may not be moved, or is not where it is expected.

    Raises Refused where it is checked out, RefMoved where it is elsewhere, and CannotRun.
    """
    listed = git.read("worktree", "list", "--porcelain").splitlines()
    marks = [line.partition(b" ")[2] for line in listed if line.startswith(b"branch ")]
    refuse_checked_out(base, commit.ref, map(os.fsdecode, marks))
    if git.ask("symbolic-ref", "-q", commit.ref).status == 0:
        raise CannotRun(f"{commit.ref} is a symbolic ref, and no branch of its own")
    if _position(git, commit.ref) != commit.expected:
        raise moved(commit.ref)


def _position(git: Git, ref: str) -> str | None:
    done = git.ask("show-ref", "--verify", "--hash", "--", ref)
    return None if done.status else done.out.decode("ascii").strip()


def _tree_of(git: Git, parent: str | None) -> str:
    """The tree of a commit; of none the empty one."""
    if parent is None:
        return git.write("mktree").out.decode("ascii").strip()
    return git.read("rev-parse", f"{parent}^{{tree}}").decode("ascii").strip()


def _tree(base: BaseRepository, git: Git, commit: BranchCommit, modes: Mapping[str, int]) -> str:
    """Store the files and the tree that has them besides the parent's others; give its id."""
    contents = [data for data in commit.files.values() if data is not None]
    oids = iter(store_blobs(git, contents))
    zero = "0" * (40 if base.object_format == "sha1" else 64)
    known = {path: next(oids) for path, data in commit.files.items() if data is not None}
    gone = [_line(0, zero, path) for path in commit.files if path not in known]
    lines = [_line(modes[path], oid, path) for path, oid in known.items()]
    with index_beside(base.git_dir) as file:
        own = git.with_index(file)
        _done(own.write(*_BESIDE, "read-tree", commit.parent or "--empty"))
        told = b"".join(gone + lines)
        _done(own.write(*_BESIDE, "update-index", "-z", "--index-info", stdin=told))
        return _done(own.write(*_BESIDE, "write-tree")).out.decode("ascii").strip()


def _refuse_losses(base: BaseRepository, commit: BranchCommit, tree: str) -> None:
    """Refuse a file where the parent has a folder, or the reverse: git lets one give way."""
    changed = {} if commit.parent is None else base.tree_changes(commit.parent, tree)
    for path in sorted(changed.keys() - commit.files.keys()):
        raise Refused(f"{path!r} appears as both a file and as a directory (or is a submodule)")


def _line(mode: int, oid: str, path: str) -> bytes:
    return f"{mode:o} {oid}\t".encode("ascii") + os.fsencode(path) + b"\0"


@contextmanager
def index_beside(git_dir: Path) -> Iterator[Path]:
    """The name of an index of our own, which is gone afterwards."""
    file = copy_path(git_dir)
    make_folders(file.parent)
    clear_copies(git_dir)
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)
        lock_of(file).unlink(missing_ok=True)


def _done(done: Done) -> Done:
    if done.status:
        raise git_error(done.err)
    return done


def _move(base: BaseRepository, git: Git, commit: BranchCommit, oid: str) -> None:
    """Let the branch be at the commit, if it is still where it is expected."""
    how = "commit" if commit.parent else "commit (initial)"
    subject = f"{how}: {commit.message.strip().splitlines()[0]}"
    before = commit.expected or "0" * len(oid)
    call = ("update-ref", "--no-deref", "-m", subject, commit.ref, oid, before)
    deadline = time.monotonic() + WAIT_SECONDS
    while (done := git.write(*call)).status:
        if _position(git, commit.ref) != commit.expected:
            raise moved(commit.ref)
        refuse_clash(commit.ref, base.refs("refs/heads/"))
        if _LOCKED not in done.err or not backoff(deadline):
            raise git_error(done.err)
