"""Rule F110: scalars that YAML readers take for different values (DESIGN section 3).

Which those are was measured over twelve readers of seven languages. A time in the form of
RFC 3339 is excepted, because that is how people write times.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from sgm_git.checks.nodes import plain_texts, scalars
from sgm_git.document import parts
from sgm_git.document.words import WORDS
from sgm_git.findings import Edit, Fault, Fix
from sgm_git.record.pointer import render
from sgm_git.record.spoken import quoted
from sgm_git.record.times import parse_rfc3339

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.checks.nodes import Spot
    from sgm_git.document.document import Document
    from sgm_git.document.node import Node

_EXACT_INTEGER = 2**53  # up to here, a float holds every integer
_NUMBER = re.compile(
    r"""[-+]?(?: 0x[0-9a-f_]+ | 0o?[0-7_]+ | 0b[01_]+
    | [0-9][0-9_,]* (?:\.[0-9_,]*)? (?:e[-+]?[0-9]+)?
    | \.[0-9_]+ (?:e[-+]?[0-9]+)?
    | [0-9][0-9_]* (?::[0-5]?[0-9])+ (?:\.[0-9_]*)?
    | \.(?:inf|nan) | \._+ | [0-9]+\.\#(?:inf|nan|ind) )\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:.*)?\Z")
_FORMS = {
    "a number": _NUMBER,
    "a date": _DATE,
    "something else than a text": re.compile(r"(?:=|<<)\Z|:"),
}
_NOT_IN_FLOW = re.compile("[?:]")
_STARTS = frozenset("0123456789+-.:=<")  # of what is a word to us and more to others
_HINT = re.compile("[0-9+.:=<-]|[^?:]*[?:]")  # of what is no word, but perhaps more than a text
_LONGEST_WORD = max(map(len, WORDS))
_PORTABLE_FLOAT = re.compile(r"-?[0-9]+\.[0-9]+(?:[eE][-+][0-9]+)?\Z")
_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_NOT_PORTABLE = re.compile(r"/|u[dD][89A-Fa-f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ANCHOR = re.compile(r"&\S+\s+")
_WORDS = {
    **dict.fromkeys(("null", "~", "nil"), "null"),
    **dict.fromkeys(("nan", "inf", "infinity", "nanq", "nans"), "a number"),
}


def readers_disagree(case: Case) -> Iterator[Fault]:
    """YAML readers take a scalar for different values (F110).

    Why: other tools read the same files. Without quotes, ``no`` is false to some of them, a date
    becomes a date, and ``12:30:45`` is the number 45045. Here all of them are texts.

    Bad:
        x_country: no
        x_released: 2026-10-10
        x_build: 0123

    Good:
        x_country: "no"
        x_released: "2026-10-10"
        x_build: "0123"

    Fix: ``sgm fix`` adds the quotes, or spells a number as all readers know it; the value stays
    the same. A number that some readers round cannot be spelled otherwise: make it a text.
    """
    document = case.document
    if document is None or not _may_hold_any(document):
        return
    for spot in scalars(document.root):
        if spot.node.tag is None:
            what = _disagreement(spot, document)
            if what is not None:
                yield _fault(spot, document, what)


def _may_hold_any(document: Document) -> bool:
    """Whether a closer look is worth its time; most documents hold nothing of the kind."""
    front = slice(0, document.front_span[1])
    if "\\" in document.text[front] or _RAW.search(document.text, *document.front_span):
        return True
    return any(_may_be_taken_for_more(text) for text in plain_texts(document.root))


def _may_be_taken_for_more(text: str) -> bool:
    if _HINT.match(text):
        return parse_rfc3339(text) is None
    return len(text) <= _LONGEST_WORD and text.lower() in WORDS


def _fault(spot: Spot, document: Document, what: str) -> Fault:
    node = spot.node
    source = document.text[node.start : node.end]
    anchor = _ANCHOR.match(source) if node.anchor else None
    start = node.start + (anchor.end() if anchor else 0)
    span = document.span(start, node.end)
    spelled = _respelled(spot)
    is_better = spelled is not None and spelled != document.text[start : node.end]
    fix = Fix((Edit(span, spelled),)) if spelled is not None and is_better else None
    return Fault("F110", what, span, render(spot.pointer), fix)


def _disagreement(spot: Spot, document: Document) -> str | None:
    """What readers disagree on; None where they agree."""
    node = spot.node
    source = document.text[node.start : node.end]
    raw = _RAW.search(source)
    if raw is not None:
        return f"some YAML readers do not take U+{ord(raw[0]):04X} as it is; escape it"
    if node.style == '"' and "\\" in source:
        return _escape_disagreement(source)
    if node.style or not node.text:
        return None
    if isinstance(node.value, str) or spot.is_key:
        return _text_disagreement(spot)
    return _token_disagreement(node)


def _text_disagreement(spot: Spot) -> str | None:
    text = spot.node.text
    if spot.is_key and spot.node.is_merge_key:
        return "some YAML readers know no merge keys and take << for an ordinary one"
    taken_for = _taken_for(text, in_flow=spot.in_flow)
    if taken_for is None:
        return None
    return f"some YAML readers take {quoted(text)} without quotes for {taken_for}; quote it"


def _taken_for(text: str, *, in_flow: bool) -> str | None:
    if len(text) <= _LONGEST_WORD and text.lower() in WORDS:
        return _WORDS.get(text.lower(), "a boolean")
    if text[0] in _STARTS:
        if parse_rfc3339(text) is not None:
            return None
        form = _form(text)
        if form is not None:
            return form
    return "more than one thing" if in_flow and _NOT_IN_FLOW.search(text) else None


def _form(text: str) -> str | None:
    return next((form for form, pattern in _FORMS.items() if pattern.match(text)), None)


def _token_disagreement(node: Node) -> str | None:
    """Of a scalar that stands for a constant or a number."""
    value, text = node.value, node.text
    if isinstance(value, bool) and text not in {"true", "false"}:
        return f"some YAML readers take {text} for a text; write {text.lower()}"
    if isinstance(value, Decimal) or (isinstance(value, int) and abs(value) > _EXACT_INTEGER):
        return f"many readers round {quoted(value)}; quote it to keep every digit as a text"
    if isinstance(value, float) and not _PORTABLE_FLOAT.match(text):
        return f"some YAML readers take {text} for something else than the number {value!r}"
    return None


def _escape_disagreement(source: str) -> str | None:
    for match in _ESCAPE.finditer(source):
        if _NOT_PORTABLE.match(match[1]):
            return f"some YAML readers do not know the escape {match[0]}"
    return None


def _respelled(spot: Spot) -> str | None:
    """The same value as all readers take it; None where there is no such spelling."""
    node = spot.node
    if node.style in {"|", ">"} or _SURROGATE.search(node.text):
        return None
    if isinstance(node.value, str) and not (spot.is_key and node.is_merge_key):
        return parts.spelling.double_quoted(node.text)
    if isinstance(node.value, (bool, float)):
        return parts.spelling.constant(node.value, in_text_place=False)
    return None
