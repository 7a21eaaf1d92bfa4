"""Changes of a record's value: asked for by others, or found between two records."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.record.pointer import index, render
from sgm_git.record.value import canonical, same

if TYPE_CHECKING:
    from sgm_git.document.former import Former
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_MAX_STEPS = 40  # more changes in one container than this are made by writing it anew
_MAX_FIELDS = 100  # so for a record: more changed fields than this
_MAX_PAIRS = 40_000  # of items that are compared with each other


@dataclass(frozen=True, slots=True)
class Set:
    """Make a value stand at a pointer; ``-`` as the last token appends it to a list.

    With ``former`` it is to stand where, and as, it stood in an older state of the document.
    """

    pointer: Pointer
    value: JsonValue
    former: Former | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """Take away the entry or item at a pointer."""

    pointer: Pointer


@dataclass(frozen=True, slots=True)
class Insert:
    """Put an item into the list at a pointer, before the one that has the place until then."""

    pointer: Pointer
    place: int
    value: JsonValue
    former: Former | None = field(default=None, compare=False)


Change: TypeAlias = Set | Remove | Insert


def appending(change: Set, items: list[JsonValue]) -> Insert:
    """The insertion that a change means which appends to a list, or puts an item back into it."""
    place = None if change.former is None else change.former.place
    place = len(items) if place is None else min(place, len(items))
    return Insert(change.pointer[:-1], place, change.value, change.former)


def applied(value: JsonValue, change: Change) -> JsonValue:
    """Give a value with a change made; what the change leaves alone is shared, not copied.

    Raises ValueError where the target is absent.
    """
    if isinstance(change, Set) and not change.pointer:
        return change.value
    path = change.pointer if isinstance(change, Insert) else change.pointer[:-1]
    try:
        return _rebuilt(value, path, change)
    except (KeyError, IndexError):
        raise ValueError(f"nothing stands at {render(change.pointer) or '/'}") from None


def _rebuilt(value: JsonValue, path: Pointer, change: Change) -> JsonValue:
    if not path:
        return _edited(value, change)
    token = path[0]
    if isinstance(value, dict):
        return {**value, token: _rebuilt(value[token], path[1:], change)}
    if isinstance(value, list):
        place = index(token, len(value))
        return [*value[:place], _rebuilt(value[place], path[1:], change), *value[place + 1 :]]
    raise KeyError(token)


def _edited(container: JsonValue, change: Change) -> JsonValue:
    if isinstance(container, list):
        return _edited_list(container, change)
    if not isinstance(container, dict) or isinstance(change, Insert):
        raise KeyError(change.pointer)
    token = change.pointer[-1]
    if isinstance(change, Set):
        return {**container, token: change.value}
    rest = dict(container)
    del rest[token]
    return rest


def _edited_list(items: list[JsonValue], change: Change) -> list[JsonValue]:
    if isinstance(change, Insert):
        if change.place > len(items):
            raise IndexError(change.place)
        return [*items[: change.place], change.value, *items[change.place :]]
    place = index(change.pointer[-1], len(items))
    middle = [change.value] if isinstance(change, Set) else []
    return [*items[:place], *middle, *items[place + 1 :]]


def between(old: JsonValue, new: JsonValue, at: Pointer = ()) -> list[Change]:
    """Give small changes that make ``new`` of ``old``, which stands at a pointer, one by one."""
    if same(old, new):
        return []
    steps = _inside(old, new, at)
    if steps is None or (at and len(steps) > _MAX_STEPS):
        return [Set(at, new)]
    return steps


def _inside(old: JsonValue, new: JsonValue, at: Pointer) -> list[Change] | None:
    """Give changes inside two containers; none can be told between an empty and a full one."""
    if isinstance(old, dict) and isinstance(new, dict):
        if not at:
            return _between_records(old, new)
        return _between_objects(old, new, at) if old and new else None
    if isinstance(old, list) and isinstance(new, list) and old and new:
        return _between_lists(old, new, at)
    return None


def _between_records(old: JsonObject, new: JsonObject) -> list[Change] | None:
    """Give small changes, whole fields if there are many, ``None`` if there are too many."""
    steps = _between_objects(old, new, ())
    if len(steps) > _MAX_STEPS:
        steps = [
            Set((name,), new[name])
            for name in new
            if name not in old or not same(new[name], old[name])
        ]
        steps += [Remove((name,)) for name in old if name not in new]
    return steps if len(steps) <= _MAX_FIELDS else None


def _between_objects(old: JsonObject, new: JsonObject, at: Pointer) -> list[Change]:
    steps: list[Change] = []
    for name, value in new.items():
        below = (*at, name)
        steps += between(old[name], value, below) if name in old else [Set(below, value)]
    steps += [Remove((*at, name)) for name in old if name not in new]
    return steps


def _between_lists(old: list[JsonValue], new: list[JsonValue], at: Pointer) -> list[Change]:
    if len(old) * len(new) > _MAX_PAIRS:
        return [Set(at, new)]
    matcher = SequenceMatcher(None, [*map(canonical, old)], [*map(canonical, new)], autojunk=False)
    steps: list[Change] = []
    for tag, start, end, new_start, new_end in reversed(matcher.get_opcodes()):
        if tag == "equal":
            continue
        pairs = min(end - start, new_end - new_start)
        steps += [Remove((*at, str(n))) for n in reversed(range(start + pairs, end))]
        extra = new[new_start + pairs : new_end]
        steps += [Insert(at, start + pairs + n, item) for n, item in enumerate(extra)]
        for n in range(pairs):
            steps += between(old[start + n], new[new_start + n], (*at, str(start + n)))
    return steps
