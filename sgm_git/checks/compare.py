"""Compares two values for what one lacks of the other, at every depth."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from sgm_git.document.scalars import plain_value
from sgm_git.record.spoken import kind_of
from sgm_git.record.value import canonical, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_WORDS_OF_YAML_1_1: dict[str, JsonValue] = {
    **dict.fromkeys(("y", "yes", "on"), True),
    **dict.fromkeys(("n", "no", "off"), False),
}


def names_gone(
    base: JsonValue, result: JsonValue, at: Pointer, known: frozenset[str] = frozenset()
) -> Iterator[Pointer]:
    """The pointers of names that an object lost while it stayed, the topmost of each.

    ``known`` are names that the outermost object may lose.
    """
    if isinstance(base, dict) and isinstance(result, dict):
        yield from ((*at, name) for name in base if name not in result and name not in known)
    for token, old, new in inside_both(base, result):
        yield from names_gone(old, new, (*at, token))


def retyped(
    base: JsonValue, result: JsonValue, at: Pointer
) -> Iterator[tuple[Pointer, JsonValue, JsonValue]]:
    """The pointers of scalars that changed their type but not their text, with both values."""
    if kind_of(base) != kind_of(result) and (_reads_as(base, result) or _reads_as(result, base)):
        yield at, base, result
    for token, old, new in inside_both(base, result):
        yield from retyped(old, new, (*at, token))


def inside_both(base: JsonValue, result: JsonValue) -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """What stands inside both of two containers: the token of the base, and both values.

    Of two lists the items that differ, in order; none where their number differs, because then
    nobody can tell which became which.
    """
    if isinstance(base, dict) and isinstance(result, dict):
        yield from ((name, base[name], result[name]) for name in base if name in result)
    elif isinstance(base, list) and isinstance(result, list):
        old, new = _without(base, result), _without(result, base)
        if len(old) == len(new):
            for place, other in zip(old, new, strict=True):
                yield str(place), base[place], result[other]


def place_of(base: JsonValue, result: JsonValue, pointer: Pointer) -> Pointer | None:
    """Where the result has, or had, what the base has at a pointer.

    Items of lists are those that ``inside_both`` takes for each other, equal ones first. The last
    name of an object need not be there any more. None where nobody can tell.
    """
    found: list[str] = []
    for number, token in enumerate(pointer, 1):
        if isinstance(base, dict) and isinstance(result, dict):
            found.append(token)
        elif isinstance(base, list) and isinstance(result, list):
            place = _partners(base, result).get(int(token))
            if place is None:
                return None
            found.append(str(place))
        else:
            return None
        if number < len(pointer):
            base, result = _inside(base, token), _inside(result, found[-1])
    return tuple(found)


def _inside(container: JsonValue, token: str) -> JsonValue:
    if isinstance(container, dict):
        return container.get(token)
    return container[int(token)] if isinstance(container, list) else None


def _partners(base: list[JsonValue], result: list[JsonValue]) -> dict[int, int]:
    """The places in one list by those in another: of equal items, then of the others."""
    free: dict[str, list[int]] = {}
    for place, item in enumerate(result):
        free.setdefault(canonical(item), []).append(place)
    found = {
        place: free[key].pop(0)
        for place, item in enumerate(base)
        if free.get(key := canonical(item))
    }
    old = [place for place in range(len(base)) if place not in found]
    new = sorted(place for places in free.values() for place in places)
    return found | dict(zip(old, new, strict=True)) if len(old) == len(new) else found


def equal(a: JsonValue, b: JsonValue) -> bool:
    """JSON's equality: as ``same``, but numbers are equal by what they count (1 and 1.0)."""
    if kind_of(a) != kind_of(b):
        return False
    if isinstance(a, dict):
        other = cast("JsonObject", b)
        return a.keys() == other.keys() and all(equal(a[name], other[name]) for name in a)
    if isinstance(a, list):
        items = cast("list[JsonValue]", b)
        return len(a) == len(items) and all(map(equal, a, items))
    return a == b


def _reads_as(text: JsonValue, value: JsonValue) -> bool:
    """Whether a value is what some reader makes of the text without its quotes."""
    if not isinstance(text, str) or isinstance(value, (str, list, dict)):
        return False
    if text.lower() in _WORDS_OF_YAML_1_1:
        return value is _WORDS_OF_YAML_1_1[text.lower()]
    try:
        return same(plain_value(text), value)
    except ValueError:
        return False


def _without(items: list[JsonValue], others: list[JsonValue]) -> list[int]:
    """The places of items that are not, as often, among the others."""
    left = Counter(map(canonical, others))
    found: list[int] = []
    for place, item in enumerate(items):
        key = canonical(item)
        if left[key]:
            left[key] -= 1
        else:
            found.append(place)
    return found
