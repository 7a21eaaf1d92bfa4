"""Merges two states of a record over the one that they came from (DESIGN section 9).

Field by field: what only one side changed is taken; objects are merged member by member,
annotations, links and aliases as multisets, ``content`` line by line. Nothing is invented.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.absent import ABSENT, Possible, alike, as_list, as_object, member
from sgm_git.record.diff import MATCHED_LISTS
from sgm_git.record.match import Side
from sgm_git.record.meaning import STAMPS
from sgm_git.record.text_merge import merge_text
from sgm_git.record.times import parse_rfc3339
from sgm_git.record.value import canonical, same

if TYPE_CHECKING:
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
    still has something.
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


def merge(base: JsonObject | None, ours: JsonObject, theirs: JsonObject) -> Merged:
    """Merge two states of a record; ``base`` None: both began it, and share what they agree on.

    The same value both ways round where there is no conflict. A delete against an edit is one.
    Every value in the result, and every line of ``content``, was in one of the three.
    """
    value, conflicts = _merged(ABSENT if base is None else base, ours, theirs, ())
    return Merged(as_object(value), conflicts)


def _merged(base: Possible, ours: Possible, theirs: Possible, at: Pointer) -> _Outcome:
    if alike(ours, theirs) or alike(base, theirs):
        return _Outcome(ours)
    return _Outcome(theirs) if alike(base, ours) else _both_merged(base, ours, theirs, at)


def _both_merged(base: Possible, ours: Possible, theirs: Possible, at: Pointer) -> _Outcome:
    """The merged value of a field that both sides changed, each otherwise."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _merged_objects(as_object(base), ours, theirs, at)
    if isinstance(ours, list) and isinstance(theirs, list) and at in MATCHED_LISTS:
        return _merged_lists(as_list(base), ours, theirs, at)
    text = _merged_text(base, ours, theirs) if at == TEXT else None
    if text is not None:
        return _Outcome(text)
    return _Outcome(theirs if ours is ABSENT else ours, (Conflict((), base, ours, theirs),))


def _merged_text(base: Possible, ours: Possible, theirs: Possible) -> str | None:
    if isinstance(base, str) and isinstance(ours, str) and isinstance(theirs, str):
        return merge_text(base, ours, theirs)
    return None


def _merged_objects(
    base: JsonObject, ours: JsonObject, theirs: JsonObject, at: Pointer
) -> _Outcome:
    result: JsonObject = {}
    conflicts: list[Conflict] = []
    stamps = _merged_stamps(base, ours, theirs) if at == _PROVENANCE else None
    for name in dict.fromkeys([*ours, *theirs]):
        if stamps is not None and name in STAMPS:
            outcome = _Outcome(member(stamps, name))
        else:
            old, mine, yours = (member(each, name) for each in (base, ours, theirs))
            outcome = _merged(old, mine, yours, (*at, name))
        conflicts += outcome.below(name)
        if outcome.value is not ABSENT:
            result[name] = outcome.value
    return _Outcome(result, tuple(conflicts))


def _merged_stamps(base: JsonObject, ours: JsonObject, theirs: JsonObject) -> JsonObject:
    """The stamps of the last change, which belong together: those of the later one."""
    old, mine, yours = (
        {name: each[name] for name in STAMPS if name in each} for each in (base, ours, theirs)
    )
    if same(old, yours):
        return mine
    return yours if same(old, mine) else max(mine, yours, key=_lateness)


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
        _merged(item, mine.item(old), yours.item(old), (*at, ITEM)) for old, item in enumerate(base)
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
        return _as_in(mine, common)
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
