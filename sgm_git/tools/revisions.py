"""Revisions that agents name: never one that git could take for an option."""

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
