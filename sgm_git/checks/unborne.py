"""What a merge's record has and neither its sides nor merging them gives (DESIGN sections 2 and 9).

Where the sides differ a person decides, and may write what nobody had: nothing is said of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import parts
from sgm_git.record.absent import (
    ABSENT,
    Possible,
    as_list,
    as_object,
    changed_states,
    is_among,
    member,
)
from sgm_git.record.diff import MATCHED_LISTS
from sgm_git.record.match import Side
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_TEXT = ("content",)
_MOST_TRIES = 10_000  # of holding an item against what became of another; beyond, nothing is said


def unborne(
    base: Possible, states: Sequence[Possible], result: Possible, at: Pointer = ()
) -> Iterator[Pointer]:
    """The places in ``result`` that no side bears out; of what is gone, the place where it was.

    ``states`` are the sides', ``base`` what they came from, ``ABSENT`` where that is nothing: then
    they agree on what is alike in all of them, and differ on all else. A value that any side has
    is borne out, and so is one that merging gives, or that stands where they differ. Of
    annotations, links and aliases each item is looked at by itself, and none is missed.
    """
    if is_among(result, states):
        return
    if isinstance(result, dict) and _are_objects(states):
        yield from _members(base, states, result, at)
    elif isinstance(result, list) and at in MATCHED_LISTS:
        yield from _items(as_list(base), [as_list(state) for state in states], result, at)
    elif not _is_open(base, changed_states(base, states), result, at):
        yield at


def _are_objects(states: Sequence[Possible]) -> bool:
    """Whether all are, but for those that are not there."""
    return all(isinstance(state, dict) or state is ABSENT for state in states)


def _members(
    base: Possible, states: Sequence[Possible], result: JsonObject, at: Pointer
) -> Iterator[Pointer]:
    names = dict.fromkeys(name for each in (*states, result) for name in as_object(each))
    for name in names:
        inner = [member(state, name) for state in states]
        yield from unborne(member(base, name), inner, member(result, name), (*at, name))


def _is_open(base: Possible, changed: Sequence[Possible], result: Possible, at: Pointer) -> bool:
    """Whether the sides differ about a value, or merging them by lines gives it."""
    if len(changed) < 2:  # noqa: PLR2004 - one alone differs with nobody
        return False
    return at != _TEXT or _is_merged(base, changed, result)


def _is_merged(base: Possible, texts: Sequence[Possible], result: Possible) -> bool:
    """Whether texts meet, so that a person has to merge them, or merging them gives the result."""
    if not isinstance(base, str) or not all(isinstance(text, str) for text in (*texts, result)):
        return True
    old, first, *others = (_content(text) for text in (base, *texts))
    merged = first
    for other in others:
        step = parts.merge.merge(old, merged, other)
        if step.conflicts:
            return True
        merged = step.value
    return parts.automatic.is_automatic(old, [first, *others], _content(result))


def _content(text: Possible) -> JsonObject:
    return {"content": text} if isinstance(text, str) else {}


def _items(
    base: list[JsonValue],
    states: Sequence[list[JsonValue]],
    result: list[JsonValue],
    at: Pointer,
) -> Iterator[Pointer]:
    known = {canonical(item) for state in states for item in state}
    open_kinds = _open_kinds(base, states)
    new = [
        place
        for place, item in enumerate(result)
        if canonical(item) not in known and _kind(item) not in open_kinds
    ]
    if len(new) * len(base) <= _MOST_TRIES:
        slots = _slots(base, states)
        places = ((*at, str(place)) for place in new if not _became(slots, result[place], at))
        yield from places


def _slots(
    base: list[JsonValue], states: Sequence[list[JsonValue]]
) -> list[tuple[JsonValue, list[Possible]]]:
    """Each item of the base with what became of it in each state."""
    sides = [Side.of(base, state) for state in states]
    return [(item, [side.item(place) for side in sides]) for place, item in enumerate(base)]


def _became(
    slots: Sequence[tuple[JsonValue, list[Possible]]], item: JsonValue, at: Pointer
) -> bool:
    """Whether an item is what merging makes of one, or what people may who differ about it."""
    return any(not any(unborne(old, now, item, (*at, "-"))) for old, now in slots)


def _open_kinds(base: list[JsonValue], states: Sequence[list[JsonValue]]) -> set[str]:
    """The kinds of annotations that more than one side changed: they may differ about these."""
    old = {canonical(item): item for item in base}
    seen: set[str] = set()
    twice: set[str] = set()
    for state in states:
        now = {canonical(item): item for item in state}
        kinds = {_kind((old | now)[key]) for key in old.keys() ^ now.keys()} - {""}
        twice |= kinds & seen
        seen |= kinds
    return twice


def _kind(item: JsonValue) -> str:
    return canonical(item["kind"]) if isinstance(item, dict) and "kind" in item else ""
