"""Writes items into the tables of the index and takes them out again (DESIGN section 10)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import fields
from sgm_git.store.index import shelf_words
from sgm_git.store.index.shelf_item import item_from, item_text
from sgm_git.store.index.shelf_keys import (
    created_key,
    due_key,
    marks_of,
    packed,
    stale_second,
    status_of,
    text_key,
    time_key,
)
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.store.index.shelf_item import Item

STANDINGS = {each: number for number, each in enumerate(Standing)}
REVIEWS = {each: number for number, each in enumerate(Review)}
TRUSTS = {each: number for number, each in enumerate(Trust)}

_TOGETHER = 500  # items that are looked up, and written, at once
_MARKS = 200_000  # that are sorted at once: in the order of the table they are written much faster
_NUMBER_BYTES = 8
_PLACES = 18  # columns of ``items`` but the number
_INSERT = f"INSERT INTO items VALUES(?{', ?' * _PLACES})"
_INSERT_MARKS = "INSERT OR IGNORE INTO marks VALUES(?, ?, ?)"


class Place(NamedTuple):
    """A shelf by its number, and whether the words of its items are kept for searching."""

    number: int
    has_words: bool


def put_rows(connection: sqlite3.Connection, place: Place, items: Iterable[Item]) -> None:
    """Write items, each instead of what lay at its path; of several at one path the last."""
    waiting: list[bytes] = []  # a mark and a number in one: they may be hundreds of thousands
    number = _last_number(connection)
    for batch in _batches(items):
        there = [item for item in batch if _is_there(connection, place, item)]
        if there:  # what is to go may have marks that are not written yet
            _write_marks(connection, place, waiting)
        for item in there:
            _drop(connection, place, item.path, is_reviewed=item.is_reviewed_version)
        numbered = list(enumerate(batch, number + 1))
        number += len(batch)
        _write(connection, place, numbered)
        for each, item in numbered:
            told = each.to_bytes(_NUMBER_BYTES, "big")
            waiting += (mark + told for mark in marks_of(item))
        if len(waiting) > _MARKS:
            _write_marks(connection, place, waiting)
    _write_marks(connection, place, waiting)


def drop_rows(
    connection: sqlite3.Connection, place: Place, paths: Iterable[str], *, is_reviewed: bool
) -> None:
    """Take out what lies at these paths."""
    for path in paths:
        _drop(connection, place, path, is_reviewed=is_reviewed)


def clear_rows(connection: sqlite3.Connection, shelf: int) -> None:
    """Take out everything."""
    number = (shelf,)
    connection.execute("DELETE FROM marks WHERE shelf = ?", number)
    connection.execute(
        "DELETE FROM item_texts WHERE number IN (SELECT number FROM items WHERE shelf = ?)", number
    )
    connection.execute("DELETE FROM items WHERE shelf = ?", number)


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    waiting = iter(items)
    while batch := list(islice(waiting, _TOGETHER)):
        yield list({(item.path, item.is_reviewed_version): item for item in batch}.values())


def _is_there(connection: sqlite3.Connection, place: Place, item: Item) -> bool:
    wanted = "SELECT 1 FROM items WHERE shelf = ? AND is_reviewed = ? AND path = ?"
    key = place.number, item.is_reviewed_version, packed(item.path)
    return connection.execute(wanted, key).fetchone() is not None


def _drop(connection: sqlite3.Connection, place: Place, path: str, *, is_reviewed: bool) -> None:
    wanted = (
        "SELECT items.number, said FROM items LEFT JOIN item_texts USING(number)"
        " WHERE shelf = ? AND is_reviewed = ? AND path = ?"
    )
    key = place.number, is_reviewed, packed(path)
    for number, said in connection.execute(wanted, key).fetchall():
        item = item_from(path, said)
        connection.executemany(
            "DELETE FROM marks WHERE shelf = ? AND mark = ? AND item = ?",
            [(place.number, mark, number) for mark in marks_of(item)],
        )
        if place.has_words:
            shelf_words.forget(connection, place.number, number, item)
        connection.execute("DELETE FROM item_texts WHERE number = ?", (number,))
        connection.execute("DELETE FROM items WHERE number = ?", (number,))


def _write(
    connection: sqlite3.Connection, place: Place, numbered: Sequence[tuple[int, Item]]
) -> None:
    connection.executemany(_INSERT, [_row(number, place.number, item) for number, item in numbered])
    connection.executemany(
        "INSERT INTO item_texts VALUES(?, ?)",
        [(number, item_text(item)) for number, item in numbered],
    )
    if place.has_words:
        shelf_words.keep(connection, place.number, numbered)


def _row(number: int, shelf: int, item: Item) -> tuple[object, ...]:
    record: JsonObject = item.record or {}
    made = item.effective
    return (
        *(number, shelf, item.is_reviewed_version, packed(item.path), item.record is not None),
        *(STANDINGS[item.standing], None if item.as_of is None else item.as_of.seconds),
        *(stale_second(item), REVIEWS[item.review], TRUSTS[item.trust]),
        *(due_key(record), created_key(item), text_key(record.get("id"))),
        *(text_key(fields.record_type(record)), text_key(record.get("title"))),
        *(text_key(status_of(record)), text_key(made.get("agent"))),
        *(time_key(made.get("created_at")), time_key(made.get("modified_at"))),
    )


def _write_marks(connection: sqlite3.Connection, place: Place, waiting: list[bytes]) -> None:
    waiting.sort()
    connection.executemany(
        _INSERT_MARKS,
        (
            (place.number, each[:-_NUMBER_BYTES], int.from_bytes(each[-_NUMBER_BYTES:], "big"))
            for each in waiting
        ),
    )
    waiting.clear()


def _last_number(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT max(number) FROM items").fetchone()
    return row[0] or 0
