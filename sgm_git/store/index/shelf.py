"""What a reader is told of all records of a store, kept to be found at once (DESIGN section 10).

A shelf holds one state of a store: of a work tree, or of a revision. Paths and texts may hold what
is no UTF-8. Each question is one statement, so that an answer is of one moment, whoever writes.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import value as json
from sgm_git.store.index import shelf_newest, shelf_pages, shelf_rows, shelf_search, shelf_words
from sgm_git.store.index.database import NONSENSE, Unusable
from sgm_git.store.index.shelf_item import Item, item_from, item_reading
from sgm_git.store.index.shelf_keys import mark, packed, path_from
from sgm_git.store.index.shelf_order import SORTS
from sgm_git.store.index.shelf_rows import Place
from sgm_git.store.index.shelf_search import Hit
from sgm_git.store.query import Filters
from sgm_git.store.window import Window

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.store.window import Page

__all__ = ("SORTS", "Hit", "Item", "Overtaken", "Shelf", "item_reading")

_SHELVES = 4  # that are kept: work trees, and revisions that were asked about
_TOGETHER = 500  # items that are read at once where all are
_READ = "SELECT path, said FROM items LEFT JOIN item_texts USING(number)"
_READ_MARKED = (
    "SELECT path, is_reviewed, said FROM marks JOIN items ON items.number = marks.item"
    " LEFT JOIN item_texts ON item_texts.number = marks.item WHERE marks.shelf = ? AND mark = ?"
)
_FORGOTTEN = (
    "SELECT number FROM shelves WHERE place = ? OR number NOT IN"
    " (SELECT number FROM shelves WHERE place <> ? ORDER BY turn DESC LIMIT ?)"
)
_MAKE = (
    "INSERT INTO shelves(place, turn, has_words)"
    " VALUES(?, (SELECT coalesce(max(turn), 0) + 1 FROM shelves), ?)"
)


class Overtaken(sqlite3.OperationalError):
    """Another process has changed the shelf since it was read."""


class _Row(NamedTuple):
    """A shelf as it stands in the index."""

    number: int
    about: str | None
    turn: int
    has_words: bool


class Shelf:
    """The items of one state of a store, by its ``place``; empty where there is no such shelf.

    What writes raises ``sqlite3.OperationalError`` where it cannot: nobody may, another process
    does, or did since this shelf was read (``Overtaken``); see ``begin``.
    """

    def __init__(self, connection: sqlite3.Connection, place: str) -> None:
        self.connection = connection
        # Another version of Unicode may divide a text into other words.
        self._place = json.dumps([place, unicodedata.unidata_version], ascii=True)
        self._row = self._kept()
        self._is_mine = False

    @property
    def about(self) -> JsonObject | None:
        """What was kept about the whole of it; None: nothing, and whatever lies there is nothing.

        Raises Unusable where that makes no sense.
        """
        text = None if self._row is None else self._row.about
        try:
            about = {} if text is None else json.loads(text)
        except NONSENSE as error:
            raise Unusable("a shelf that makes no sense") from error
        if not isinstance(about, dict):
            raise Unusable("a shelf that makes no sense")
        return None if text is None else about

    def begin(self) -> None:
        """Wait until nobody else writes, and look again: ``about`` may be another's by now.

        From here on until the connection commits it is this one's to change.
        """
        if not self.connection.in_transaction:
            self.connection.execute("BEGIN IMMEDIATE")
        self._row = self._kept()
        self._is_mine = True

    def hold(self) -> None:
        """Look again: what is read from here on, until the connection commits, is of one moment."""
        if not self.connection.in_transaction:
            self.connection.execute("BEGIN")
        self._row = self._kept()

    def keep(self, about: JsonObject) -> None:
        """Keep something about the whole of it."""
        text = json.dumps(about, ascii=True)
        number = self._begun().number
        statement = (
            "UPDATE shelves SET about = ?, turn = (SELECT max(turn) + 1 FROM shelves)"
            " WHERE number = ?"
        )
        self.connection.execute(statement, (text, number))
        self._row = self._kept()

    def put(self, items: Iterable[Item]) -> None:
        """Add items, each instead of what lies there (its path, the reviewed version or not)."""
        shelf_rows.put_rows(self.connection, self._begun(), items)

    def drop(self, paths: Iterable[str], *, reviewed: bool = False) -> None:
        """Take out what lies at these paths; with ``reviewed`` the reviewed versions."""
        shelf_rows.drop_rows(self.connection, self._begun(), paths, is_reviewed=reviewed)

    def clear(self) -> None:
        """Take out everything, and what was kept about it."""
        if self._row is not None:
            self._forget(self._begun().number)
            self._row = None

    def count(self) -> int:
        """How many records a list shows: what can be read, reviewed versions too."""
        return shelf_pages.count(self.connection, self._number, Filters(), 0)

    def item(self, path: str, *, reviewed: bool = False) -> Item | None:
        """Give what lies at a path, or its reviewed version."""
        found = self._read(" AND is_reviewed = ? AND path = ?", (reviewed, packed(path)))
        return found[0] if found else None

    def items(self, paths: Collection[str], *, reviewed: bool = False) -> list[Item]:
        """Give what lies at these paths, by path."""
        found = (self.item(path, reviewed=reviewed) for path in sorted(set(paths)))
        return [item for item in found if item is not None]

    def each(self, filters: Filters | None = None, now: int = 0) -> Iterator[Item]:
        """Give all that a list shows, by path; a reviewed version behind what became of it."""
        window = Window(limit=_TOGETHER)
        while True:
            page = self.page(filters or Filters(), window, now)
            yield from page.items
            if page.next is None:
                return
            window = Window(limit=_TOGETHER, cursor=page.next)

    def unreadable(self) -> list[Item]:
        """Give the documents that cannot be read, by path."""
        return self._read(" AND is_reviewed = 0 AND is_readable = 0")

    def reviewed_versions(self) -> list[Item]:
        """Give what the trusted ref has of records that were changed or removed here, by path."""
        return self._read(" AND is_reviewed = 1")

    def named(self, names: Collection[str]) -> list[Item]:
        """Give the items that have or had one of these ids; by path, reviewed versions too."""
        return self._marked("name", names)

    def superseding(self, names: Collection[str]) -> list[Item]:
        """Give the items that say that they supersede one of these names, as it is written there.

        They come by path, reviewed versions too.
        """
        return self._marked("supersedes", names)

    def superseded_by(self, names: Collection[str]) -> list[Item]:
        """Give the items that say that one of these names supersedes them; as ``superseding``."""
        return self._marked("superseded_by", names)

    def page(self, filters: Filters, window: Window, now: int) -> Page[Item]:
        """Give a page of the records that pass; ``now`` in seconds since 1970.

        Reviewed versions of what was changed or removed here are among them. Raises UsageError for
        an order that there is not, and for a cursor of another one.
        """
        return shelf_pages.page(self.connection, self._number, filters, window, now)

    def newest(self, kinds: Sequence[tuple[Filters, int]], now: int) -> list[Page[Item]]:
        """Give for each of the filters so many records that pass, the last changed first.

        Each page says how many pass in all, and has no cursor.
        """
        return shelf_newest.newest(self.connection, self._number, kinds, now)

    def search(self, words: str, filters: Filters, window: Window, now: int) -> Page[Hit]:
        """Give a page of the records that pass and hold the words, best first.

        Their order is always that; the window's is not asked. Raises UsageError where the words ask
        for nothing, and for a cursor of something else; CannotRun where SQLite cannot search.
        """
        question = shelf_search.Question(words, filters, window, now)
        row = self._row
        place = None if row is None else Place(row.number, row.has_words)
        return shelf_search.search(self.connection, place, question)

    @property
    def _number(self) -> int:
        return 0 if self._row is None else self._row.number

    def _read(self, condition: str, parameters: tuple[int | bytes, ...] = ()) -> list[Item]:
        statement = f"{_READ} WHERE shelf = ?{condition} ORDER BY path"
        rows = self.connection.execute(statement, (self._number, *parameters)).fetchall()
        return [item_from(path_from(path), said) for path, said in rows]

    def _marked(self, kind: str, names: Collection[str]) -> list[Item]:
        execute = self.connection.execute
        rows = {
            (path_from(path), is_reviewed): said
            for each in {mark(kind, name) for name in names}
            for path, is_reviewed, said in execute(_READ_MARKED, (self._number, each))
        }
        return [item_from(path, rows[path, is_reviewed]) for path, is_reviewed in sorted(rows)]

    def _kept(self) -> _Row | None:
        wanted = "SELECT number, about, turn, has_words FROM shelves WHERE place = ?"
        row = self.connection.execute(wanted, (self._place,)).fetchone()
        if row is None or not (row[3] or not shelf_words.is_able(self.connection)):
            return None  # without words, written by an SQLite that had no search: made anew
        number, about, turn, has_words = row
        return _Row(number, about, turn, bool(has_words))

    def _begun(self) -> Place:
        """The shelf, which nobody else may change now."""
        if not (self._is_mine and self.connection.in_transaction):
            seen = self._row
            self.begin()
            if self._row != seen:
                raise Overtaken("the index was changed by another process")
        row = self._row = self._row or self._made()
        return Place(row.number, row.has_words)

    def _made(self) -> _Row:
        """A new shelf; those that were kept the longest time ago make room."""
        execute = self.connection.execute
        for (number,) in execute(_FORGOTTEN, (self._place, self._place, _SHELVES - 1)).fetchall():
            self._forget(number)
        has_words = shelf_words.is_able(self.connection)
        made = execute(_MAKE, (self._place, has_words))
        row = _Row(made.lastrowid or 0, None, 0, has_words)
        if has_words:
            shelf_words.make(self.connection, row.number)
        return row

    def _forget(self, number: int) -> None:
        shelf_rows.clear_rows(self.connection, number)
        self.connection.execute("DELETE FROM shelves WHERE number = ?", (number,))
        with suppress(sqlite3.OperationalError):  # no such module: another SQLite made it
            shelf_words.remove(self.connection, number)
