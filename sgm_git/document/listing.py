"""Ways to let an item of a list stand elsewhere in it, as it is typed."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sgm_git.document.changes import Insert, Move
from sgm_git.document.former import former
from sgm_git.document.removing import removals
from sgm_git.document.restoring import item_again
from sgm_git.document.source import line_start, spot_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document.source import Patch, Spot


def moves(spot: Spot, move: Move) -> Iterator[Patch]:
    """Give ways to move an item of the list at ``spot``, with the comments directly above it."""
    at = (*move.pointer, str(move.place))
    item, stood = spot_at(spot.document, at), former(spot.document, at)
    if item is None or stood is None:
        return
    number = move.to if move.to < move.place else move.to + 1
    again = Insert(move.pointer, number, item.node.value, stood)
    for gone, added in product(removals(item), item_again(spot, again)):
        start, end, _ = gone[0]
        above = _above(spot.text, start, len(stood.comments))
        if all(stop <= above or end <= begin for begin, stop, _ in added):
            yield [(above, end, ""), *added]


def _above(text: str, start: int, count: int) -> int:
    """Where so many lines above a line start; in a line, the place itself."""
    at = start
    for _ in range(count if start == line_start(text, start) else 0):
        at = line_start(text, at - 1)
    return at
