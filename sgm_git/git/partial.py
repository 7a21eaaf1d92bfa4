"""Whether a clone may lack objects that nobody fetched (partial clone), and how to get them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from pathlib import Path

# `git fetch --refetch` alone keeps to the clone's filter, and leaves out the same again.
FETCH_ALL = (
    "git fetch --refetch --no-filter (git 2.36 or newer; before: git rev-list --objects --all"
    " --missing=print | sed -n 's/^?//p' | git fetch --stdin)"
)
"""The command that fetches whatever a partial clone has left out."""


def is_partial(common_dir: Path) -> bool:
    """Whether the repository is a partial clone, or was one before it lost its remote."""
    return any((common_dir / "objects" / "pack").glob("*.promisor"))


def missing(oid: str) -> CannotRun:
    """Say that an object is not here, of a clone that may be partial, shallow or damaged."""
    return CannotRun(
        f"object {oid} is not in this repository",
        hint=f"in a partial clone: {FETCH_ALL}; in a shallow one: git fetch --unshallow;"
        " else it is damaged, and git fsck says more",
    )


def never_fetched(oid: str) -> CannotRun:
    """Say that an object was left out of a partial clone; nothing is fetched here (DESIGN 13)."""
    return CannotRun(
        f"object {oid} was never fetched: this clone is partial, and sgm fetches nothing unasked",
        hint=FETCH_ALL,
    )
