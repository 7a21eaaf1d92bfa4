"""All ways to make one change in a document's text, best first; none is to be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document.changes import Change, Insert, Move, Set
from sgm_git.document.emit import Site, entry_lines, inline
from sgm_git.document.inserting import new_entry, new_item
from sgm_git.document.listing import moves
from sgm_git.document.moving import body_changes, without_body
from sgm_git.document.node import descend, nodes_in
from sgm_git.document.removing import removals
from sgm_git.document.replacing import replacements, spelled_again
from sgm_git.document.restoring import block_again, entry_again, item_again
from sgm_git.document.source import spot_at
from sgm_git.document.values import RECORD, place_at
from sgm_git.document.write import can_be_body
from sgm_git.record.pointer import get

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document.document import Document
    from sgm_git.document.source import Patch
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_CONTENT = ("content",)


def ways(document: Document, change: Change, expected: JsonObject) -> Iterator[Patch]:
    """Give ways to make a change that leads to the record ``expected``.

    First the value alone is touched, then aliases of it too, then more and more of what is
    around the value is written anew.
    """
    if change.pointer == _CONTENT and document.node_at(_CONTENT) is None:
        yield from _body_ways(document, change)
        return
    yield from _direct(document, change)
    yield from _with_aliases_written_out(document, change)
    for length in range(len(change.pointer), 0, -1):
        around = change.pointer[:length]
        if length < len(change.pointer) or isinstance(change, Insert | Move):
            yield from _set(document, around, get(expected, around))
    yield _whole_front(document, expected)


def _direct(document: Document, change: Change) -> Iterator[Patch]:
    spot = spot_at(document, change.pointer)
    if isinstance(change, Set):
        yield from _again(document, change)
        yield from _set(document, change.pointer, change.value)
    elif spot is None:
        return
    elif isinstance(change, Move):
        yield from moves(spot, change)
    elif isinstance(change, Insert):
        yield from item_again(spot, change)
        yield from new_item(document, spot.node, spot.place, change.place, change.value)
    else:
        yield from removals(spot)
        if change.pointer == _CONTENT and not document.text[document.body :].strip():
            yield from (patch + without_body(document) for patch in removals(spot))


def _again(document: Document, change: Set) -> Iterator[Patch]:
    """Give ways to let a value stand as it stood, or where it stood in its mapping."""
    spot, stood = spot_at(document, change.pointer), change.former
    if stood is None:
        return
    if spot is not None:
        is_empty = spot.node.start == spot.node.end and stood.is_block_value
        yield from (block_again if is_empty else spelled_again)(spot, stood)
        return
    mapping = document.node_at(change.pointer[:-1])
    if mapping is not None and mapping.kind == "map":
        yield from entry_again(document, mapping, change, stood)


def _set(document: Document, pointer: Pointer, value: JsonValue) -> Iterator[Patch]:
    """Give ways to replace what stands at a pointer, or to add it to its mapping."""
    spot = spot_at(document, pointer)
    if spot is not None:
        yield from replacements(spot, value)
        return
    mapping = document.node_at(pointer[:-1])
    if pointer and mapping is not None and mapping.kind == "map":
        yield from new_entry(document, mapping, place_at(pointer[:-1]), pointer[-1], value)


def _body_ways(document: Document, change: Change) -> Iterator[Patch]:
    """Give ways to change content that is not in the front matter."""
    if not isinstance(change, Set):
        yield without_body(document)
    elif isinstance(change.value, str) and can_be_body(change.value):
        yield from body_changes(document, change.value)
    else:
        entries = new_entry(document, document.root, RECORD, "content", change.value)
        yield from (patch + without_body(document) for patch in entries)


def _with_aliases_written_out(document: Document, change: Change) -> Iterator[Patch]:
    """Let the aliases that would change too say in full what they said."""
    path = [document.root, *(node for _, node in descend(document.root, change.pointer))]
    changed = {id(node) for node in (*path, *nodes_in(path[-1]))}
    aliases = [
        (node.start, node.end, inline(node.value, in_flow=True))
        for node in nodes_in(document.root)
        if id(node.target) in changed
    ]
    for patch in _direct(document, change) if aliases else ():
        yield patch + [alias for alias in aliases if not _is_touched(alias, patch)]


def _is_touched(alias: tuple[int, int, str], patch: Patch) -> bool:
    return any(alias[0] < end and start < alias[1] for start, end, _ in patch)


def _whole_front(document: Document, expected: JsonObject) -> Patch:
    in_body = document.content_span is not None
    front = {k: v for k, v in expected.items() if k != "content" or not in_body}
    lines = entry_lines(front, Site(place=RECORD))
    return [(*document.front_span, "".join(line + document.eol for line in lines))]
