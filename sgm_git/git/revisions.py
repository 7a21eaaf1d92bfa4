"""Names of commits that mean the same to every engine (gitrevisions)."""

from __future__ import annotations

from sgm_git.errors import CannotRun, UsageError


def refuse_option(rev: str) -> None:
    """Raise UsageError for a name that git would take for an option (DESIGN 13)."""
    if rev.startswith("-"):
        raise UsageError(f"{rev!r} is no revision: it begins with a dash")
    if not rev or "\0" in rev:
        raise no_commit(rev)


def no_commit(rev: str, hint: str | None = None) -> CannotRun:
    """Say that the name leads to no commit."""
    return CannotRun(f"{rev!r} names no commit of this repository", hint=hint)
