"""Rule F112: characters that a reader does not see, or that reorder what a reader sees."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.nodes import pointers_at, scalars
from sgm_git.findings import Fault
from sgm_git.record.pointer import render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.document.document import Document
    from sgm_git.record.pointer import Pointer

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_TAGS = "\U000e0000-\U000e007f"
_RUN = re.compile(
    f"[{_BIDI}{_TAGS}"
    "\u00ad\u034f\u115f\u1160\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0080-\U000e0fff]+"
)
# What writing needs: a variation of the character before, joiners inside words and emoji, and
# the flags of regions, which are spelled with tags.
_PRESENTATION = re.compile("[\ufe0e\ufe0f]\\Z")
_VARIATION = re.compile("[\u180b-\u180d\ufe00-\ufe0d\U000e0100-\U000e01ef]\\Z")
_JOINER = re.compile("\ufe0f?[\u200c\u200d]\\Z")
_REGION = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f\\Z")
_FLAG = "\U0001f3f4"
_JOINED = frozenset(("Lo", "Lm", "Mn", "Mc", "So", "Sk"))
_PRESENTED = frozenset(("So", "Sm", "Sk", "Po", "Pd", "Nd"))
_VARIED = frozenset(("Lo", "So", "Sm"))
_LETTER_LIKE = "\u2139"  # the one letter that is an emoji too


class _Hit(NamedTuple):
    start: int
    end: int
    pointer: Pointer | None


def hidden_characters(case: Case) -> Iterator[Fault]:
    r"""The document holds hidden, bidirectional or tag characters (F112).

    Why: what a person cannot see in a review, an agent reads. Zero-width and tag characters
    carry whole sentences; bidirectional ones show another order than the one that is read.
    Joiners inside words and emoji, and flags, are writing and pass.

    Bad:
        title: "Keep\u200bthe\u202estore"

    Good:
        title: Keep the store

    Fix: remove them. In a rule they are an error.
    """
    document = case.document
    if document is None or not (_RUN.search(document.text) or "\\" in document.text):
        return
    by_pointer: dict[Pointer | None, list[_Hit]] = {}
    for hit in [*_raw_hits(document), *_escaped_hits(document)]:
        by_pointer.setdefault(hit.pointer, []).append(hit)
    for pointer, hits in by_pointer.items():
        yield _fault(document, pointer, hits)


def _fault(document: Document, pointer: Pointer | None, hits: list[_Hit]) -> Fault:
    first = hits[0]
    more = f" (and {len(hits) - 1} more)" if len(hits) > 1 else ""
    message = f"{_name(document, first)}{more}; remove it"
    where = None if pointer is None else render(pointer)
    return Fault("F112", message, document.span(first.start, first.end), where)


def _name(document: Document, hit: _Hit) -> str:
    source = document.text[hit.start : hit.end]
    run = _RUN.search(source)
    if run is None:
        return "a hidden character behind an escape"
    character = run[0][0]
    name = unicodedata.name(character, "a character without a name")
    return f"hidden character U+{ord(character):04X} {name}"


def _raw_hits(document: Document) -> Iterator[_Hit]:
    """Hits in the text itself, each with the pointer of the value that it stands in."""
    runs = [run.span() for run in _RUN.finditer(document.text) if not _is_writing(run)]
    pointers = pointers_at(document, (start for start, _ in runs)) if runs else ()
    for (start, end), pointer in zip(runs, pointers, strict=True):
        yield _Hit(start, end, pointer)


def _escaped_hits(document: Document) -> Iterator[_Hit]:
    """Values that hold, by escapes, what their source does not show."""
    for spot in scalars(document.root):
        node = spot.node
        if node.style == '"' and not _RUN.search(document.text, node.start, node.end):
            runs = [run for run in _RUN.finditer(node.text) if not _is_writing(run)]
            yield from (_Hit(node.start, node.end, spot.pointer) for _ in runs)


def _is_writing(run: re.Match[str]) -> bool:
    text, hidden = run.string, run[0]
    before = text[run.start() - 1] if run.start() else " "
    after = text[run.end()] if run.end() < len(text) else " "
    if _JOINER.match(hidden):
        return {unicodedata.category(before), unicodedata.category(after)} <= _JOINED
    if _PRESENTATION.match(hidden):
        return before == _LETTER_LIKE or unicodedata.category(before) in _PRESENTED
    if _VARIATION.match(hidden):
        return unicodedata.category(before) in _VARIED
    return before == _FLAG and _REGION.match(hidden) is not None
