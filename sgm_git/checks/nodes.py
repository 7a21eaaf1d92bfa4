"""Walks the nodes of a front matter together with their pointers."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.document.node import key_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.document.document import Document
    from sgm_git.document.node import Node
    from sgm_git.record.pointer import Pointer


class Spot(NamedTuple):
    """One scalar as it stands: the pointer of its value, and what it is part of."""

    pointer: Pointer
    node: Node
    is_key: bool
    in_flow: bool


def scalars(root: Node) -> Iterator[Spot]:
    """Every scalar of a tree in document order, keys too; aliases are not followed.

    What a merge key brings has the pointer of the mapping that it stands in.
    """
    todo = [Spot((), root, is_key=False, in_flow=False)]
    while todo:
        spot = todo.pop()
        if spot.node.kind == "scalar":
            yield spot
        todo.extend(reversed(list(_inside(spot))))


def plain_texts(root: Node) -> Iterator[str]:
    """The text of every scalar, keys too, that has neither quotes nor tag and is not empty."""
    todo = [root]
    while todo:
        node = todo.pop()
        if node.kind == "scalar":
            if not node.style and node.text and node.tag is None:
                yield node.text
            continue
        for pair in node.pairs:
            todo += pair
        todo += node.items


def pointers_at(document: Document, offsets: Iterable[int]) -> Iterator[Pointer | None]:
    """The pointer of the value or key that stands at each offset of a text; None beside them."""
    spots = list(scalars(document.root))
    starts = [spot.node.start for spot in spots]
    for offset in offsets:
        place = bisect_right(starts, offset) - 1
        inside = place >= 0 and offset < spots[place].node.end
        pointer = spots[place].pointer if inside else None
        yield ("content",) if offset >= document.body else pointer


def _inside(spot: Spot) -> Iterator[Spot]:
    node, in_flow = spot.node, spot.in_flow or spot.node.flow
    for key, value in node.pairs:
        at = spot.pointer if key.is_merge_key else (*spot.pointer, key_text(key))
        yield Spot(at, key, is_key=True, in_flow=in_flow)
        yield Spot(at, value, is_key=False, in_flow=in_flow)
    for place, item in enumerate(node.items):
        yield Spot((*spot.pointer, str(place)), item, is_key=False, in_flow=in_flow)
