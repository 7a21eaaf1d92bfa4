"""Which annotation of one list is which of another (DESIGN section 12, ``match``).

The one matching for whatever compares two states of a record: equal ones first, then those of one
kind and value, then those of one kind; among several in their order.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.absent import ABSENT, Possible
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sgm_git.record.value import JsonValue


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs of places in two lists, and the places on either side that have no partner."""

    pairs: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    added: tuple[int, ...]

    @property
    def keeps_order(self) -> bool:
        """Whether the partners stand in one order on both sides."""
        places = [new for _, new in self.pairs]
        return places == sorted(places)


def match_annotations(base: Sequence[JsonValue], result: Sequence[JsonValue]) -> Matching:
    """Match two lists of annotations as multisets; items of any shape are allowed.

    The pairs are in the order of ``base``.
    """
    partners: dict[int, int] = {}
    free = list(range(len(result)))
    for key in _KEYS:
        waiting: dict[str, deque[int]] = defaultdict(deque)
        for place in free:
            waiting[key(result[place])].append(place)
        waiting.pop("", None)
        for place, item in enumerate(base):
            same = waiting.get(key(item)) if place not in partners else None
            if same:
                partners[place] = same.popleft()
        free = sorted(set(free) - set(partners.values()))
    gone = tuple(place for place in range(len(base)) if place not in partners)
    return Matching(tuple(sorted(partners.items())), gone, tuple(free))


class Side(NamedTuple):
    """One state's list, and which of its items are which of the base's, by their places there."""

    items: list[JsonValue]
    matching: Matching
    places: dict[int, int]

    @classmethod
    def of(cls, base: list[JsonValue], items: list[JsonValue]) -> Side:
        """The side that has those items for the base's."""
        matching = match_annotations(base, items)
        return cls(items, matching, dict(matching.pairs))

    @property
    def added(self) -> list[JsonValue]:
        """The items that the base has not."""
        return [self.items[place] for place in self.matching.added]

    def item(self, old: int) -> Possible:
        """What became of the item at that place of the base."""
        return self.items[self.places[old]] if old in self.places else ABSENT

    def is_shortened(self) -> bool:
        """Whether nothing was added or moved."""
        return not self.matching.added and self.matching.keeps_order

    def order(self, other: Side) -> list[int]:
        """The places in the base of what both sides still have, in this side's order."""
        return sorted(self.places.keys() & other.places.keys(), key=self.places.__getitem__)


def _whole(item: JsonValue) -> str:
    return canonical(item)


def _kind_and_value(item: JsonValue) -> str:
    if not isinstance(item, dict) or "kind" not in item:
        return ""
    return canonical({name: item[name] for name in ("kind", "value") if name in item})


def _kind(item: JsonValue) -> str:
    return canonical(item["kind"]) if isinstance(item, dict) and "kind" in item else ""


_KEYS: tuple[Callable[[JsonValue], str], ...] = (_whole, _kind_and_value, _kind)
