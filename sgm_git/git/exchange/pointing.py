"""Let a branch that nobody has checked out be at a commit that is there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.git.branching import BranchCommit, RefMoved, refuse_bad_name
from sgm_git.git.cli_branching import move_branch, refuse_unfit_branch

if TYPE_CHECKING:
    from sgm_git.git.cli import GitRepository


def refuse_unfit(repository: GitRepository, ref: str, old: str) -> str | None:
    """Refuse a branch that could not be moved from ``old``; give where it is, None: nowhere.

    ``ref`` is a full name. Raises UsageError for what is none, RefMoved where the branch is at
    another commit, Refused where it is checked out, and CannotRun for a symbolic ref.
    """
    refuse_bad_name(ref)
    there = repository.refs(ref).get(ref)
    expected = None if there is None else there.oid
    if expected not in (None, old):
        name = ref.removeprefix("refs/heads/")
        raise RefMoved(
            f"the branch {name} is at {short(expected or '')}, not at {short(old)}",
            hint=f"merge into what it has (sgm merge {name} ...), or name a new branch",
        )
    refuse_unfit_branch(repository, repository.git, _move(ref, expected, ""))
    return expected


def point(repository: GitRepository, ref: str, old: str, new: str, why: str) -> None:
    """Let a branch be at ``new`` if it is at ``old``, or not there; ``why`` is for the reflog.

    Takes the repository's lock. Raises as ``refuse_unfit``, and Refused where a branch with a name
    above or below stands in the way.
    """
    expected = refuse_unfit(repository, ref, old)
    if expected != new:
        move_branch(repository, repository.git, _move(ref, expected, why), new)


def _move(ref: str, expected: str | None, why: str) -> BranchCommit:
    return BranchCommit(ref, expected, {}, why, expected)
