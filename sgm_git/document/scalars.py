"""What a scalar stands for: only JSON's tokens are not text (DESIGN section 3, "Scalars")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.record.spoken import quoted
from sgm_git.record.value import number

if TYPE_CHECKING:
    from sgm_git.document.node import Node
    from sgm_git.record.value import JsonValue

TAGS = "tag:yaml.org,2002:"
WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_NOT_FINITE = re.compile(r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z")
_NUMBER_STARTS = frozenset("-0123456789")
_NOT_FINITE_STARTS = frozenset("-+.")


def plain_value(text: str) -> JsonValue:
    """Give the value of a plain scalar; raises ValueError for a number that JSON has not."""
    if text in WORDS:
        return WORDS[text]
    if text[0] in _NUMBER_STARTS and _NUMBER.match(text):
        return number(text)
    if text[0] in _NOT_FINITE_STARTS and _NOT_FINITE.match(text):
        raise ValueError(f"{text} is no JSON number; quote it to mean the text")
    return text


def scalar_value(node: Node, *, as_text: bool) -> JsonValue:
    """Give the value of a scalar node; ``as_text``: it stands where numbers and booleans are text.

    Raises ValueError for a tag outside YAML's core, or one that the text does not fit.
    """
    if node.tag is not None:
        return _tagged_value(node.tag, node.text)
    if node.style:
        return node.text
    if as_text:
        return None if WORDS.get(node.text, True) is None else node.text
    return plain_value(node.text)


def _tagged_value(tag: str, text: str) -> JsonValue:
    if tag in {"!", TAGS + "str"}:
        return text
    name = tag.removeprefix(TAGS)
    if tag == name or name not in _TAGGED:
        raise ValueError(f"the tag {tag.replace(TAGS, '!!')} has no JSON form")
    pattern, token = _TAGGED[name]
    if not pattern.match(text):
        raise ValueError(f"{quoted(text)} does not fit the tag !!{name}")
    return plain_value(text + token if _INTEGER.match(text) else text)


_TAGGED = {
    "int": (_INTEGER, ""),
    "float": (_NUMBER, ".0"),
    "bool": (re.compile("(?:true|True|TRUE|false|False|FALSE)\\Z"), ""),
    "null": (re.compile("(?:null|~|)\\Z"), ""),
}
