"""Ways to add an entry to a mapping or an item to a sequence, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document.emit import STEP, Site, entry_lines, flow_entry, inline, item_lines
from sgm_git.document.source import (
    blank_lines_end,
    column,
    comma_end,
    content_start,
    dash_start,
    line_end,
    line_start,
    next_line,
    space_end,
)
from sgm_git.document.values import ELSEWHERE, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document.document import Document
    from sgm_git.document.node import Node
    from sgm_git.document.source import Patch
    from sgm_git.record.value import JsonValue


def new_entry(
    document: Document, mapping: Node, place: Place, key: str, value: JsonValue
) -> Iterator[Patch]:
    """Give ways to add an entry at the end of a mapping that stands at a place of a record."""
    if mapping.flow:
        yield from _at_the_end_of_flow(document, mapping, flow_entry(key, value, place))
    elif mapping.pairs:
        indent = column(document.text, content_start(document.text, mapping))
        site = Site(indent, place, at_end=_is_last(document, mapping))
        yield from _below(document, mapping, entry_lines({key: value}, site))
    else:
        end = document.front_span[1]
        lines = entry_lines({key: value}, Site(0, place))
        yield [(end, end, "".join(line + document.eol for line in lines))]


def new_item(
    document: Document, sequence: Node, place: Place, number: int, value: JsonValue
) -> Iterator[Patch]:
    """Give ways to add an item before the one with a number, or after the last."""
    is_at_end = number == len(sequence.items)
    if sequence.flow:
        item = inline(value, place.items or ELSEWHERE, in_flow=True)
        if is_at_end:
            yield from _at_the_end_of_flow(document, sequence, item)
        else:
            at = sequence.items[number].start
            yield [(at, at, f"{item}, ")]
        return
    indent = column(document.text, content_start(document.text, sequence))
    is_last = is_at_end and _is_last(document, sequence)
    lines = item_lines([value], Site(indent, place, at_end=is_last))
    for shifted in (_shifted(document.text, sequence, lines, indent), lines):
        if is_at_end:
            yield from _below(document, sequence, shifted)
        else:
            at = _above(document.text, sequence, number)
            yield [(at, at, "".join(line + document.eol for line in shifted))]
            at = dash_start(document.text, sequence, number)
            yield [(at, at, document.eol.join([*shifted, " " * indent]).lstrip(" "))]


def _above(text: str, sequence: Node, number: int) -> int:
    """Where the line of an item starts, or the comments directly above it, which are its own.

    What stands above the first item may be said of all.
    """
    at = line_start(text, dash_start(text, sequence, number))
    first = next_line(text, sequence.items[number - 1].end) if number else at
    while at > first and text[line_start(text, at - 1) : at].lstrip().startswith("#"):
        at = line_start(text, at - 1)
    return at


def _is_last(document: Document, node: Node) -> bool:
    return space_end(document.text, node.end) >= document.front_span[1]


def _shifted(text: str, sequence: Node, lines: list[str], indent: int) -> list[str]:
    """Put the new item as far behind its dash as the last one."""
    start = content_start(text, sequence.items[-1])
    gap = column(text, start) - indent
    dash = dash_start(text, sequence, len(sequence.items) - 1)
    if gap <= STEP or line_end(text, dash) < start or lines[0].endswith("-"):
        return lines
    pad = " " * (gap - STEP)
    first = lines[0][: indent + 1] + pad + lines[0][indent + 1 :]
    return [first, *(pad + line if line else line for line in lines[1:])]


def _below(document: Document, node: Node, lines: list[str]) -> Iterator[Patch]:
    """Add lines below a block: behind its last line, or behind blank lines that belong to it."""
    text, eol = document.text, document.eol
    end = line_end(text, node.end)
    yield [(end, end, "".join(eol + line for line in lines))]
    end = blank_lines_end(text, node.end)
    yield [(end, end, "".join(line + eol for line in lines))]


def _at_the_end_of_flow(document: Document, node: Node, entry: str) -> Iterator[Patch]:
    """Add an entry before the closing bracket, on a line of its own if the last one has one."""
    text = document.text
    closing = node.end - 1
    if not node.pairs and not node.items:
        yield [(content_start(text, node) + 1, closing, entry)]
        return
    first, last = node.pairs[-1] if node.pairs else (node.items[-1], node.items[-1])
    behind = comma_end(text, last.end, closing)
    comma = "," if behind == last.end else ""
    end = line_end(text, behind)
    lead = text[line_start(text, first.start) : first.start]
    if end < closing and not lead.strip():
        own_line = document.eol + lead + entry + ("" if comma else ",")
        yield [(behind, behind, comma), (end, end, own_line)]
    yield [(behind, behind, f"{comma} {entry}")]
