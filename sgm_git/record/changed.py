"""Which fields of a record changed, in words for people (DESIGN section 11, "Writes")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.match import match_annotations
from sgm_git.record.meaning import STAMPS
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.record.value import JsonObject, JsonValue

    Change = tuple[str, bool]
    """A name, and whether what has it is gone."""

_APART = ("annotations", "provenance")


def changed_fields(before: JsonObject, after: JsonObject) -> dict[str, bool]:
    """Name what differs: fields, kinds of annotations, ``provenance/NAME``; True: it is gone.

    Stamps are no change, nor is the copy of a scope that changed itself.
    """
    found: dict[str, bool] = {}
    for name, is_gone in _changes(before, after):
        found[name] = found.get(name, True) and is_gone
    return found


def _changes(before: JsonObject, after: JsonObject) -> Iterator[Change]:
    differing = dict(_differing(before, after))
    yield from (change for change in differing.items() if change[0] not in _APART)
    if "annotations" in differing:
        yield from _kinds(_items(before.get("annotations")), _items(after.get("annotations")))
    if "provenance" in differing:
        taken = (*STAMPS, "scope") if "scope" in differing else STAMPS
        yield from _places(before.get("provenance"), after.get("provenance"), taken)


def _differing(before: JsonObject, after: JsonObject) -> Iterator[Change]:
    for name in dict.fromkeys([*before, *after]):
        if name not in before or name not in after:
            yield name, name not in after
        elif not same(before[name], after[name]):
            yield name, False


def _places(before: JsonValue, after: JsonValue, taken: Collection[str]) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name, is_gone in _differing(before, after):
            if name not in taken:
                yield f"provenance/{name}", is_gone
    else:
        yield "provenance", False


def _kinds(old: list[JsonValue], new: list[JsonValue]) -> Iterator[Change]:
    matching = match_annotations(old, new)
    altered = [old[a] for a, b in matching.pairs if not same(old[a], new[b])]
    altered += [new[place] for place in matching.added]
    yield from ((_kind(item), False) for item in altered)
    yield from ((_kind(old[place]), True) for place in matching.gone)
    if not altered and not matching.gone:
        yield "annotations", False  # their order, or what is no list


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _kind(item: JsonValue) -> str:
    kind = fields.text_field(item, "kind") if isinstance(item, dict) else None
    return "annotations" if kind is None else kind
