"""Whether git is about to put a commit in the place of HEAD, told from what its hooks know."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.dates import commit_date

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.commits import Commit

_FIXUPS = ("rebase-merge", "current-fixups")
_TREE = re.compile("[0-9a-f]{40,64}")
_DATE = "GIT_AUTHOR_DATE"


def is_amending(git_dir: Path, head: Commit) -> bool:
    """Whether the commit in the making has HEAD's author and date, or a rebase melds it into HEAD.

    git tells its hooks the author, but not that it amends. A commit that is made in the same second
    as HEAD by the same person seems to be one, too.
    """
    if git_dir.joinpath(*_FIXUPS).exists():
        return True
    if _TREE.fullmatch(os.environ.get("SGM_JUDGED", "")):  # it is one of ours, which never do
        return False
    if not os.environ.get(_DATE):
        return False
    author = (os.environ.get("GIT_AUTHOR_NAME"), os.environ.get("GIT_AUTHOR_EMAIL"))
    try:
        when = commit_date("AUTHOR", os.environ).seconds
    except CannotRun:  # git understands more forms than we
        return False
    return (*author, when) == (head.author.name, head.author.email, head.author_time)
