"""Move the branch to a commit that was made, and the index with it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.git.cli_index import nul_list
from sgm_git.git.cli_tree import copy_index, refuse_both_at_once
from sgm_git.git.command import git_error
from sgm_git.git.recovery import Note, forget

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from sgm_git.git.command import Git
    from sgm_git.git.held import Held
    from sgm_git.git.protocol import Head, IndexEntry

_LOCKED = b"cannot lock ref"
_FEW = 200
_REFRESH_ALL = ("update-index", "-q", "--refresh")
_REFRESH_SOME = ("add", "--refresh", "--pathspec-from-file=-", "--pathspec-file-nul")


class Moved(Exception):
    """HEAD is not where it was, or another git is moving it; begin again."""


@dataclass(frozen=True, slots=True)
class Made:
    """A commit on top of ``parent`` that no branch knows yet, the file of its ref, its paths."""

    oid: str
    parent: Head
    ref: Path
    message: bytes
    paths: tuple[str, ...]
    entries: tuple[IndexEntry, ...]


def install(
    git: Git, made: Made, lock: Held, git_dir: Path, keep_open: Collection[int] = ()
) -> None:
    """Let HEAD's branch be the commit, and the locked index hold its files besides its others.

    Raises Moved if HEAD is not at the parent any more; nothing has happened then. Killed half-way,
    the next writer finishes (see ``recovery``), but not before git has ended, which runs hooks
    and outlives us: it keeps the repository's lock by the descriptors ``keep_open``.
    """
    _prepare_index(git, lock, made)
    Note(made.oid, made.ref, lock.target).write(git_dir)
    try:
        _move(git, made, keep_open)
    except BaseException:
        if _stands(git, made):  # whatever came, it came when the branch had moved already
            lock.install()
        forget(git_dir)
        raise
    lock.install()
    forget(git_dir)


def _stands(git: Git, made: Made) -> bool:
    return git.ask("rev-parse", "-q", "--verify", "HEAD").out.decode("ascii").strip() == made.oid


def _prepare_index(git: Git, lock: Held, made: Made) -> None:
    """Copy the index and bring the commit's files up to date in the copy."""
    copy_index(lock.target, lock.fresh)
    there = {entry.path: entry for entry in made.entries}
    zero = "0" * len(made.oid)
    lines = b"".join(
        _line(there[path].mode, there[path].oid, path) if path in there else _line(0, zero, path)
        for path in made.paths
    )
    own = git.with_index(lock.fresh)
    done = own.write("update-index", "-z", "--index-info", stdin=lines)
    refuse_both_at_once(done)
    if done.status:
        raise git_error(done.err)
    if len(there) <= _FEW:
        own.write(*_REFRESH_SOME, stdin=nul_list(f":(top,literal){path}" for path in there))
    else:  # git compares each name with each
        own.write(*_REFRESH_ALL)


def _line(mode: int, oid: str, path: str) -> bytes:
    return f"{mode:o} {oid}\t".encode("ascii") + os.fsencode(path) + b"\0"


def _move(git: Git, made: Made, keep_open: Collection[int]) -> None:
    how = "commit" if made.parent.oid else "commit (initial)"
    subject = os.fsdecode(made.message.splitlines()[0])
    before = made.parent.oid or "0" * len(made.oid)
    call = ("update-ref", "-m", f"{how}: {subject}", "HEAD", made.oid, before)
    done = git.write(*call, keep_open=keep_open)
    if done.status:
        told = git_error(done.err)
        raise Moved(told.message) if _LOCKED in done.err else told
