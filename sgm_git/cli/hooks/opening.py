"""Opens what a hook looks at."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git import parts
from sgm_git.git.engine import open_in_hook
from sgm_git.store.records import Records
from sgm_git.store.settings import staged_settings

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.git.protocol import Repository

_STARTED = re.compile(r"@(\d{1,18}) [+-]\d{4}\Z")  # as git writes it
_RUN_UP = 60  # seconds that hooks before ours may take


def open_here(invocation: Invocation) -> Repository:
    """Open the repository that git has started the hook in; raises CannotRun where it may not be.

    That is the one around the current directory, and ``GIT_INDEX_FILE`` counts where it is its.
    """
    try:
        return open_in_hook(invocation.engine)
    except CannotRun as error:
        if "GIT_WORK_TREE" in os.environ:
            error.hint = "a work tree without .git in it cannot be judged; git worktree adds one"
        raise


def staged_records(repository: Repository, invocation: Invocation) -> Records:
    """The records of a repository under the settings by which HEAD judges what is staged.

    Raises CannotRun where git commits another index than this repository's.
    """
    strange = repository.strange_index()
    if strange:
        raise CannotRun(
            f"GIT_INDEX_FILE is {strange}, which is no index of this repository: it leaks from "
            "another git, and a commit would delete what it does not know",
            hint="start git with a clean environment: unset $(git rev-parse --local-env-vars)",
        )
    return Records(repository, staged_settings(repository), invocation.now)


def records_of_message(invocation: Invocation) -> Records | None:
    """The same for a hook of the message; None where something keeps records from being read.

    pre-commit says what that is, and stops their commits; a hook of the message stops no others.
    """
    try:
        return staged_records(open_here(invocation), invocation)
    except CannotRun:
        return None


def commit_time(records: Records) -> int:
    """When the commit will say that it was made, in seconds since the epoch; never later than now.

    Who sets ``GIT_COMMITTER_DATE`` makes a commit that is older than what is written now, and no
    record may declare a time after its commit (DESIGN section 5). Else that is when git was
    started, which it tells its hooks as the author's time, unless the author is an earlier one's.
    Raises CannotRun for a date that git does not understand.
    """
    now, repository = records.now(), records.repository
    if os.environ.get("GIT_COMMITTER_DATE"):
        directory = repository.work_tree or repository.git_dir
        return min(now, parts.dates.date_as_git_reads(directory))
    begun = _STARTED.match(os.environ.get("GIT_AUTHOR_DATE", ""))
    started = int(begun[1]) if begun else now
    return started if now - _RUN_UP <= started < now else now
