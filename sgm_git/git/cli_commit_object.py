"""Commit objects made by the git command: who, when, what is said, and signed where asked for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.command import git_error
from sgm_git.git.identity import clean_identity, find_identity, identity_variables
from sgm_git.git.run import TimeIsOver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.git.branching import BranchCommit
    from sgm_git.git.command import Git
    from sgm_git.git.protocol import CommitRequest
    from sgm_git.git.settings import Settings

SIGNING_SECONDS = 60.0
"""How long signing may take: a key may wait for a person for ever."""


def people_of(request: CommitRequest | BranchCommit, settings: Settings) -> dict[str, str]:
    """Give the environment by which git takes author, committer and dates of a commit.

    Raises CannotRun with a hint where git knows nobody.
    """
    author = request.author or find_identity("author", settings, os.environ)
    committer = find_identity("committer", settings, os.environ)
    people = identity_variables("AUTHOR", clean_identity(author))
    people |= identity_variables("COMMITTER", committer)
    if request.when is not None:
        date = f"@{request.when} +0000"
        people |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    return people


def store_commit(
    git: Git,
    content: tuple[str, str | None, bytes],
    people: Mapping[str, str],
    *,
    signs: bool,
    limit: float,
) -> str:
    """Make the commit object of a tree, a parent (None: a first one) and a message; give its id.

    Signed where ``signs`` says so, within ``limit`` seconds; raises CannotRun where it cannot be.
    """
    tree, parent, message = content
    command = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", tree, "-F", "-"]
    command += ["-p", parent] if parent else []
    command += ["-S"] if signs else []
    return run_commit_tree(git, command, message, people, limit)


def run_commit_tree(
    git: Git, command: Sequence[str], message: bytes, people: Mapping[str, str], limit: float
) -> str:
    """Let git make a commit object, which may wait for a key, and give its id.

    Raises CannotRun where it cannot be made within ``limit`` seconds.
    """
    try:
        done = git.write(*command, stdin=message, seconds=limit, variables=people)
    except TimeIsOver as error:
        raise CannotRun(
            f"signing (commit.gpgSign) did not end within {limit:.3g} s: the commit was given up",
            hint="unlock the signing key and try again",
        ) from error
    if done.status:
        raise git_error(done.err)
    return done.out.decode("ascii").strip()
