"""How a scalar is written so that every YAML reader takes it for the same JSON value.

The rules are those on which twelve readers in seven languages were found to agree (DESIGN
section 3, "Writing a new file").
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from sgm_git.document.words import WORDS
from sgm_git.record.value import number_text

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue

MAX_PLAIN = 1024
MAX_KEY = 1024  # of what is written; more is not looked at for a colon behind it
_SPECIAL = "\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"
_HARMFUL = re.compile(rf": | #|:\Z|\A[ ]|[ ]\Z|  |[\x00-\x1f\xa0{_SPECIAL}]")
_AFTER_DIGIT = re.compile(r"[g-mq-suwyG-MQ-SUWY]")
_FLOW_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*\Z")
_ESCAPED = re.compile(rf'[\x00-\x1f"\\{_SPECIAL}]')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
NOT_IN_BLOCK = re.compile(rf"[\x00-\x08\x0b-\x1f\xa0{_SPECIAL}]")
"""Characters that keep a text out of block scalars."""


def is_plain(text: str) -> bool:
    """Tell whether a text may stand without quotes in block style."""
    if not text or len(text) > MAX_PLAIN or text.lower() in WORDS or _HARMFUL.search(text):
        return False
    first = text[0]
    if first in "0123456789":
        return bool(_AFTER_DIGIT.search(text)) and "#" not in text
    return first in "_/(" or first.isalpha()


def is_flow_plain(text: str) -> bool:
    """Tell whether a text may stand without quotes inside brackets or braces."""
    return bool(_FLOW_PLAIN.match(text)) and is_plain(text)


def spelled(text: str, *, in_flow: bool = False) -> str:
    """Write a text on one line, without quotes where that may be."""
    is_bare = is_flow_plain(text) if in_flow else is_plain(text)
    return text if is_bare else double_quoted(text)


def double_quoted(text: str) -> str:
    """Write a text in double quotes, with the escapes that all readers know."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04X}"


def single_quoted(text: str) -> str | None:
    """Write a text in single quotes; ``None`` if it holds what needs an escape."""
    if _ESCAPED.search(text.replace('"', "").replace("\\", "")):
        return None
    return "'" + text.replace("'", "''") + "'"


def key_spelling(key: str, *, in_flow: bool = False) -> str:
    """Write a mapping's key, without its colon; longer than ``MAX_KEY`` it needs a ``?``."""
    return double_quoted(key) if key == "__proto__" else spelled(key, in_flow=in_flow)


def constant(value: JsonValue, *, in_text_place: bool) -> str:
    """Write null, a boolean or a number; where such are read as text, with its core tag."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        tag, token = "!!bool ", "true" if value else "false"
    else:
        token = _number(value)
        tag = "!!int " if token.lstrip("-").isdigit() else "!!float "
    return tag + token if in_text_place else token


def _number(value: JsonValue) -> str:
    """Write a number with a point in its mantissa and a sign in its exponent, if it has one."""
    if not isinstance(value, (int, float, Decimal)):
        raise ValueError(f"{type(value).__name__} is not JSON")  # noqa: TRY004  # as documented
    mantissa, _, exponent = number_text(value).lower().partition("e")
    if not exponent:
        return mantissa
    point = "" if "." in mantissa else ".0"
    return f"{mantissa}{point}e{int(exponent):+d}"
