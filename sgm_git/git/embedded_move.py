"""Move the branch, or a detached HEAD, from one commit to the next and to no other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.embedded_refs import head
from sgm_git.git.embedded_write import append_reflog, object_id
from sgm_git.git.held import held
from sgm_git.git.recovery import Note, forget, ref_lock

if TYPE_CHECKING:
    from dulwich.objects import Commit
    from dulwich.repo import Repo

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.held import Held
    from sgm_git.git.protocol import Head
    from sgm_git.git.settings import Settings


class Moved(Exception):
    """HEAD is not where it was when the commit was begun; begin again."""


def move(
    repo: Repo, base: BaseRepository, parent: Head, commit: Commit, index: Held, deadline: float
) -> None:
    """Let HEAD's branch be ``commit`` and install the index that is prepared.

    Raises Moved if HEAD is not ``parent`` any more; nothing has happened then. Killed half-way,
    the next writer finishes (see ``recovery``).
    """
    oid = object_id(repo, commit).decode("ascii")
    _refuse_clash(repo, parent)
    file = base.ref_file(parent)
    Note(oid, file, index.target).write(base.git_dir)
    try:
        with held(ref_lock(base.git_dir, file), deadline) as lock:
            if head(repo) != parent:
                raise Moved
            lock.prepare(f"{oid}\n".encode("ascii"))
            _install(repo, oid, lock, index)
    finally:
        forget(base.git_dir)


def _install(repo: Repo, oid: str, ref: Held, index: Held) -> None:
    """Put both in place; whatever comes when the branch has moved, the index goes with it."""
    try:
        ref.install()
        index.install()
    except BaseException:
        if head(repo).oid == oid and index.fresh.exists():
            index.install()
        raise


def log_move(
    repo: Repo, base: BaseRepository, settings: Settings, parent: Head, commit: Commit
) -> None:
    """Write the reflogs of HEAD and its branch, where git would (``core.logAllRefUpdates``)."""
    new = object_id(repo, commit).decode("ascii")
    old = parent.oid or "0" * len(new)
    how = b"commit: " if parent.oid else b"commit (initial): "
    subject = how + commit.message.partition(b"\n")[0]
    files = [base.git_dir / "logs" / "HEAD"]
    if parent.ref:
        files.append(base.common_dir / "logs" / parent.ref)
    wanted = (settings.get("core.logAllRefUpdates") or "true").lower()
    for file in files:
        if file.exists() or wanted not in {"false", "no", "off", "0"}:
            append_reflog(file, (old, new), commit, subject)


def _refuse_clash(repo: Repo, parent: Head) -> None:
    """Refuse a first branch ``a/b`` beside a packed branch ``a``, and the other way round."""
    if parent.oid or not parent.ref:
        return
    ours = os.fsencode(parent.ref)
    for ref in repo.refs.get_packed_refs():
        if ref.startswith(ours + b"/") or ours.startswith(ref + b"/"):
            raise CannotRun(f"the branch {parent.ref} cannot be beside {os.fsdecode(ref)}")
