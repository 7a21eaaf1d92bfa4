"""What to do next, in the words of tools: hints are written for a person at a command line."""

from __future__ import annotations

import re
from typing import Final

_INSTEAD: Final = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"; git log --all -S ID looks through all branches", ""),
        (r"sgm list shows all of them|sgm list shows all, sgm search finds", "sgm_search finds it"),
        (r"\(sgm list\)", "(sgm_search without query)"),
        (r"sgm check (\S+) shows the place", r'sgm_check with paths ["\1"] shows the place'),
        (r"^sgm check (\S+)$", r'sgm_check with paths ["\1"] tells more'),
        (r"\bsgm check\b", "sgm_check"),
        (r"sgm history .* --rev \S+ tells", "sgm_history with that rev tells"),
        (r"\bsgm history\b", "sgm_history"),
        (r"sgm set changes", "sgm_update changes"),
        (r"sgm show .+ --json", "sgm_get"),
        (r"sgm schema ([\w-]+)", r"sgm://schema/\1"),
        (r"\bsgm rule [KGX]\d+ explains it", "leave all else as it was; drop names what is to go"),
        (r"\bsgm rule S\d+ explains it", "sgm://schema/record says what may stand there"),
        (r"\bsgm rule \w+ explains it", "mend it, and try again"),
        (r"changed only with --consent", "a person's to change"),
        (r"commit them first, or .*--with-edits", "a person commits or drops them first"),
        (r"--rev main", "rev main"),
    )
)
_GIT = (
    "add|am|bisect|check-ignore|cherry-pick|commit|config|fetch|fsck|help|log|merge|rebase|remote"
    "|revert|sparse-checkout|update-index"
)
_COMMAND = re.compile(rf"(?:^|[\s(`'])(?:sgm [a-z]|git (?:{_GIT})\b|--?[a-z])")
_PERSON = "a person"


def fitting(hint: str | None) -> str | None:
    """Give a hint that an agent can follow, or one that says that it is for a person."""
    if hint is None:
        return None
    for pattern, instead in _INSTEAD:
        hint = pattern.sub(instead, hint)
    return f"for {_PERSON}: {hint}" if is_for_a_person(hint) and _PERSON not in hint else hint


def is_for_a_person(hint: str) -> bool:
    """Whether a hint speaks of commands or options, which no tool has."""
    return _COMMAND.search(hint) is not None
