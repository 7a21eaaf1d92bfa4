"""The repository's own configuration file, read and written with the git command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.command import git_error, split_nul

if TYPE_CHECKING:
    from sgm_git.git.command import Git
    from sgm_git.git.run import Done

_NOT_THERE = 1
_NOTHING_TO_UNSET = 5


def set_config(git: Git, key: str, value: str) -> None:
    """Let the file hold this value, and no other, for a key."""
    _done(git.write("config", "--local", "--replace-all", key, value))


def unset_config(git: Git, key: str) -> None:
    """Take all values of a key out of the file."""
    done = git.write("config", "--local", "--unset-all", key)
    if done.status != _NOTHING_TO_UNSET:
        _done(done)


def config_values(git: Git, key: str) -> list[str]:
    """Give all values of a key in the file, without includes."""
    done = git.ask("config", "--local", "-z", "--get-all", key)
    if done.status == _NOT_THERE and not done.err:
        return []
    return [os.fsdecode(value) for value in split_nul(_done(done).out)]


def _done(done: Done) -> Done:
    if done.status:
        raise git_error(done.err)
    return done
