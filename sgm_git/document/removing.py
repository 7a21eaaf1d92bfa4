"""Ways to take away an entry of a mapping or an item of a sequence, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document.source import blank_lines_end, line_end, line_start, next_line, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document.source import Patch, Spot


def removals(spot: Spot) -> Iterator[Patch]:
    """Give ways to remove a node, with its key if it has one.

    There is none for the last entry or item: its parent is then made an empty one.
    """
    text = spot.text
    parts = parts_of(text, spot.parent)
    number = next(n for n, part in enumerate(parts) if part[2] is spot.node)
    start, end, _ = parts[number]
    is_alone = not text[line_start(text, start) : start].strip()
    if is_alone and (not spot.parent.flow or line_end(text, end) < spot.parent.end - 1):
        yield [(line_start(text, start), next_line(text, end), "")]
        yield [(line_start(text, start), blank_lines_end(text, end), "")]
    if number + 1 < len(parts):
        yield [(start, parts[number + 1][0], "")]
    elif number and spot.parent.flow:
        yield [(parts[number - 1][1], end, "")]
