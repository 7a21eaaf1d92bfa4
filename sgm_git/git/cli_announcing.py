"""Announces files in the index with the git command; see ``staging.Staging.announce``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git.cli_index import entries_of, nul_list
from sgm_git.git.command import git_error
from sgm_git.git.restaging import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.git.command import Git

_ANNOUNCE = ("add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul")


def announce(git: Git, git_dir: Path, index: Path, paths: Sequence[str]) -> list[str]:
    """Let an index announce files that it knows nothing of; gives their paths, sorted."""
    new: list[str] = []

    def change(copy: Path) -> bool:
        """Announce them in a copy of the index."""
        own = git.with_index(copy)
        new[:] = sorted({*paths} - {entry.path for entry in entries_of(own, paths)})
        if new:
            done = own.write(*_ANNOUNCE, stdin=nul_list(f":(top,literal){path}" for path in new))
            if done.status:
                raise git_error(done.err)
        return bool(new)

    if paths:
        replace_file(git_dir, index, change)
    return new
