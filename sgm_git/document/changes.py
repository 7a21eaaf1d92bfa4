"""Changes of a record's value: asked for by others, or found between two records."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from sgm_git.record.match import match_annotations
from sgm_git.record.pointer import index, render
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.document.former import Former
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_Item = TypeVar("_Item")
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


@dataclass(frozen=True, slots=True)
class Move:
    """Let an item of the list at a pointer have another place, counted without it."""

    pointer: Pointer
    place: int
    to: int


Change: TypeAlias = Set | Remove | Insert | Move


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
    path = change.pointer if isinstance(change, Insert | Move) else change.pointer[:-1]
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
    if not isinstance(container, dict) or isinstance(change, Insert | Move):
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
    if isinstance(change, Move):
        return _moved(items, change)
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
    """Give changes that move what stands elsewhere, and then add, change and take away items."""
    if len(old) * len(new) > _MAX_PAIRS:
        return [Set(at, new)]
    places = dict(match_annotations(old, new).pairs)
    steps: list[Change] = []
    now = list(range(len(old)))
    for move in _moves(places, len(old), at):
        steps.append(move)
        now = _moved(now, move)
    kept = [(place, places[was]) for place, was in enumerate(now) if was in places]
    there = [old[was] for was in now]
    for one, two in reversed([*pairwise([(-1, -1), *kept, (len(old), len(new))])]):
        if two in kept:
            steps += between(there[two[0]], new[two[1]], (*at, str(two[0])))
        steps += _between_unpaired(there, new, (one[0] + 1, two[0], one[1] + 1, two[1]), at)
    return steps


def _between_unpaired(
    old: list[JsonValue], new: list[JsonValue], gap: tuple[int, int, int, int], at: Pointer
) -> Iterator[Change]:
    """Give changes between items that have no partners, in their order."""
    start, end, new_start, new_end = gap
    pairs = min(end - start, new_end - new_start)
    yield from (Remove((*at, str(n))) for n in reversed(range(start + pairs, end)))
    extra = new[new_start + pairs : new_end]
    yield from (Insert(at, start + pairs + n, item) for n, item in enumerate(extra))
    for n in range(pairs):
        yield from between(old[start + n], new[new_start + n], (*at, str(start + n)))


def _moves(places: dict[int, int], count: int, at: Pointer) -> Iterator[Move]:
    """Give moves after which items stand in the order of their new places; most stay."""
    order = list(places)
    wanted = sorted(order, key=places.__getitem__)
    blocks = SequenceMatcher(None, order, wanted, autojunk=False).get_matching_blocks()
    staying = {order[block.a + n] for block in blocks for n in range(block.size)}
    now = list(range(count))
    for before, item in pairwise([-1, *wanted]):
        if item not in staying:
            place = now.index(item)
            now.remove(item)
            move = Move(at, place, now.index(before) + 1 if before >= 0 else 0)
            now.insert(move.to, item)
            yield move


def _moved(items: Sequence[_Item], move: Move) -> list[_Item]:
    rest = [*items[: move.place], *items[move.place + 1 :]]
    if not 0 <= move.place < len(items) or move.to > len(rest):
        raise IndexError(move.place)
    return [*rest[: move.to], items[move.place], *rest[move.to :]]
