"""Whether a merge says anything of its own about a record (DESIGN section 2, "version").

Merges are made by this program, by git over the lines of the files, by forges, and by people who
settle conflicts. What none of them adds to is no new version of the record.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.record.absent import (
    ABSENT,
    Possible,
    alike,
    as_list,
    as_object,
    changed_states,
    is_among,
    member,
)
from sgm_git.record.diff import MATCHED_LISTS
from sgm_git.record.match import Side
from sgm_git.record.meaning import meaning
from sgm_git.record.merge import ITEM, TEXT
from sgm_git.record.text_merge import clean_merges
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_Slot: TypeAlias = "tuple[JsonValue, list[Possible]]"  # an item, and what parents made of it

_MOST_TEXTS = 8  # that are merged, and that may come out of it
_MOST_TRIES = 10_000  # of matching items that several parents changed


def is_automatic(
    base: JsonObject | None, parents: Sequence[JsonObject], result: JsonObject
) -> bool:
    """Tell whether every field of a merge's record follows from its parents.

    A field that no parent changed since ``base`` must be as it was, one that a single parent (or
    several alike) changed must be as there. Where they changed it otherwise, it must be as in one
    of them, or what merging them gives. Members of objects are judged each for themselves, and so
    are annotations, links and aliases, as multisets; ``content`` by its lines. ``base`` None: the
    parents have no common beginning, and each field must be as in one of them. The stamps of the
    last change are passed over.
    """
    before = ABSENT if base is None else meaning(base)
    states = [meaning(parent) for parent in parents]
    return _Judge(is_related=base is not None).follows(before, states, meaning(result), ())


class _Judge:
    """Judges the fields of one merge; of parents that are not related, any may have its way."""

    def __init__(self, *, is_related: bool) -> None:
        self._is_related = is_related

    def follows(
        self, base: Possible, states: Sequence[Possible], result: Possible, at: Pointer
    ) -> bool:
        """Whether what stands at ``at`` in the result comes from that in base and parents."""
        changed = changed_states(base, states)
        if len(changed) > 1 or (changed and not self._is_related):
            return self._is_settled(base, states, result, at)
        return alike(result, changed[0] if changed else base)

    def _is_settled(
        self, base: Possible, states: Sequence[Possible], result: Possible, at: Pointer
    ) -> bool:
        """The same where several parents changed it, each otherwise."""
        changed = changed_states(base, states)
        if not self._is_related and is_among(result, states):
            return True
        if _are_all(dict, result, *changed):
            return self._members_follow(base, states, result, at)
        if at in MATCHED_LISTS and _are_all(list, result, *changed):
            # Not that of one parent as a whole: what the other alone had added would be dropped.
            return self._items_follow(as_list(base), states, as_list(result), at)
        return is_among(result, changed) or (at == TEXT and _text_follows(base, changed, result))

    def _members_follow(
        self, base: Possible, states: Sequence[Possible], result: Possible, at: Pointer
    ) -> bool:
        names = dict.fromkeys(name for each in (base, result, *states) for name in as_object(each))
        return all(
            self.follows(
                member(base, name),
                [member(state, name) for state in states],
                member(result, name),
                (*at, name),
            )
            for name in names
        )

    def _items_follow(
        self,
        base: list[JsonValue],
        states: Sequence[Possible],
        result: list[JsonValue],
        at: Pointer,
    ) -> bool:
        """Whether each item is what became of one of the base's, or one that a parent added."""
        sides = [Side.of(base, as_list(state)) for state in states]
        slots = [(item, [side.item(place) for side in sides]) for place, item in enumerate(base)]
        pool = _Pool(result)
        unsettled = [slot for slot in slots if len(changed_states(*slot)) > 1]
        return (
            len(unsettled) * len(result) <= _MOST_TRIES
            and all(map(pool.take_settled, slots))
            and all(self._item_follows(slot, pool, at) for slot in unsettled)
            and pool.holds_what_was_added(sides)
        )

    def _item_follows(self, slot: _Slot, pool: _Pool, at: Pointer) -> bool:
        follows = partial(self.follows, *slot, at=(*at, ITEM))
        return pool.take_any(follows) or follows(ABSENT)


class _Pool:
    """The items of a list, to be taken out one by one."""

    def __init__(self, items: list[JsonValue]) -> None:
        self._items = {canonical(item): item for item in items}
        self._left = Counter(map(canonical, items))

    def take_settled(self, slot: _Slot) -> bool:
        """Take out what an item must have become; False where that is missing.

        Nothing is to be taken where several made something else of it, or where it is gone.
        """
        item, states = slot
        changed = changed_states(item, states)
        wanted = changed[0] if changed else item
        if wanted is ABSENT or len(changed) > 1:
            return True
        self._left[canonical(wanted)] -= 1
        return self._left[canonical(wanted)] >= 0

    def take_any(self, fits: Callable[[Possible], bool]) -> bool:
        """Take out the first one that fits; False where there is none."""
        for key, item in self._items.items():
            if self._left[key] > 0 and fits(item):
                self._left[key] -= 1
                return True
        return False

    def holds_what_was_added(self, sides: Sequence[Side]) -> bool:
        """Whether the rest is what the sides added: once where several did, or by each of them."""
        least: Counter[str] = Counter()
        most: Counter[str] = Counter()
        for side in sides:
            added = Counter(map(canonical, side.added))
            least |= added
            most += added
        return least <= self._left <= most


def _are_all(kind: type, *states: Possible) -> bool:
    return all(isinstance(state, kind) for state in states)


def _text_follows(base: Possible, changed: Sequence[Possible], result: Possible) -> bool:
    """Whether a text is one that merging the parents' by lines may give, one after the other."""
    texts = [text for text in changed if isinstance(text, str)]
    if not isinstance(base, str) or not len(texts) == len(changed) <= _MOST_TEXTS:
        return False
    merged = {texts[0]}
    for text in texts[1:]:
        every = {each for one in merged for each in clean_merges(base, one, text)}
        merged = set(sorted(every)[:_MOST_TEXTS])
    return result in merged
