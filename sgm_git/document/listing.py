"""Ways to let an item of a list stand elsewhere in it, as it is typed."""

from __future__ import annotations

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
    for gone in removals(item):
        (start, end, _), *_ = gone
        above = start
        for _ in stood.comments if start == line_start(spot.text, start) else ():
            above = line_start(spot.text, above - 1)
        for added in item_again(spot, again):
            if not any(above < stop and begin < end for begin, stop, _ in added):
                yield [(above, end, ""), *added]
