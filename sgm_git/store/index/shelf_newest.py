"""The newest of several kinds of records at once, for who has room for a few of each.

To ask for a page of each kind is to look at the whole shelf twice for each. Here it is looked at
once to count all kinds, and once more for each kind that there is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sgm_git.store.index.shelf_filter import shown, standing_at
from sgm_git.store.index.shelf_item import item_from
from sgm_git.store.index.shelf_keys import path_from, text_key
from sgm_git.store.index.shelf_pages import count
from sgm_git.store.index.shelf_rows import REVIEWS, STANDINGS, TRUSTS
from sgm_git.store.window import Page
from sgm_git.witness.reading import Review

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from sgm_git.store.index.shelf_item import Item
    from sgm_git.store.query import Filters

_LAST = "coalesce(by_modified_at, by_created_at)"
_ORDER = "last IS NULL, last DESC, path, is_reviewed"
_NEWEST = " ".join(
    (
        *(
            "SELECT path, said FROM (SELECT number, path, is_reviewed,",
            _LAST,
            "AS last FROM items WHERE *",
        ),
        *("ORDER BY", _ORDER, "LIMIT ?) LEFT JOIN item_texts USING(number) ORDER BY", _ORDER),
    )
)


_ANY: frozenset[Any] = frozenset()
_VALUES = ("null", "true", "false")  # which JSON writes without quotes
_SHORT = 50  # characters, of which no key is cut


class _Tally(NamedTuple):
    """How many records are alike, by the numbers and the key that the index has for them."""

    standing: int
    review: int
    trust: int
    type: bytes | None
    number: int


def newest(
    connection: sqlite3.Connection, shelf: int, kinds: Sequence[tuple[Filters, int]], now: int
) -> list[Page[Item]]:
    """Give a page for each of the filters: the last changed that pass, as many as are asked for.

    Of what was never changed counts when it was made; what has no time comes last. The pages have
    no cursor. ``now`` is in seconds since the epoch.
    """
    totals = _totals(connection, shelf, [filters for filters, _ in kinds], now)
    return [
        Page(_items(connection, shelf, filters, limit, now) if total else (), None, total)
        for (filters, limit), total in zip(kinds, totals, strict=True)
    ]


def _totals(
    connection: sqlite3.Connection, shelf: int, kinds: Sequence[Filters], now: int
) -> list[int]:
    """How many pass each of the filters."""
    tallies: dict[Filters, list[_Tally]] = {}
    totals = []
    for filters in kinds:
        asks_for_gone = Review.REMOVED_HERE in filters.reviews  # which is else not told
        if asks_for_gone or not all(map(_is_plain, filters.types)):
            totals.append(count(connection, shelf, filters, now))
            continue
        rest = replace(filters, types=_ANY, standings=_ANY, reviews=_ANY, trusts=_ANY)
        if rest not in tallies:
            tallies[rest] = _tally(connection, shelf, rest, now)
        totals.append(sum(each.number for each in tallies[rest] if _passes(each, filters)))
    return totals


def _is_plain(name: str) -> bool:
    """Whether no other value than this text is sorted as this type is."""
    return name.isidentifier() and name not in _VALUES and len(name) <= _SHORT


def _tally(connection: sqlite3.Connection, shelf: int, filters: Filters, now: int) -> list[_Tally]:
    """How many pass, by how they stand and by what they are."""
    condition, standing = shown(shelf, filters, now), standing_at(now)
    statement = " ".join(
        (
            *("SELECT", standing.text, "AS stands, review, trust, by_type, count(*) FROM items"),
            *("WHERE", condition.text, "GROUP BY stands, review, trust, by_type"),
        )
    )
    parameters = (*standing.parameters, *condition.parameters)
    return [_Tally(*row) for row in connection.execute(statement, parameters)]


def _passes(tally: _Tally, filters: Filters) -> bool:
    return (
        (not filters.types or tally.type in map(text_key, filters.types))
        and (not filters.standings or tally.standing in map(STANDINGS.get, filters.standings))
        and (not filters.reviews or tally.review in map(REVIEWS.get, filters.reviews))
        and (not filters.trusts or tally.trust in map(TRUSTS.get, filters.trusts))
    )


def _items(
    connection: sqlite3.Connection, shelf: int, filters: Filters, limit: int, now: int
) -> tuple[Item, ...]:
    condition = shown(shelf, filters, now)
    statement = _NEWEST.replace("*", condition.text, 1)
    rows = connection.execute(statement, (*condition.parameters, limit)).fetchall()
    return tuple(item_from(path_from(path), said) for path, said in rows)
