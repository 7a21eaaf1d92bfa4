"""Patterns of paths as people know them from git: ``*`` and ``?`` stay in a folder, ``**`` crosses.

A pattern without a slash is held against the last component alone.
"""

from __future__ import annotations

import re
from functools import cache

_TOKEN = re.compile(r"\*\*/|/\*\*\Z|\*\*|\*|\?|\[!?[^\]/]+\]|.", re.DOTALL)
_WILD = re.compile(r"[*?\[]")


def matches(pattern: str, path: str) -> bool:
    """Whether a path, with forward slashes, matches."""
    target = path if "/" in pattern.rstrip("/") else path.rpartition("/")[2]
    return compiled(pattern.strip("/")).fullmatch(target) is not None


def fixed_part(pattern: str) -> str:
    """The folders at the front of a pattern that hold no wildcard; empty if the first one does."""
    parts = pattern.split("/")
    fixed = next((n for n, part in enumerate(parts) if _WILD.search(part)), len(parts))
    return "/".join(parts[:fixed])


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression in which each ``*`` and ``?`` is a group of its own."""
    return re.compile("".join(map(_translated, _TOKEN.findall(pattern))), re.DOTALL)


def _translated(token: str) -> str:
    simple = {
        "**/": "((?:[^/]+/)*)",
        "/**": "(/.*)",
        "**": "(.*)",
        "*": "([^/]*)",
        "?": "([^/])",
    }.get(token)
    if simple is not None:
        return simple
    if token.startswith("[") and len(token) > 2:  # noqa: PLR2004 - a bracket with something in it
        inside = token[1:-1].replace("\\", "\\\\").replace("^", "\\^")
        return f"([{'^' + inside[1:] if inside.startswith('!') else inside}])"
    return re.escape(token)
