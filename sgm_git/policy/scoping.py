"""The scope that a pattern of roots suggests: ``packages/*/memory`` is about packages."""

from __future__ import annotations

import re
from typing import NamedTuple

_STAR = "*"
_WILD = re.compile(r"[*?\[]")
_HISSING = re.compile(r"(?:ss|sh|ch|x|z)es\Z")
_PLURAL = re.compile(r"[^su]s\Z")


class PatternScope(NamedTuple):
    """The name of a scope, and its value: what the star of the pattern matched."""

    name: str
    value: str = "{1}"


def pattern_scope(pattern: str) -> PatternScope | None:
    """Give the scope of records in roots of a pattern (DESIGN section 4).

    Its name is the folder before the star, in the singular: ``package``. None where the pattern
    has no star of its own in a folder, or more than that is left open.
    """
    parts = pattern.split("/")
    wild = [number for number, part in enumerate(parts) if _WILD.search(part)]
    if len(wild) != 1 or parts[wild[0]] != _STAR or not wild[0]:
        return None
    return PatternScope(_singular(parts[wild[0] - 1]))


def _singular(name: str) -> str:
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    if _HISSING.search(name):
        return name[:-2]
    return name[:-1] if _PLURAL.search(name) and not name.endswith("is") else name
