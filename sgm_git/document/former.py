"""How an entry or item stood in an older state of a document, so that it can stand so again."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.document.lines import blanks_before
from sgm_git.document.node import key_text
from sgm_git.document.source import (
    column,
    gap_above,
    gap_below,
    line_end,
    line_start,
    next_line,
    parts_of,
    properties_end,
    spot_at,
)

if TYPE_CHECKING:
    from sgm_git.document.document import Document
    from sgm_git.document.node import Node
    from sgm_git.document.source import Part, Spot
    from sgm_git.record.pointer import Pointer

_KEEPING = re.compile(r"[|>][0-9]?\+")
_NEAREST = 100  # siblings, or lines of a gap, that are remembered on either side


@dataclass(frozen=True, slots=True)
class Former:
    """The text of an entry or item and what was around it; lines have no line ends.

    ``head`` goes from the start of its line to its value, ``tail`` from there to the end of the
    line. ``is_flow`` says that brackets were around it: then it has but its own text. ``above`` and
    ``below`` are the lines of blanks and comments there. ``before`` and ``after`` name the other
    entries of its mapping, nearest first; ``place`` is where it belongs in a list as that is now.
    """

    head: str
    value: str
    tail: str
    indent: int = 0
    is_flow: bool = False
    is_block_value: bool = False
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    place: int | None = None

    @property
    def lines(self) -> list[str]:
        """Its lines, indented as they were."""
        return (self.head + self.value + self.tail).split("\n")

    @property
    def inline(self) -> str:
        """Its own text, without what else is in its lines."""
        return (self.head + self.value).lstrip(" ")

    @property
    def comments(self) -> list[str]:
        """The lines of comments directly above it."""
        found: list[str] = []
        for line in reversed(self.above):
            if not line.strip():
                break
            found.insert(0, line)
        return found

    @property
    def spelling(self) -> tuple[str, list[str]] | None:
        """How its value is spelled: what is in the first line, and the lines below."""
        if not self.is_block_value:
            first, *rest = self.value.split("\n")
            return first, rest
        _, *rest = self.lines
        return ("", rest) if "\n" in self.head else None


def former(document: Document, pointer: Pointer) -> Former | None:
    """How the entry or item at a pointer stands; None where the front matter has none there."""
    spot = spot_at(document, pointer)
    if spot is None:
        return None
    text, parts = document.text, parts_of(document.text, spot.parent)
    number = next(n for n, part in enumerate(parts) if part[2] is spot.node)
    start, end, _ = parts[number]
    stop = end if spot.parent.flow else line_end(text, end)
    indent = 0 if spot.parent.flow else column(text, start)
    names = [key_text(key) for key, _ in spot.parent.pairs]
    found = Former(
        " " * indent + _plain(document, start, spot.node.start),
        _plain(document, spot.node.start, spot.node.end),
        _plain(document, spot.node.end, stop),
        indent,
        is_flow=spot.parent.flow,
        is_block_value=spot.is_block,
        before=tuple(reversed(names[max(0, number - _NEAREST) : number])),
        after=tuple(names[number + 1 : number + 1 + _NEAREST]),
    )
    return found if spot.parent.flow else _with_gaps(found, spot, parts, number)


def former_list(document: Document, pointer: Pointer, number: int) -> Former | None:
    """How the entry of a list would stand with but the item of that number."""
    whole, item = former(document, pointer), former(document, (*pointer, str(number)))
    spot = spot_at(document, pointer)
    if whole is None or item is None or spot is None or len(spot.node.items) == 1:
        return whole
    first, last = spot.node.items[0], spot.node.items[-1]
    if spot.node.flow:
        opening = _plain(document, spot.node.start, first.start)
        closing = _plain(document, last.end, spot.node.end)
        return replace(whole, value=opening + item.inline + closing)
    head = whole.head.partition("\n")[0] + "\n"
    above = item.comments if number else item.above
    value = "\n".join([*above, *item.lines])
    return replace(whole, head=head, value=value, tail="", below=item.below + whole.below)


def _with_gaps(found: Former, spot: Spot, parts: list[Part], number: int) -> Former:
    """Add the lines above and below an entry or item of a block."""
    document, text = spot.document, spot.text
    start, end, _ = parts[number]
    first = line_start(text, start)
    if number:
        above = (min(next_line(text, parts[number - 1][1]), first), first)
    else:
        is_alone = not text[first:start].strip()
        above = gap_above(document, start) if is_alone else (first, first)
    below = _lines(document, *gap_below(document, end))
    blanks = blanks_before(below) if _keeps_blanks(document, spot.node) else 0
    return replace(
        found,
        tail=found.tail + "\n" * blanks,
        above=tuple(_lines(document, *above)[-_NEAREST:]),
        below=tuple(below[blanks : blanks + _NEAREST]),
    )


def _keeps_blanks(document: Document, node: Node) -> bool:
    """Whether the blank lines below a node are a part of it: of a block scalar with a plus."""
    while children := node.items or [value for _, value in node.pairs]:
        node = children[-1]
    start = properties_end(document.text, node)
    return bool(_KEEPING.match(document.text, start)) and node.style in {"|", ">"}


def _lines(document: Document, start: int, end: int) -> list[str]:
    return _plain(document, start, end).split("\n")[:-1]


def _plain(document: Document, start: int, end: int) -> str:
    text = document.text[start:end]
    return text.replace("\r\n", "\n") if document.eol == "\r\n" else text
