"""The words of a shelf's items: a full-text index for each shelf, so that it ranks by itself alone.

Only what a list shows is in it: what can be read. The texts themselves are not kept twice, so what
goes must be told as it came.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from sgm_git.record.searched import indexed, searched

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.store.index.shelf_item import Item

MODULE = "fts5"

_CREATE = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS words"
    " USING fts5(title, notes, body, inner, content='', tokenize='ascii', prefix='2 3')"
)
_INSERT = "INSERT INTO words(rowid, title, notes, body, inner) VALUES(?, ?, ?, ?, ?)"
_DELETE = (
    "INSERT INTO words(words, rowid, title, notes, body, inner) VALUES('delete', ?, ?, ?, ?, ?)"
)


def is_able(connection: sqlite3.Connection) -> bool:
    """Whether this SQLite has a full-text index."""
    try:
        connection.execute(f"CREATE VIRTUAL TABLE temp.probe USING {MODULE}(word)")
        connection.execute("DROP TABLE temp.probe")
    except sqlite3.OperationalError:
        return False
    return True


def make(connection: sqlite3.Connection, shelf: int) -> None:
    """Make the index of a shelf, where there is none."""
    connection.execute(named(_CREATE, shelf))


def remove(connection: sqlite3.Connection, shelf: int) -> None:
    """Take the index of a shelf away."""
    connection.execute(named("DROP TABLE IF EXISTS words", shelf))


def keep(connection: sqlite3.Connection, shelf: int, numbered: Iterable[tuple[int, Item]]) -> None:
    """Add the words of items, each with its number."""
    rows = [(number, *columns(item)) for number, item in numbered if item.record is not None]
    connection.executemany(named(_INSERT, shelf), rows)


def forget(connection: sqlite3.Connection, shelf: int, number: int, item: Item) -> None:
    """Take out the words of an item."""
    if item.record is not None:
        connection.execute(named(_DELETE, shelf), (number, *columns(item)))


def columns(item: Item) -> Sequence[str]:
    """Give the words of an item as they are indexed."""
    return indexed(searched(item.record or {}, item.effective.get("agent")))


def named(statement: str, shelf: int) -> str:
    """Give a statement about ``words`` as one about the words of a shelf."""
    return statement.replace("words", f"words_{shelf:d}")
