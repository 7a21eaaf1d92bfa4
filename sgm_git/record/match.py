"""Which annotation of one list is which of another (DESIGN section 12, ``match``).

The one matching for whatever compares two states of a record: equal ones first, then those of one
kind and value, then those of one kind; among several in their order.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

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


def _whole(item: JsonValue) -> str:
    return canonical(item)


def _kind_and_value(item: JsonValue) -> str:
    if not isinstance(item, dict) or "kind" not in item:
        return ""
    return canonical({name: item[name] for name in ("kind", "value") if name in item})


def _kind(item: JsonValue) -> str:
    return canonical(item["kind"]) if isinstance(item, dict) and "kind" in item else ""


_KEYS: tuple[Callable[[JsonValue], str], ...] = (_whole, _kind_and_value, _kind)
