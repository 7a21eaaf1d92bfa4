"""The newest of several kinds of records at once, for who has room for a few of each.

To ask for a page of each kind is to look at the whole shelf twice for each. Here it is looked at
once to count all kinds, and once more for each kind that there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.store.index.shelf_filter import shown
from sgm_git.store.index.shelf_item import item_from
from sgm_git.store.index.shelf_keys import path_from
from sgm_git.store.window import Page

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from sgm_git.store.index.shelf_item import Item
    from sgm_git.store.query import Filters

_LAST = "coalesce(by_modified_at, by_created_at)"
_ORDER = "last IS NULL, last DESC, path"
_NEWEST = " ".join(
    (
        *("SELECT path, said FROM (SELECT number, path,", _LAST, "AS last FROM items WHERE *"),
        *("ORDER BY", _ORDER, "LIMIT ?) LEFT JOIN item_texts USING(number) ORDER BY", _ORDER),
    )
)


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
    if not kinds:
        return []
    conditions = [shown(shelf, filters, now) for filters in kinds]
    sums = ", ".join(f"coalesce(sum({each.text}), 0)" for each in conditions)
    parameters = [value for each in conditions for value in each.parameters]
    statement = f"SELECT {sums} FROM items WHERE shelf = ?"  # noqa: S608 - of our own words
    return list(connection.execute(statement, (*parameters, shelf)).fetchone())


def _items(
    connection: sqlite3.Connection, shelf: int, filters: Filters, limit: int, now: int
) -> tuple[Item, ...]:
    condition = shown(shelf, filters, now)
    statement = _NEWEST.replace("*", condition.text, 1)
    rows = connection.execute(statement, (*condition.parameters, limit)).fetchall()
    return tuple(item_from(path_from(path), said) for path, said in rows)
