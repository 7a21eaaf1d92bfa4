"""What changed between two states of a record, as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.diff import MATCHED_LISTS
from sgm_git.record.match import match_annotations
from sgm_git.record.pointer import render
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue


def patch(before: JsonObject | None, after: JsonObject | None) -> list[JsonValue]:
    """Give the operations that make one state the other; none where they are ``same``.

    Only ``add``, ``remove`` and ``replace``, to be applied one after the other. Annotations,
    aliases and the links of provenance change item by item, matched as multisets; every other
    list is replaced as a whole. A state that is not there (None) is the whole document's.
    """
    if before is None or after is None:
        whole: list[JsonValue] = [] if before is None else [_remove(())]
        return whole if after is None else [*whole, _add((), after)]
    return list(_object(before, after, ()))


def _object(before: JsonObject, after: JsonObject, at: Pointer) -> Iterator[JsonValue]:
    for name, old in before.items():
        if name in after:
            yield from _value(old, after[name], (*at, name))
        else:
            yield _remove((*at, name))
    yield from (_add((*at, name), new) for name, new in after.items() if name not in before)


def _value(before: JsonValue, after: JsonValue, at: Pointer) -> Iterator[JsonValue]:
    if same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _object(before, after, at)
    elif isinstance(before, list) and isinstance(after, list) and at in MATCHED_LISTS:
        yield from _items(before, after, at)
    else:
        yield {"op": "replace", "path": render(at), "value": after}


def _items(before: list[JsonValue], after: list[JsonValue], at: Pointer) -> Iterator[JsonValue]:
    """What is gone from the end on, then what changed in its place, then what came.

    A list whose items changed their order is replaced: a move says less to a reader.
    """
    matching = match_annotations(before, after)
    if not matching.keeps_order:
        yield {"op": "replace", "path": render(at), "value": after}
        return
    for place in reversed(matching.gone):
        yield _remove((*at, str(place)))
    for place, (old, new) in enumerate(matching.pairs):
        yield from _value(before[old], after[new], (*at, str(place)))
    for place in matching.added:
        yield _add((*at, str(place)), after[place])


def _remove(at: Pointer) -> JsonObject:
    return {"op": "remove", "path": render(at)}


def _add(at: Pointer, value: JsonValue) -> JsonObject:
    return {"op": "add", "path": render(at), "value": value}
