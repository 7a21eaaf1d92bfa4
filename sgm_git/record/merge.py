"""Merges two states of a record over the one that they came from (DESIGN section 9).

Field by field: what only one side changed is taken; objects are merged member by member,
annotations, links and aliases as multisets, ``content`` line by line. Nothing is invented.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.absent import ABSENT, Possible, alike, as_list, as_object, member
from sgm_git.record.diff import MATCHED_LISTS
from sgm_git.record.match import Side
from sgm_git.record.meaning import STAMPS
from sgm_git.record.pointer import get
from sgm_git.record.text_merge import joined, pieces
from sgm_git.record.times import parse_rfc3339
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

TEXT = ("content",)
"""The field that is merged line by line."""
ITEM = "-"
"""Any item of a list, in a pointer: the fields of all are merged alike."""

_PROVENANCE = ("provenance",)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that both sides changed otherwise; ``ABSENT`` where it is not there.

    ``pointer`` is its place in the merged value, which holds what ours has, or the one side that
    still has something. Of ``content`` each state is the text as far as it merges, with the lines
    of that side where it does not.
    """

    pointer: Pointer
    base: Possible
    ours: Possible
    theirs: Possible


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged record, and the fields that nobody but a person can merge."""

    value: JsonObject
    conflicts: tuple[Conflict, ...] = ()


class _Outcome(NamedTuple):
    """The merged value of one field; pointers of conflicts begin there."""

    value: Possible
    conflicts: tuple[Conflict, ...] = ()

    def below(self, token: str) -> list[Conflict]:
        """The conflicts as whatever holds this field under that name has them."""
        return [replace(each, pointer=(token, *each.pointer)) for each in self.conflicts]

    def is_as(self, other: _Outcome) -> bool:
        """Whether both settle the same, and leave the same open."""
        states, others = (
            [each for one in outcome.conflicts for each in (one.ours, one.theirs)]
            for outcome in (self, other)
        )
        return (
            alike(self.value, other.value)
            and len(states) == len(others)
            and all(map(alike, states, others))
        )


def merge(base: JsonObject | None, ours: JsonObject, theirs: JsonObject) -> Merged:
    """Merge two states of a record; ``base`` None: both began it, and share what they agree on.

    The same value both ways round where there is no conflict. A delete against an edit is one.
    Every value in the result, and every line of ``content``, was in one of the three.
    """
    return merge_over([] if base is None else [base], ours, theirs)


def merge_over(bases: Sequence[JsonObject], ours: JsonObject, theirs: JsonObject) -> Merged:
    """Merge two states over all that they came from, as histories that cross have several.

    A field for which not all bases give the same is a conflict.
    """
    value, conflicts = _merged(bases or [ABSENT], ours, theirs, ())
    return Merged(as_object(value), conflicts)


def resolved(merged: Merged, states: Sequence[Possible]) -> JsonObject:
    """The merged record with one state for each of its conflicts; ``ABSENT``: without the field."""
    value = deepcopy(merged.value)
    chosen = [(one.pointer, state) for one, state in zip(merged.conflicts, states, strict=True)]
    for pointer, state in reversed(chosen):  # from the end, for what goes moves what follows it
        _put(value, pointer, state)
    return value


def _put(value: JsonValue, pointer: Pointer, state: Possible) -> None:
    """Replace what stands at a pointer, or take it away, in the value itself."""
    around, last = get(value, pointer[:-1]), pointer[-1]
    if isinstance(around, list):
        place = int(last)
        around[place : place + 1] = [] if state is ABSENT else [state]
    elif isinstance(around, dict):
        if state is ABSENT:
            del around[last]
        else:
            around[last] = state


def _merged(bases: Sequence[Possible], ours: Possible, theirs: Possible, at: Pointer) -> _Outcome:
    if alike(ours, theirs) or _are_all(bases, theirs):
        return _Outcome(ours)
    return _Outcome(theirs) if _are_all(bases, ours) else _both_merged(bases, ours, theirs, at)


def _are_all(bases: Sequence[Possible], state: Possible) -> bool:
    return all(alike(base, state) for base in bases)


def _both_merged(
    bases: Sequence[Possible], ours: Possible, theirs: Possible, at: Pointer
) -> _Outcome:
    """The merged value of a field that both sides changed, each otherwise."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _merged_objects(bases, ours, theirs, at)
    outcomes = [_over_one(base, ours, theirs, at) for base in bases]
    if all(outcomes[0].is_as(each) for each in outcomes[1:]):
        return outcomes[0]
    return _conflict(bases[0], ours, theirs)


