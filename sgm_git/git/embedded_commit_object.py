"""Commit objects made without git; they are not signed, which is never dropped in silence."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dulwich.objects import Commit, ObjectID

from sgm_git.errors import CannotRun
from sgm_git.git.dates import When, commit_date
from sgm_git.git.embedded_repo import oid_of
from sgm_git.git.identity import clean_identity, find_identity
from sgm_git.git.message import message_bytes

if TYPE_CHECKING:
    from sgm_git.git.branching import BranchCommit
    from sgm_git.git.protocol import CommitRequest
    from sgm_git.git.settings import Settings


def refuse_signing(settings: Settings) -> None:
    """Raise CannotRun where commits are to be signed, which is never dropped in silence."""
    if settings.flag("commit.gpgSign"):
        raise CannotRun(
            "commits are to be signed here (commit.gpgSign), which only git can do",
            hint="install git; or let commits go unsigned: git config commit.gpgSign false",
        )


def commit_object(
    request: CommitRequest | BranchCommit, settings: Settings, tree: ObjectID, parent: str | None
) -> Commit:
    """Give the commit of a tree on top of a parent (None: a first one); it is not stored.

    Raises CannotRun with a hint where git knows no author or committer.
    """
    author = request.author or find_identity("author", settings, os.environ)
    committer = find_identity("committer", settings, os.environ)
    written, committed = (_date(role, request.when) for role in ("AUTHOR", "COMMITTER"))
    commit = Commit()
    commit.tree = tree
    commit.parents = [oid_of(parent)] if parent else []
    commit.author = clean_identity(author).to_bytes()
    commit.author_time, commit.author_timezone = written.seconds, written.offset
    commit.committer = committer.to_bytes()
    commit.commit_time, commit.commit_timezone = committed.seconds, committed.offset
    commit.message = message_bytes(request.message)
    return commit


def _date(role: str, when: int | None) -> When:
    return commit_date(role, os.environ) if when is None else When(when, 0)
