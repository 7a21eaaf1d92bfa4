"""Which fields a version changed, and how to follow one of them (DESIGN sections 2 and 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.absent import ABSENT, Possible, alike
from sgm_git.record.diff import MATCHED_LISTS, differences
from sgm_git.record.pointer import get
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.diff import Difference
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_ANNOTATIONS = ("annotations",)
_PROVENANCE = ("provenance",)
_KIND = "kind="
_GONE = "-"  # what is gone from a list has a place only on the side that had it


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that a version has otherwise; ``ABSENT`` on the side that lacks it.

    ``pointer`` is the place in the state after; of what is gone, in the state before. ``kind`` is
    that of the annotation which it is, or lies in.
    """

    pointer: Pointer
    before: Possible
    after: Possible
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """A field to follow. Annotations have no lasting place: they are followed by their ``kind``.

    ``rest`` leads to a value inside each of them.
    """

    pointer: Pointer
    kind: str | None = None
    rest: Pointer = ()

    def value(self, record: JsonObject) -> Possible:
        """What a record has there; of annotations all of that kind, in their order."""
        if self.kind is None:
            return _at(record, self.pointer)
        found = record.get("annotations")
        items = found if isinstance(found, list) else []
        values = [_at(item, self.rest) for item in items if _kind_of(item) == self.kind]
        return [value for value in values if value is not ABSENT] or ABSENT

    def holds(self, change: FieldChange) -> bool:
        """Whether a change is one of this field, or of something in it."""
        if self.kind is None:
            return change.pointer[: len(self.pointer)] == self.pointer
        inside = change.pointer[2:]
        return change.kind == self.kind and inside[: len(self.rest)] == self.rest[: len(inside)]

    def narrowed(self, change: FieldChange) -> FieldChange:
        """A change of a whole annotation as one of the value in it that is followed."""
        missing = self.rest[len(change.pointer[2:]) :]
        if not missing:
            return change
        before, after = (_at(each, missing) for each in (change.before, change.after))
        return FieldChange((*change.pointer, *missing), before, after, change.kind)


def field_changes(before: Sequence[JsonObject], after: JsonObject) -> list[FieldChange]:
    """Give what a version changed: what it has otherwise than every state that it came out of.

    Without any, everything that it has. ``before`` values are those of the first state.
    """
    first, *others = before or ({},)
    found = list(_changes(first, after))
    for other in others:
        places = [_place(change) for change in _changes(other, after)]
        found = [change for change in found if any(_meet(_place(change), p) for p in places)]
    return found or list(_changes(first, after))


def followed(pointer: Pointer, record: JsonObject) -> Followed:
    """Give the field that a pointer names in a record as it is now.

    ``/annotations/kind=KIND`` names all annotations of a kind, a place those of the kind there.
    """
    if pointer[:1] != _ANNOTATIONS or len(pointer) == 1:
        return Followed(pointer)
    token, rest = pointer[1], pointer[2:]
    kind = token.removeprefix(_KIND) if token.startswith(_KIND) else None
    if kind is None:
        kind = _kind_of(_at(record, pointer[:2]))
    return Followed(pointer) if kind is None else Followed(pointer, kind, rest)


def changes_of(
    field: Followed, before: Sequence[JsonObject], after: JsonObject
) -> list[FieldChange]:
    """Give what a version changed in one field; nothing where some state before had it so."""
    olds: list[Possible] = [field.value(each) for each in before] or [ABSENT]
    now = field.value(after)
    if any(alike(old, now) for old in olds):
        return []
    whole = FieldChange(field.pointer, olds[0], now, field.kind)
    return _inside(field, field_changes(before, after)) or [whole]


def _inside(field: Followed, changes: Iterable[FieldChange]) -> list[FieldChange]:
    """Those of the changes that are of a field, of annotations only what is followed in them."""
    narrowed = [field.narrowed(change) for change in changes if field.holds(change)]
    return [change for change in narrowed if not alike(change.before, change.after)]


def _changes(before: JsonObject, after: JsonObject) -> Iterator[FieldChange]:
    for found in differences(before, after):
        if found.pointer in (_ANNOTATIONS, _PROVENANCE) and ABSENT in (found.before, found.after):
            yield from _one_by_one(found)
        else:
            yield FieldChange(
                found.pointer, found.before, found.after, _kind_at(found, before, after)
            )


def _one_by_one(found: Difference) -> Iterator[FieldChange]:
    """Annotations or provenance that came or went, as what is in it; if it is odd, as it is."""
    is_gone = found.after is ABSENT
    inside = _members(found.pointer, found.before if is_gone else found.after)
    for token, value in inside:
        old, new = (value, ABSENT) if is_gone else (ABSENT, value)
        kind = _kind_of(value) if found.pointer == _ANNOTATIONS else None
        yield FieldChange((*found.pointer, token), old, new, kind)
    if not inside:
        yield FieldChange(found.pointer, found.before, found.after)


def _members(pointer: Pointer, whole: Possible) -> list[tuple[str, JsonValue]]:
    """What is in annotations or provenance with its last token; nothing of what is odd."""
    if pointer == _ANNOTATIONS and isinstance(whole, list):
        return [(str(number), item) for number, item in enumerate(whole)]
    return list(whole.items()) if pointer == _PROVENANCE and isinstance(whole, dict) else []


def _kind_at(found: Difference, before: JsonObject, after: JsonObject) -> str | None:
    if found.pointer[:1] != _ANNOTATIONS or len(found.pointer) == 1:
        return None
    is_gone = found.after is ABSENT and len(found.pointer) == len(_ANNOTATIONS) + 1
    return _kind_of(_at(before if is_gone else after, found.pointer[:2]))


def _kind_of(item: Possible) -> str | None:
    return fields.text_field(item, "kind") if isinstance(item, dict) else None


def _at(value: Possible, pointer: Pointer) -> Possible:
    if value is ABSENT:
        return ABSENT
    try:
        return get(value, pointer)
    except KeyError:
        return ABSENT


def _place(change: FieldChange) -> Pointer:
    """Where a change is, for comparing it with those since another state."""
    parent = change.pointer[:-1]
    if change.after is ABSENT and parent in MATCHED_LISTS and change.before is not ABSENT:
        return (*parent, _GONE, canonical(change.before))
    return change.pointer


def _meet(one: Pointer, other: Pointer) -> bool:
    """Whether one place is the other, or lies in it."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]