def _over_one(base: Possible, ours: Possible, theirs: Possible, at: Pointer) -> _Outcome:
    if alike(base, theirs):
        return _Outcome(ours)
    if alike(base, ours):
        return _Outcome(theirs)
    if isinstance(ours, list) and isinstance(theirs, list) and at in MATCHED_LISTS:
        return _merged_lists(as_list(base), ours, theirs, at)
    if at == TEXT and isinstance(base, str) and isinstance(ours, str) and isinstance(theirs, str):
        return _merged_texts(base, ours, theirs)
    return _conflict(base, ours, theirs)


def _conflict(base: Possible, ours: Possible, theirs: Possible) -> _Outcome:
    return _Outcome(theirs if ours is ABSENT else ours, (Conflict((), base, ours, theirs),))


def _merged_texts(base: str, ours: str, theirs: str) -> _Outcome:
    found = pieces(*(text.split("\n") for text in (base, ours, theirs)))
    mine, old, yours = (joined(lines) for lines in zip(*found, strict=True))
    return _Outcome(mine) if mine == yours else _conflict(old, mine, yours)


def _merged_objects(
    bases: Sequence[Possible], ours: JsonObject, theirs: JsonObject, at: Pointer
) -> _Outcome:
    result: JsonObject = {}
    conflicts: list[Conflict] = []
    stamps = _merged_stamps(bases, ours, theirs) if at == _PROVENANCE else None
    for name in dict.fromkeys([*ours, *theirs]):
        if stamps is not None and name in STAMPS:
            outcome = _Outcome(member(stamps, name))
        else:
            old = [member(base, name) for base in bases]
            outcome = _merged(old, member(ours, name), member(theirs, name), (*at, name))
        conflicts += outcome.below(name)
        if outcome.value is not ABSENT:
            result[name] = outcome.value
    return _Outcome(result, tuple(conflicts))


def _merged_stamps(bases: Sequence[Possible], ours: JsonObject, theirs: JsonObject) -> JsonObject:
    """The stamps of the last change, which belong together: those of the later one."""
    mine, yours = _stamps(ours), _stamps(theirs)
    olds = [_stamps(as_object(base)) for base in bases]
    if _are_all(olds, yours):
        return mine
    return yours if _are_all(olds, mine) else max(mine, yours, key=_lateness)


def _stamps(provenance: JsonObject) -> JsonObject:
    return {name: provenance[name] for name in STAMPS if name in provenance}


def _lateness(stamps: JsonObject) -> tuple[object, ...]:
    stamp = stamps.get("modified_at")
    instant = parse_rfc3339(stamp) if isinstance(stamp, str) else None
    order = () if instant is None else (instant.seconds, instant.fraction)
    return (order, canonical(stamps))


def _merged_lists(
    base: list[JsonValue], ours: list[JsonValue], theirs: list[JsonValue], at: Pointer
) -> _Outcome:
    """The items that both kept, merged, and those that either added.

    Where one side neither added nor moved any, they stand as in the other; else what was added
    follows what was there, in the order of its canonical JSON.
    """
    mine, yours = (Side.of(base, each) for each in (ours, theirs))
    common = [
        _merged([item], mine.item(old), yours.item(old), (*at, ITEM))
        for old, item in enumerate(base)
    ]
    result: list[JsonValue] = []
    conflicts: list[Conflict] = []
    for outcome in _arranged(common, mine, yours):
        if outcome.value is not ABSENT:
            conflicts += outcome.below(str(len(result)))
            result.append(outcome.value)
    return _Outcome(result, tuple(conflicts))


def _arranged(common: list[_Outcome], mine: Side, yours: Side) -> list[_Outcome]:
    """Everything that may stand in the merged list, in its order."""
    if yours.is_shortened():
        return common if mine.is_shortened() else _as_in(mine, common)
    if mine.is_shortened():
        return _as_in(yours, common)
    order = _merged_order(mine.order(yours), yours.order(mine))
    rest = sorted(set(range(len(common))) - set(order))
    return [common[place] for place in [*order, *rest]] + _added(mine, yours)


def _as_in(side: Side, common: list[_Outcome]) -> list[_Outcome]:
    """Everything as it stands in one side's list, and last what that side has not."""
    old = {place: before for before, place in side.places.items()}
    standing = [
        common[old[place]] if place in old else _Outcome(item)
        for place, item in enumerate(side.items)
    ]
    return standing + [common[place] for place in side.matching.gone]


def _merged_order(mine: list[int], yours: list[int]) -> list[int]:
    """The order of the side that moved items; that of the base where both did, in other ways."""
    if yours in (mine, sorted(yours)):
        return mine
    return yours if mine == sorted(mine) else sorted(mine)


def _added(mine: Side, yours: Side) -> list[_Outcome]:
    """What either side added, once where both did."""
    items: dict[str, JsonValue] = {}
    counts: Counter[str] = Counter()
    for side in (mine, yours):
        items |= {canonical(item): item for item in side.added}
        counts |= Counter(map(canonical, side.added))
    return [_Outcome(items[key]) for key in sorted(counts.elements())]
