"""Pages of what a shelf holds, filtered and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.store.index.shelf_filter import all_of, shown
from sgm_git.store.index.shelf_item import item_from
from sgm_git.store.index.shelf_keys import path_from
from sgm_git.store.index.shelf_order import Place, after, checked, cursor, order, place_of, sort_key
from sgm_git.store.window import Page

if TYPE_CHECKING:
    import sqlite3

    from sgm_git.store.index.shelf_item import Item
    from sgm_git.store.query import Filters
    from sgm_git.store.window import Window

_COUNT = "SELECT count(*) FROM items WHERE"
_COLUMNS = "SELECT number AS found, path, is_reviewed,"
ALL = -1
"""The limit that is none."""


def count(connection: sqlite3.Connection, shelf: int, filters: Filters, now: int) -> int:
    """Give how many records of a shelf pass."""
    condition = shown(shelf, filters, now)
    statement = f"{_COUNT} {condition.text}"
    total: int = connection.execute(statement, condition.parameters).fetchone()[0]
    return total


def page(
    connection: sqlite3.Connection, shelf: int, filters: Filters, window: Window, now: int
) -> Page[Item]:
    """Give a page; see ``Shelf.page``."""
    sort, reverse = checked(window).sort, window.reverse
    start = after(window, place_of(window.cursor, sort, reverse=reverse))
    condition = all_of([shown(shelf, filters, now), *([] if start is None else [start])])
    key, by = sort_key(window, now), order(window)
    statement = " ".join(
        (
            *("SELECT key, path, is_reviewed, said FROM (", _COLUMNS, key.text),
            *("AS key FROM items WHERE", condition.text, "ORDER BY", by),
            *("LIMIT ?) LEFT JOIN item_texts ON number = found ORDER BY", by),
        )
    )
    limit = ALL if window.limit is None else window.limit + 1
    rows = connection.execute(statement, (*key.parameters, *condition.parameters, limit)).fetchall()
    items = [item_from(path_from(path), said) for _, path, _, said in rows[: window.limit]]
    following = None
    if window.limit is not None and len(rows) > window.limit:
        last, path, is_reviewed, _ = rows[window.limit - 1]
        place = Place(None if sort == "path" else last, path, bool(is_reviewed))
        following = cursor(sort, place, reverse=reverse)
    return Page(tuple(items), following, count(connection, shelf, filters, now))
