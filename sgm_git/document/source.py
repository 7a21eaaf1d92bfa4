"""Finding one's way in the text of a front matter, between the marks of its nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.document.node import descend
from sgm_git.document.values import place_at

if TYPE_CHECKING:
    from sgm_git.document.document import Document
    from sgm_git.document.node import Node
    from sgm_git.document.values import Place
    from sgm_git.record.pointer import Pointer

Patch: TypeAlias = list[tuple[int, int, str]]
"""Stretches of a text, from start to end, and what to put in their place."""

Part: TypeAlias = "tuple[int, int, Node]"
"""Where an entry or item starts and ends, and its value."""

# Not possessive: in Python 3.11.2, which Debian 12 has, such a group cannot match the empty text.
_GAP = r"(?:[ \t\r\n]|(?<=[ \t\r\n])#[^\n]*(?=\n|\Z))*"
_COLON = re.compile(_GAP + ":")
_DASH = re.compile(_GAP + "-")
_COMMA = re.compile(_GAP + ",")
_SPACE = re.compile(_GAP)
_PROPERTY = re.compile(r"(?:&[^\s,\[\]{}]+|!(?:<[^>]*>|[^\s,\[\]{}]*))[ \t]*")


@dataclass(frozen=True, slots=True)
class Spot:
    """A node among its neighbours."""

    document: Document
    parent: Node
    key: Node | None
    node: Node
    place: Place
    in_flow: bool
    """Whether brackets or braces are around it."""

    @property
    def text(self) -> str:
        """The document's text."""
        return self.document.text

    @property
    def indent(self) -> int:
        """The column of the block entry or item that the node belongs to."""
        return column(self.text, content_start(self.text, self.parent))

    @property
    def is_block(self) -> bool:
        """Whether the node is a mapping or sequence by indentation."""
        return self.node.kind in {"map", "seq"} and not self.node.flow

    @property
    def indicator_end(self) -> int:
        """Where the colon or dash before the node ends; where none is, the key or nothing."""
        if self.key is not None:
            return colon_end(self.text, self.key) or self.key.end
        if self.parent.flow:
            return self.node.start
        place = next(n for n, item in enumerate(self.parent.items) if item is self.node)
        return dash_start(self.text, self.parent, place) + 1

    @property
    def is_last(self) -> bool:
        """Whether nothing but comments and blank lines follows in the front matter."""
        return space_end(self.text, self.node.end) >= self.document.front_span[1]


def spot_at(document: Document, pointer: Pointer) -> Spot | None:
    """Give the spot of the node at a pointer; ``None`` where the front matter has none."""
    found = list(descend(document.root, pointer))
    if not found or len(found) < len(pointer):
        return None
    parents = [document.root, *(node for _, node in found[:-1])]
    in_flow = any(parent.flow for parent in parents)
    return Spot(document, parents[-1], *found[-1], place_at(pointer), in_flow)


def patched(text: str, patch: Patch) -> str:
    """Give a text with a patch's stretches replaced; they must not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, replacement in sorted(patch, key=lambda stretch: stretch[:2]):
        parts += [text[at:start], replacement]
        at = end
    return "".join(parts) + text[at:]


def line_start(text: str, offset: int) -> int:
    """Give where the line of an offset starts."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Give where the line of an offset ends, before its line end."""
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - 1 if end > offset and text[end - 1] == "\r" else end


def next_line(text: str, offset: int) -> int:
    """Give where the line after that of an offset starts."""
    return text.find("\n", offset) + 1 or len(text)


def blank_lines_end(text: str, offset: int) -> int:
    """Give where the first line after an offset's that is not blank starts."""
    at = next_line(text, offset)
    while at < len(text) and not text[at : line_end(text, at)].strip():
        at = next_line(text, at)
    return at


def column(text: str, offset: int) -> int:
    """Give how many characters stand before an offset in its line."""
    return offset - line_start(text, offset)


def properties_end(text: str, node: Node) -> int:
    """Give where a node's tag and anchor end and blanks after them, in its line."""
    at = node.start
    if node.tag is not None or node.anchor is not None:
        while match := _PROPERTY.match(text, at, node.end):
            at = match.end()
    return at


def content_start(text: str, node: Node) -> int:
    """Give where a node's own text starts, behind tag, anchor and comments."""
    if node.kind in {"scalar", "alias"} or node.flow:
        return properties_end(text, node)
    return space_end(text, properties_end(text, node))


def space_end(text: str, offset: int) -> int:
    """Give where blanks, line ends and comments behind an offset end."""
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def colon_end(text: str, key: Node) -> int | None:
    """Give the offset behind a key's colon; ``None`` if it has none."""
    match = _COLON.match(text, key.end)
    return match.end() if match else None


def comma_end(text: str, offset: int, limit: int) -> int:
    """Give where the comma behind an offset ends; without one before the limit, the offset."""
    match = _COMMA.match(text, offset, limit)
    return match.end() if match else offset


def entry_start(text: str, mapping: Node, key: Node) -> int:
    """Give where an entry starts: at its key, or at the ``?`` before it."""
    mark = line_start(text, key.start) + column(text, content_start(text, mapping))
    return mark if mark < key.start and text[mark] == "?" else key.start


def dash_start(text: str, sequence: Node, place: int) -> int:
    """Give the offset of the dash before a block sequence's item."""
    if not place:
        return content_start(text, sequence)
    match = _DASH.match(text, sequence.items[place - 1].end)
    return match.end() - 1 if match else sequence.items[place].start


def parts_of(text: str, parent: Node) -> list[Part]:
    """Give start, end and value of all entries of a mapping, or of all items of a sequence."""
    if parent.kind == "map":
        pairs = [(entry_start(text, parent, key), key, value) for key, value in parent.pairs]
        return [(start, max(key.end, value.end), value) for start, key, value in pairs]
    if parent.flow:
        return [(item.start, item.end, item) for item in parent.items]
    starts = [dash_start(text, parent, number) for number in range(len(parent.items))]
    return [
        (start, max(start + 1, item.end), item)
        for start, item in zip(starts, parent.items, strict=True)
    ]


def gap_below(document: Document, end: int) -> tuple[int, int]:
    """Give the lines of blanks and comments below the line in which something ends."""
    text = document.text
    limit = document.front_span[1]
    start = min(next_line(text, end), limit)
    return start, max(start, min(line_start(text, space_end(text, line_end(text, end))), limit))


def gap_above(document: Document, start: int) -> tuple[int, int]:
    """Give the lines of blanks and comments above the first entry or item of a block."""
    text = document.text
    end = at = line_start(text, start)
    while at > document.front_span[0]:
        above = line_start(text, at - 1)
        if text[above:at].strip() and text[above:at].lstrip()[0] != "#":
            break
        at = above
    return at, end
