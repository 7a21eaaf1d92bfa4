"""Fields and values as a message names them: short, on one line, without a dump."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from sgm_git.record.masking import masked
from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonValue

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_INDEX = re.compile(r"[0-9]+\Z")
_LONGEST = 60


def spoken(pointer: Pointer) -> str:
    """A pointer as people write it: ``provenance.agent``, ``annotations[0].kind``, ``x["a.b"]``.

    The empty pointer is ``the record``.
    """
    if not pointer:
        return "the record"
    first, *others = pointer
    start = first if _NAME.match(first) else f"[{quoted(first)}]"
    return _cut(masked(start + "".join(map(_step, others))))


def _step(token: str) -> str:
    if _NAME.match(token):
        return f".{token}"
    return f"[{token}]" if _INDEX.match(token) else f"[{quoted(token)}]"


def quoted(value: JsonValue) -> str:
    """A value as JSON, cut to what fits into a message; containers are only named.

    Secrets in it are masked, and before it is cut: a part of one would not be known for one.
    """
    if isinstance(value, (list, dict)):
        return kind_of(value)
    if not isinstance(value, str):
        return _cut(masked(dumps(value)))
    shown = masked(value)
    return _cut(dumps(shown)) if len(shown) <= _LONGEST else dumps(shown[:_LONGEST])[:-1] + '..."'


def kind_of(value: JsonValue) -> str:
    """What a value is in JSON, with its article: ``a string``, ``an object``, ``null``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float, Decimal)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


def listed(words: list[str]) -> str:
    """Words as an enumeration: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _cut(text: str) -> str:
    return text if len(text) <= 2 * _LONGEST else text[: 2 * _LONGEST] + "..."
