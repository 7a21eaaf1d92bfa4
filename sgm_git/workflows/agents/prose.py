"""The lines of a Markdown text that are no code block; what stands in one is an example.

Texts are bytes here, for they may be in any encoding. A block without an end is not taken for one:
whoever appends to such a text would not find again what was appended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.workflows.agents.appending import BOM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINE = re.compile(rb"[^\n]*\n|[^\n]+\Z")
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})([^\n]*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its end; ``row`` is counted from 1, ``start`` is its offset in bytes."""

    row: int
    start: int
    text: bytes


def prose(data: bytes) -> Iterator[Line]:
    """Give the lines outside code blocks, in order, without the mark of an encoding."""
    begun = len(BOM) if data.startswith(BOM) else 0
    found = _LINE.finditer(data, begun)
    lines = [Line(row, line.start(), line[0]) for row, line in enumerate(found, 1)]
    endless: tuple[bytes, ...] = ()
    number = 0
    while number < len(lines):
        fence = _opening(lines[number].text)
        if fence is not None and not fence.startswith(endless):
            after = _after_block(lines, number, fence)
            if after is not None:
                number = after
                continue
            endless = (*endless, fence)
        yield lines[number]
        number += 1


def _opening(line: bytes) -> bytes | None:
    """The fence of a code block that begins in a line."""
    fence = _FENCE.match(line)
    if fence is None or (fence[1][:1] == b"`" and b"`" in fence[2]):
        return None
    return fence[1]


def _after_block(lines: Sequence[Line], number: int, fence: bytes) -> int | None:
    """The number of the line after a code block; None where it does not end."""
    for later in range(number + 1, len(lines)):
        closing = _FENCE.match(lines[later].text)
        if closing and closing[1].startswith(fence) and not closing[2].strip():
            return later + 1
    return None
