"""Reads the records of one state as they must be taken (DESIGN sections 8, 10 and 11)."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sgm_git.errors import CannotRun, NoSuchRecord
from sgm_git.record import fields
from sgm_git.store.index.database import is_lasting
from sgm_git.store.index.session import Session
from sgm_git.store.index.shelf import Overtaken, Shelf, item_reading
from sgm_git.store.query import Filters
from sgm_git.store.window import Page, Window
from sgm_git.witness.review import Side
from sgm_git.workflows.reading import parts
from sgm_git.workflows.reading.about import about_from
from sgm_git.workflows.reading.warm import is_warm

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from sgm_git.record.snippet import Snippet
    from sgm_git.record.times import Instant
    from sgm_git.store.index.shelf import Item
    from sgm_git.store.records import Records
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.reading.about import About

Result = TypeVar("Result")

_TRIES = 5  # of bringing a shelf up that others change all the time
_AT_ONCE = 500
_EVERYTHING = Filters()
_WHOLE = Window()


@dataclass(frozen=True, slots=True)
class Found:
    """A record that was searched for, where in it, and how well it fits: the more the better."""

    reading: Reading
    snippet: Snippet
    score: float


class Broken(NamedTuple):
    """A document that cannot be read, and why."""

    path: str
    why: str


class Reader:
    """The records of one state, which stays the same for as long as the reader is open.

    ``now`` is the time, in seconds since the epoch, that ages and what is due go by.
    """

    def __init__(self, session: Session, place: str, now: int) -> None:
        self._session = session
        self._place = place
        self.now = now

    def begin(self) -> None:
        """Bring up what is read; whatever is asked from here on is soon answered."""
        self._ask(lambda _: None)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: what cannot be told, and what does not count."""
        about = self._ask(lambda shelf: about_from(shelf.about or {}))
        return (*about.notes, *about.doubts)

    @property
    def trusted(self) -> str | None:
        """The name of what counts as reviewed: a ref, without a remote HEAD; None: nothing does."""
        about = self._ask(lambda shelf: about_from(shelf.about or {}))
        if about.trusted is None:
            return None
        return "HEAD" if about.side is Side.NO_REMOTE else about.trail[-1][0]

    @property
    def broken(self) -> tuple[Broken, ...]:
        """The documents that cannot be read, by path."""
        found = self._ask(Shelf.unreadable)
        return tuple(Broken(item.path, item.why or "it cannot be read") for item in found)

    def page(self, filters: Filters = _EVERYTHING, window: Window = _WHOLE) -> Page[Reading]:
        """Give a page of the records that pass every filter.

        In all lists and searches the reviewed version of what was changed or removed here is among
        them, too (``is_reviewed_version``), unless ``filters.is_here``. Raises UsageError for an
        order that there is not, and for a cursor of another one.
        """
        page = self._ask(lambda shelf: shelf.page(filters, window, self.now))
        return Page(tuple(map(self._reading, page.items)), page.next, page.total)

    def newest(self, kinds: Sequence[tuple[Filters, int]]) -> list[Page[Reading]]:
        """Give for each of the filters so many records that pass, the last changed first.

        Each page says how many pass in all, and has no cursor.
        """
        pages = self._ask(lambda shelf: shelf.newest(kinds, self.now))
        return [Page(tuple(map(self._reading, page.items)), None, page.total) for page in pages]

    def each(self, filters: Filters = _EVERYTHING) -> Iterator[Reading]:
        """Give all records that pass every filter, by path; see ``page``."""
        window = Window(limit=_AT_ONCE)
        while True:
            page = self.page(filters, window)
            yield from page.items
            if page.next is None:
                return
            window = Window(limit=_AT_ONCE, cursor=page.next)

    def search(
        self, words: str, filters: Filters = _EVERYTHING, window: Window = _WHOLE
    ) -> Page[Found]:
        """Give a page of the records that pass and hold the words, best first.

        Raises UsageError where the words ask for nothing, and for a cursor of something else;
        CannotRun where SQLite cannot search.
        """
        page = self._ask(lambda shelf: shelf.search(words, filters, window, self.now))
        items = (Found(self._reading(hit.item), hit.snippet, hit.score) for hit in page.items)
        return Page(tuple(items), page.next, page.total)

    def get(self, ref: str) -> Reading:
        """Give the record that ``id`` or ``root:id`` names, or did once.

        Raises NoSuchRecord where there is none, or more than one.
        """
        found = [self._reading(item) for item in self._ask(lambda shelf: _named(shelf, ref))]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(sorted(f"{each.root}:{each.id}" for each in found))
            raise NoSuchRecord(f"{ref} may mean {names}", hint="name the root, too: root:id")
        raise NoSuchRecord(f"there is no record {ref}", hint="sgm list shows all, sgm search finds")

    def reviewed_versions(self) -> list[Reading]:
        """Give what the trusted ref has of records that were changed or removed here, by path."""
        return [self._reading(item) for item in self._ask(Shelf.reviewed_versions)]

    def _reading(self, item: Item) -> Reading:
        return item_reading(item, self.now)

    def _ask(self, question: Callable[[Shelf], Result]) -> Result:
        return self._session.ask(lambda index: question(Shelf(index, self._place)))


