"""Finds the items of a shelf by their words, best first (DESIGN section 10)."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from sgm_git.errors import CannotRun, UsageError
from sgm_git.record.asked import asked
from sgm_git.record.searched import searched
from sgm_git.record.snippet import snippet
from sgm_git.store.index import shelf_words
from sgm_git.store.index.database import Unusable
from sgm_git.store.index.shelf_filter import Condition, all_of, shown
from sgm_git.store.index.shelf_item import item_from
from sgm_git.store.index.shelf_keys import called_mark, path_from
from sgm_git.store.index.shelf_order import BEHIND, SCORE, Place, checked, cursor, place_of
from sgm_git.store.index.shelf_pages import ALL
from sgm_git.store.index.shelf_rows import STANDINGS
from sgm_git.store.window import Page
from sgm_git.witness.reading import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.asked import Asked, Phrase
    from sgm_git.record.snippet import Snippet
    from sgm_git.store.index import shelf_rows
    from sgm_git.store.index.shelf_item import Item
    from sgm_git.store.query import Filters
    from sgm_git.store.window import Window

_FOUND = (
    "SELECT rowid AS found, -bm25(words, 8.0, 3.0, 1.0, 1.0) AS fits FROM words"
    " WHERE words MATCH ? LIMIT -1"  # not merged into the query around it, where bm25 is unknown
)
_LEFT = (
    "SELECT number AS found, 0.0 AS fits FROM items"
    " WHERE shelf = ? AND number NOT IN (SELECT rowid FROM words WHERE words MATCH ?)"
)
_PAST = f"({', '.join(str(STANDINGS[each]) for each in (Standing.HISTORY, Standing.DONE))})"
_SCORE = " ".join(  # whose very id is asked for comes first, and what holds before what did once
    (
        *("fits * CASE WHEN standing IN", _PAST, "THEN 0.75 ELSE 1.0 END"),
        "+ CASE WHEN number IN (SELECT item FROM marks WHERE shelf = ? AND mark = ?)",
        "THEN 1000.0 ELSE 0.0 END AS score",
    )
)
_ORDER = "score DESC, path, is_reviewed"
_PAGE = " ".join(
    (
        "SELECT score, path, is_reviewed, said FROM",
        *("(SELECT found, path, is_reviewed,", _SCORE, "FROM ({found})"),
        *("JOIN items ON number = found WHERE {chosen} ORDER BY", _ORDER, "LIMIT ?)"),
        *("LEFT JOIN item_texts ON number = found ORDER BY", _ORDER),
    )
)
_COUNT = "SELECT count(*) FROM ({found}) JOIN items ON number = found WHERE {chosen}"


@dataclass(frozen=True, slots=True)
class Hit:
    """An item that was found, where in it, and how well: the more the better."""

    item: Item
    snippet: Snippet
    score: float


class Question(NamedTuple):
    """What is searched for; ``now`` in seconds since the epoch."""

    words: str
    filters: Filters
    window: Window
    now: int


def search(
    connection: sqlite3.Connection, shelf: shelf_rows.Place | None, question: Question
) -> Page[Hit]:
    """Give a page of what is found; see ``Shelf.search``."""
    wanted, window = asked(question.words), checked(question.window)
    place_of(window.cursor, SCORE)  # refused, if it is none, whatever there is to search
    if wanted.is_empty:
        raise UsageError("these words ask for nothing", hint="give a word with a letter or a digit")
    if not (shelf.has_words if shelf else shelf_words.is_able(connection)):
        raise _unable()
    if shelf is None:
        return Page((), None, 0)
    try:
        return _page(connection, shelf.number, question, wanted)
    except sqlite3.OperationalError as error:
        if "no such module" in str(error):
            raise _unable() from error
        if "no such table" in str(error):
            raise Unusable("a shelf without its words") from error
        raise


def _page(
    connection: sqlite3.Connection, shelf: int, question: Question, wanted: Asked
) -> Page[Hit]:
    _, filters, window, now = question
    found = _found(shelf, wanted)
    passing = shown(shelf, filters, now)
    chosen = all_of([passing, *_after(place_of(window.cursor, SCORE))])
    limit = ALL if window.limit is None else window.limit + 1
    called = shelf, called_mark(question.words)
    parameters = (*called, *found.parameters, *chosen.parameters, limit)
    statement = _PAGE.replace("{found}", found.text).replace("{chosen}", chosen.text)
    rows = connection.execute(statement, parameters).fetchall()
    hits = [_hit(row, wanted) for row in rows[: window.limit]]
    following = None
    if window.limit is not None and len(rows) > window.limit:
        score, path, is_reviewed, _ = rows[window.limit - 1]
        following = cursor(SCORE, Place(float(score), path, bool(is_reviewed)))
    statement = _COUNT.replace("{found}", found.text).replace("{chosen}", passing.text)
    total = connection.execute(statement, found.parameters + passing.parameters).fetchone()[0]
    return Page(tuple(hits), following, total)


def _found(shelf: int, wanted: Asked) -> Condition:
    expression = _expression(wanted)
    if wanted.wanted:
        return Condition(shelf_words.named(_FOUND, shelf), (expression,))
    return Condition(shelf_words.named(_LEFT, shelf), (shelf, expression))


def _expression(wanted: Asked) -> str:
    """Give what is asked for as a query of FTS5: nothing but words in quotes and our own signs."""
    groups = " AND ".join(_either(group) for group in wanted.wanted)
    if not wanted.unwanted:
        return groups
    unwanted = _either(wanted.unwanted)
    return f"({groups}) NOT {unwanted}" if groups else unwanted


def _either(phrases: Iterable[Phrase]) -> str:
    told = (f'"{" ".join(each.words)}"{" *" if each.is_prefix else ""}' for each in phrases)
    return f"({' OR '.join(told)})"


def _after(start: Place | None) -> list[Condition]:
    if start is None:
        return []
    score = cast("float", start.key)
    text = f"(score < ? OR (score = ? AND {BEHIND}))"
    return [Condition(text, (score, score, start.path, start.is_reviewed))]


def _hit(row: tuple[float, object, int, str], wanted: Asked) -> Hit:
    score, path, _, said = row
    item = item_from(path_from(path), said)
    texts = searched(item.record or {}, item.effective.get("agent"))
    return Hit(item, snippet(texts, wanted), score)


def _unable() -> CannotRun:
    return CannotRun(
        "this Python's SQLite cannot search: it has no FTS5",
        hint="list records with filters (sgm list), or use a Python whose sqlite3 has FTS5",
    )
