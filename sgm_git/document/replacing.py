"""Ways to put another value where one stands (DESIGN section 3, "Changing a file").

Each way is a guess at how a person would have typed it, best first. None is trusted: whoever
uses one reads the document again and compares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.document.block import fits_block, folded_lines, header, is_literal, literal_lines
from sgm_git.document.emit import STEP, Site, entry_lines, inline, item_lines, value_lines
from sgm_git.document.lines import shifted
from sgm_git.document.source import (
    Patch,
    Spot,
    blank_lines_end,
    column,
    content_start,
    line_end,
    next_line,
    properties_end,
)
from sgm_git.document.spelling import double_quoted, single_quoted, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document.former import Former
    from sgm_git.record.value import JsonValue

Form: TypeAlias = tuple[str, list[str]]
"""What stands behind a colon or dash in its line, and the lines below."""

_BLOCK = frozenset("|>")
_HEADER = re.compile("[|>][-+0-9]*")


@dataclass(frozen=True, slots=True)
class _Frame:
    """What of a node's text is replaced: a stretch of its first line, and whole lines below."""

    start: int
    end: int
    below: int
    below_end: int
    prefix: str = ""


def replacements(spot: Spot, value: JsonValue) -> Iterator[Patch]:
    """Give ways to replace a node by a value."""
    yield from _in_the_same_lines(spot, value)
    for form in _forms(spot, value):
        for frame in _frames(spot):
            yield _patch(spot, frame, form)


def spelled_again(spot: Spot, stood: Former) -> Iterator[Patch]:
    """Give ways to replace a node by a value that is spelled as it was in an older state."""
    if stood.spelling is None:
        return
    head, lines = stood.spelling
    form = (head, shifted(lines, spot.indent - stood.indent))
    yield from (_patch(spot, frame, form) for frame in _frames(spot))


def _in_the_same_lines(spot: Spot, value: JsonValue) -> Iterator[Patch]:
    """Replace the entries or items of a block, so that comments above the first one stay."""
    if not spot.is_block or not isinstance(value, (dict, list)) or not value:
        return
    start = content_start(spot.text, spot.node)
    site = Site(column(spot.text, start), spot.place, at_end=spot.is_last)
    lines = entry_lines(value, site) if isinstance(value, dict) else item_lines(value, site)
    joined = spot.document.eol.join(lines).lstrip(" ")
    yield [(start, spot.node.end, joined)]


def _forms(spot: Spot, value: JsonValue) -> Iterator[Form]:
    if isinstance(value, str):
        yield from _text_forms(spot, value)
    elif isinstance(value, (dict, list)) and value and not spot.in_flow:
        keeps_brackets = spot.node.flow and bool(spot.node.items or spot.node.pairs)
        forms: list[Form] = [_block_of(spot, value), (inline(value, spot.place), [])]
        yield from reversed(forms) if keeps_brackets else forms
    else:
        yield inline(value, spot.place, in_flow=spot.in_flow), []


def _block_of(spot: Spot, value: JsonValue) -> Form:
    """Give a collection in block style, or a text as a literal block."""
    in_list = spot.key is None
    indent = spot.indent + STEP
    if in_list and isinstance(value, dict):
        start = content_start(spot.text, spot.node)
        indent = column(spot.text, start) + (start == spot.node.end)
        first, *rest = entry_lines(value, Site(indent, spot.place, at_end=spot.is_last))
        return first.lstrip(" "), rest
    head, lines = value_lines(value, Site(indent, spot.place, in_list, spot.is_last))
    return head.lstrip(" "), lines


def _text_forms(spot: Spot, text: str) -> Iterator[Form]:
    style = spot.node.style  # an alias has none
    if style in _BLOCK:
        yield from _same_block(spot, text)
    is_last = spot.is_last
    if not spot.in_flow and is_literal(text, in_list=spot.key is None, at_end=is_last):
        yield _block_of(spot, text)
    quoted = single_quoted(text) if style == "'" else None
    if quoted is not None:
        yield quoted, []
    yield double_quoted(text) if style == '"' else spelled(text, in_flow=spot.in_flow), []


def _same_block(spot: Spot, text: str) -> Iterator[Form]:
    """Give a text as the block scalar that stands there: folded or literal, as far indented."""
    if not fits_block(text):
        return
    start = content_start(spot.text, spot.node)
    body = spot.text[next_line(spot.text, start) : spot.node.end].replace("\r", "").split("\n")
    first = next((line for line in body if line.strip()), "")
    indent = len(first) - len(first.lstrip(" ")) if first else spot.indent + STEP
    if digit := re.match("[|>][-+]?([1-9])", spot.text[start : start + 3]):
        indent = spot.indent + int(digit[1])
    step = indent - spot.indent
    if spot.node.style == ">":
        lines = folded_lines(text, indent, [line[indent:] for line in body])
        if lines is not None:
            yield header(text, ">", step), lines
    yield header(text, "|", step), literal_lines(text, indent)


def _frames(spot: Spot) -> Iterator[_Frame]:
    """Keep tag and anchor, else the anchor alone, else neither."""
    node = spot.node
    behind = properties_end(spot.text, node)
    yield (first := _frame(spot, behind, ""))
    if node.style in _BLOCK:
        blank_end = line_end(spot.text, blank_lines_end(spot.text, node.end) - 1)
        yield replace(first, below_end=blank_end)
    if behind > node.start:
        if node.anchor is not None:
            yield _frame(spot, node.start, f"&{node.anchor} ")
        yield _frame(spot, node.start, "")
    if spot.key is not None and spot.indicator_end == spot.key.end:
        colon = spot.document.eol + " " * spot.indent + ": "
        yield _Frame(node.end, node.end, *_nothing_below(spot), ": " if spot.in_flow else colon)


def _nothing_below(spot: Spot) -> tuple[int, int]:
    end = line_end(spot.text, spot.node.end)
    return end, end


def _frame(spot: Spot, start: int, prefix: str) -> _Frame:
    text, node = spot.text, spot.node
    if spot.is_block:
        return _block_frame(spot, start, prefix)
    indicator = _HEADER.match(text, properties_end(text, node)) if node.style in _BLOCK else None
    if indicator is not None:
        return _Frame(start, indicator.end(), line_end(text, start), node.end, prefix)
    return _Frame(start, node.end, *_nothing_below(spot), prefix)


def _block_frame(spot: Spot, start: int, prefix: str) -> _Frame:
    text, node = spot.text, spot.node
    before = spot.indicator_end
    content = content_start(text, node)
    if line_end(text, before) > content:
        return _Frame(start if prefix else content, node.end, *_nothing_below(spot), prefix)
    has_properties = node.tag is not None or node.anchor is not None
    behind = len(text[: properties_end(text, node)].rstrip()) if has_properties else before
    at = behind if start > node.start else before
    return _Frame(at, behind, line_end(text, behind), line_end(text, node.end), prefix)


def _patch(spot: Spot, frame: _Frame, form: Form) -> Patch:
    head, lines = form
    text = spot.text
    start = frame.start
    first = frame.prefix + head
    is_inserted = start == frame.end or (spot.is_block and start == spot.indicator_end)
    if is_inserted and first and first[0] not in ":\r\n" and text[start - 1] not in " \n":
        first = " " + first
    if not head:
        first = first.rstrip(" ")
        start = len(text[:start].rstrip(" ")) if not first else start
    below = "".join(spot.document.eol + line for line in lines)
    return [(start, frame.end, first), (frame.below, frame.below_end, below)]