@contextmanager
def reading(
    records: Records, *, rev: str | None = None, as_of: Instant | None = None
) -> Iterator[Reader]:
    """Read the work tree, the commit ``rev``, or what HEAD was at the time ``as_of``.

    Ages and standing are as at that time, too. Raises CannotRun where git cannot tell, or nothing
    was committed by then.
    """
    repository = records.repository
    now = records.now() if as_of is None else as_of.seconds
    oid = None if rev is None else repository.resolve(rev)
    if as_of is not None:
        oid = _commit_at(records, oid, as_of.seconds)
    prepare = partial(_prepare, records, now) if oid is None else partial(_lay, records, oid, now)
    with _open(records, prepare, now, keeps=oid is None) as reader:
        yield reader


@contextmanager
def reading_if_reviewed(records: Records, rev: str, trusted: str, now: int) -> Iterator[Reader]:
    """Read the commit ``rev`` as if just that were reviewed, by the word of the commit ``trusted``.

    Both are object ids; ``now`` is in seconds since the epoch. Raises CannotRun where git cannot
    tell.
    """
    prepare = partial(_lay, records, rev, now, trusted=trusted)
    with _open(records, prepare, now, keeps=False) as reader:
        yield reader


@contextmanager
def _open(
    records: Records, prepare: Callable[[sqlite3.Connection], None], now: int, *, keeps: bool
) -> Iterator[Reader]:
    session = Session(records.repository.common_dir, prepare, keeps=keeps)
    try:
        yield Reader(session, _place(records), now)
    finally:
        session.close()


def _place(records: Records) -> str:
    """What the shelf of this work tree is called."""
    return str(records.repository.git_dir)


def _commit_at(records: Records, tip: str | None, time: int) -> str:
    start = tip or records.repository.head().oid
    found = None if start is None else records.repository.commit_at(start, time)
    if found is None:
        raise CannotRun("nothing was committed by then", hint="sgm history shows when what was")
    return found


def _prepare(records: Records, now: int, connection: sqlite3.Connection) -> None:
    """Bring the shelf of the work tree up, and hold it as it is.

    Where others change all the time what there is to read, it is read once more, as it comes: into
    an index in memory, which nobody else is told of.
    """
    for _ in range(_TRIES):
        shelf = Shelf(connection, _place(records))
        try:
            about = _brought_up(shelf, records, now)
        except Overtaken:
            connection.rollback()
            continue
        connection.commit()
        shelf.hold()
        if shelf.about == about.json:
            return
        connection.rollback()
    if is_lasting(connection):
        raise Overtaken("other processes change the index all the time")
    shelf = Shelf(connection, _place(records))
    parts.sync.bring_up(shelf, records, None, now, in_haste=True)


def _brought_up(shelf: Shelf, records: Records, now: int) -> About:
    told = shelf.about
    about = None if told is None else about_from(told)
    if about is not None and is_warm(about, records.repository.steady(), now):
        return about
    return parts.sync.bring_up(shelf, records, about, now)


def _lay(
    records: Records,
    oid: str,
    now: int,
    connection: sqlite3.Connection,
    trusted: str | None = None,
) -> None:
    """Lay out the records of a commit."""
    shelf = Shelf(connection, _place(records))
    shelf.keep(parts.sync.lay_out(shelf, records, oid, now, trusted).json)


def _named(shelf: Shelf, ref: str) -> list[Item]:
    """The readable records that a reference means: now, or else once; a root may go before."""
    bare = _meant(shelf, ref, None)
    if bare:
        return bare
    for place in (number for number, character in enumerate(ref) if character == ":"):
        root = "" if ref[:place] == "." else ref[:place].strip("/")
        found = _meant(shelf, ref[place + 1 :], root)
        if found:
            return found
    return []


def _meant(shelf: Shelf, name: str, root: str | None) -> list[Item]:
    found = [
        item
        for item in shelf.named([name])
        if not item.is_reviewed_version and root in (None, item.root)
    ]
    now = [item for item in found if fields.record_id(item.record or {}) == name]
    return now or found
