"""Revisions and paths that agents name: no option of git, and nothing outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


def revision(given: JsonValue) -> str | None:
    """Give the name of a commit, branch or tag; raises UsageError for what cannot be one."""
    if given is None:
        return None
    rev = str(given)
    if rev.startswith("-") or not rev.isprintable() or rev != rev.strip():
        raise UsageError(f"{rev!r} names no revision", hint="give a commit, branch or tag")
    return rev


def inside(path: str) -> str:
    """Give a path from the top of the repository; raises UsageError for one that leaves it."""
    plain = path.replace("\\", "/").rstrip("/")
    if plain.startswith("/") or ".." in plain.split("/") or "\0" in plain:
        raise UsageError(
            f"{path!r} is no path from the top of the repository", hint="as memory/rule/x.md"
        )
    return plain
