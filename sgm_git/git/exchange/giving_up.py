"""What a merge or rebase that is given up would take along: git puts all files back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.command import split_nul
from sgm_git.git.exchange.obstacles import in_the_way, refuse_untracked
from sgm_git.git.exchange.unfinishing import own_git

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.cli import GitRepository

_STATUS = ("status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames")
_UNMERGED = ("DD", "AU", "UD", "UA", "DU", "AA", "UU")
_KEPT = " "
_REBASES = ("rebase-merge", "rebase-apply")


def edited(repository: GitRepository) -> list[tuple[str, str]]:
    """Give the tracked files that differ from HEAD or from the index, each with git's two letters.

    The first letter is what is staged, the second what is not; a blank is nothing.
    """
    told = split_nul(own_git(repository).read(*_STATUS, "--ignore-submodules=all"))
    return [(os.fsdecode(line[3:]), line[:2].decode("ascii")) for line in told]


def refuse_losses(repository: GitRepository, what: str) -> None:
    """Raise Refused where edits would go that are none of the conflict's.

    These are edits of other files that are not staged, staged ones of files that neither side has
    changed, and untracked files where others would come back.
    """
    ends = _ends(repository, what)
    lost = _lost(repository, what, ends)
    if lost:
        refused = in_the_way(lost, "edited since")
        hint = f"copy what you need to another place; `git {what} --abort` gives it up, too"
        raise Refused(refused.message, words=refused.words, hint=hint)
    head = repository.head().oid
    if ends and head is not None:
        back = repository.tree_changes(head, ends[0])
        refuse_untracked(repository, own_git(repository), back)


def _lost(repository: GitRepository, what: str, ends: tuple[str, str] | None) -> list[str]:
    """The tracked files whose edits would go; where no ends are known, staged ones are git's."""
    own = [(path, how) for path, how in edited(repository) if how not in _UNMERGED]
    touched = set(repository.tree_changes(*ends)) if ends else {path for path, _ in own}
    touched |= _of_the_step(repository) if what == "rebase" else set()
    return [path for path, how in own if how[1] != _KEPT or path not in touched]


def _ends(repository: GitRepository, what: str) -> tuple[str, str] | None:
    """The commit that all goes back to, and the other side's."""
    try:
        if what == "merge":
            return repository.resolve("HEAD"), repository.resolve("MERGE_HEAD")
        before, onto = _noted(repository, "orig-head"), _noted(repository, "onto")
        return repository.resolve(next(before)), repository.resolve(next(onto))
    except (CannotRun, StopIteration):  # git will say itself what is wrong with it
        return None


def _noted(repository: GitRepository, name: str) -> Iterator[str]:
    for folder in _REBASES:
        file = repository.git_dir / folder / name
        if file.is_file():
            yield file.read_text("ascii").strip()


def _of_the_step(repository: GitRepository) -> set[str]:
    """The paths that the commit changes at which a rebase has stopped."""
    try:
        commit = repository.resolve("REBASE_HEAD")
        return set(repository.tree_changes(repository.resolve(f"{commit}^"), commit))
    except CannotRun:
        return set()
