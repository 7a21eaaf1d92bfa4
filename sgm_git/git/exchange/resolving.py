"""Take files that were in conflict as they stand in the work tree now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.command import git_error
from sgm_git.git.exchange.unfinishing import own_git

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.cli import GitRepository

_ADD = ("add", "--pathspec-from-file=-", "--pathspec-file-nul")
_LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}


def stage(repository: GitRepository, paths: Sequence[str]) -> None:
    """Stage exactly these files, as ``git add`` does; raises CannotRun where git cannot.

    Paths are relative to the top of the work tree.
    """
    if not paths:
        return
    listed = b"".join(os.fsencode(path) + b"\0" for path in paths)
    done = own_git(repository).write(*_ADD, stdin=listed, variables=_LITERAL)
    if done.status:
        raise git_error(done.err)
