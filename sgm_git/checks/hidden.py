"""Rule F112: characters that a reader does not see, or that reorder what a reader sees."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.nodes import pointers_at, scalars
from sgm_git.findings import Fault
from sgm_git.record.pointer import render
from sgm_git.record.unseen import UNSEEN_RUN, unseen_runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.document.document import Document
    from sgm_git.record.pointer import Pointer


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
    if document is None or not (UNSEEN_RUN.search(document.text) or "\\" in document.text):
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
    run = UNSEEN_RUN.search(source)
    if run is None:
        return "a hidden character behind an escape"
    character = run[0][0]
    name = unicodedata.name(character, "a character without a name")
    return f"hidden character U+{ord(character):04X} {name}"


def _raw_hits(document: Document) -> Iterator[_Hit]:
    """Hits in the text itself, each with the pointer of the value that it stands in."""
    runs = [run.span() for run in unseen_runs(document.text)]
    pointers = pointers_at(document, (start for start, _ in runs)) if runs else ()
    for (start, end), pointer in zip(runs, pointers, strict=True):
        yield _Hit(start, end, pointer)


def _escaped_hits(document: Document) -> Iterator[_Hit]:
    """Values that hold, by escapes, what their source does not show."""
    for spot in scalars(document.root):
        node = spot.node
        if node.style == '"' and not UNSEEN_RUN.search(document.text, node.start, node.end):
            runs = unseen_runs(node.text)
            yield from (_Hit(node.start, node.end, spot.pointer) for _ in runs)
