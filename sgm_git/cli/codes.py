"""Codes of findings, as they are given to commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.registry import rule, suggest
from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from sgm_git.checks.rule import Rule


def known_rule(text: str) -> Rule[object]:
    """Give the rule of that code or name; raises UsageError with the one that was meant."""
    found = rule(text)
    if found is None:
        close = suggest(text)
        hint = f"did you mean {close}?" if close else "sgm rule lists all"
        raise UsageError(f"there is no rule {text}", hint=hint)
    return found
