"""Which merge driver git's attributes name for a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.cli import GitRepository
from sgm_git.git.cli_index import nul_list
from sgm_git.git.command import split_nul

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository

_NAME = "merge"


def merge_drivers(repository: Repository, paths: Sequence[str]) -> dict[str, str]:
    """Give the ``merge`` attribute of each path, in git's words: ``unspecified`` where none is.

    Empty for the engine that is no git: nothing merges there.
    """
    if not isinstance(repository, GitRepository) or not paths:
        return {}
    said = repository.git.read("check-attr", "-z", "--stdin", _NAME, stdin=nul_list(paths))
    answers = iter(split_nul(said))
    return {
        os.fsdecode(path): os.fsdecode(value)
        for path, _, value in zip(answers, answers, answers, strict=True)
    }
