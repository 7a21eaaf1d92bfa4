"""The derived index: an SQLite file in the git common directory (DESIGN section 10).

Everything in it can be worked out again. What is broken, of another version or cannot be written is
replaced or, where that is not possible, bypassed by an index in memory: never an error.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from sgm_git.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_FILE = "index.sqlite"
_QUARANTINE = "GIT_QUARANTINE_PATH"  # set by git where a push is judged (pre-receive)
_LAYOUT = 11
_VERSION = f"{__version__}/{_LAYOUT}"
_WAIT_SECONDS = 5.0
_WAIT_AGAIN = 0.25
_TRIES = 3
_waited: dict[Path, float] = {}  # when a wait for an index ended that was for nothing
_PAGES = 16_384  # of 4 KB that are held in memory before others may not read any more
_AT_ONCE = 500  # variables that every SQLite takes in one statement
_TABLES = """
CREATE TABLE about(version TEXT NOT NULL);
CREATE TABLE facts(
    blob TEXT PRIMARY KEY, id TEXT, meaning TEXT, stamps TEXT, aliases TEXT, claims TEXT
) WITHOUT ROWID;
CREATE TABLE folds(roots TEXT PRIMARY KEY, tip TEXT NOT NULL, shared TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE lives(
    roots TEXT NOT NULL, path TEXT NOT NULL, blob TEXT NOT NULL, life TEXT NOT NULL,
    PRIMARY KEY(roots, path)
) WITHOUT ROWID;
CREATE TABLE names(roots TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY(roots, name)) WITHOUT ROWID;
CREATE TABLE commits(oid TEXT PRIMARY KEY, said TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE signatures(
    oid TEXT PRIMARY KEY, judge TEXT NOT NULL, signer TEXT NOT NULL, key TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE stocks(number INTEGER PRIMARY KEY, roots TEXT NOT NULL UNIQUE, tip TEXT NOT NULL);
CREATE TABLE documents(
    number INTEGER PRIMARY KEY, stock INTEGER NOT NULL, path TEXT NOT NULL, blob TEXT NOT NULL,
    brief TEXT NOT NULL, judge TEXT, since INTEGER, said TEXT,
    UNIQUE(stock, path)
);
CREATE TABLE reports(place TEXT PRIMARY KEY, seal TEXT NOT NULL, since INTEGER, said TEXT NOT NULL);
CREATE TABLE stock_keys(
    key BLOB NOT NULL, document INTEGER NOT NULL, PRIMARY KEY(key, document)
) WITHOUT ROWID;
CREATE TABLE shelves(
    number INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL UNIQUE, about TEXT,
    turn INTEGER NOT NULL, has_words INTEGER NOT NULL
);
CREATE TABLE items(
    number INTEGER PRIMARY KEY, shelf INTEGER NOT NULL, is_reviewed INTEGER NOT NULL,
    path BLOB NOT NULL, is_readable INTEGER NOT NULL, standing INTEGER NOT NULL, as_of INTEGER,
    stale INTEGER, review INTEGER NOT NULL, trust INTEGER NOT NULL, due BLOB, created BLOB,
    by_id BLOB, by_type BLOB, by_title BLOB, by_status BLOB, by_agent BLOB, by_created_at BLOB,
    by_modified_at BLOB, UNIQUE(shelf, path, is_reviewed, is_readable)
);
CREATE TABLE item_texts(number INTEGER PRIMARY KEY, said TEXT NOT NULL);
CREATE TABLE marks(
    shelf INTEGER NOT NULL, mark BLOB NOT NULL, item INTEGER NOT NULL,
    PRIMARY KEY(shelf, mark, item)
) WITHOUT ROWID;
"""

Result = TypeVar("Result")

NONSENSE = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What reading a row may raise that was damaged, or written by hand."""

FAILURES = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises; the latter for a message that speaks of damage in damaged words."""


class Unusable(sqlite3.DatabaseError):
    """What the index says makes no sense."""


def with_index(common_dir: Path, work: Callable[[sqlite3.Connection], Result]) -> Result:
    """Do some work with the index of a repository and keep what it writes there.

    The work is done anew, with an empty index, where it finds the index broken: it must not
    have written anywhere else. While git waits for what is to become of a push, nothing is kept:
    what was pushed may never come to be here.
    """
    if _QUARANTINE in os.environ:
        return without_file(work)
    file = common_dir / "sgm" / _FILE
    try:
        with closing(_opened(file)) as connection:
            result = work(connection)
            with suppress(sqlite3.OperationalError):  # locked, a full disk: it is found again
                connection.commit()
            return result
    except OSError:
        pass
    except FAILURES as error:
        give_up(common_dir, error)
    return without_file(work)


def without_file(work: Callable[[sqlite3.Connection], Result]) -> Result:
    """Do some work with an index in memory, of which nothing is kept."""
    with closing(in_memory()) as connection:
        return work(connection)


def in_memory() -> sqlite3.Connection:
    """Open an index in memory; the caller closes it."""
    connection = sqlite3.connect(":memory:")
    _make_tables(connection)
    return connection


def connect(common_dir: Path) -> sqlite3.Connection:
    """Open the index of a repository; the caller closes it.

    It is one in memory where none can be kept. Raises ``sqlite3.DatabaseError`` for a broken one.
    """
    if _QUARANTINE in os.environ:
        return in_memory()
    try:
        return _opened(common_dir / "sgm" / _FILE)
    except OSError:
        return in_memory()


def give_up(common_dir: Path, error: Exception) -> None:
    """Let go of the index of a repository after an error: it is removed where it is broken.

    Else it is held by another process, read-only, or there is no space: it is good for others.
    """
    if _is_damage(error):
        forget(common_dir)
    elif _code(error) == sqlite3.SQLITE_BUSY:
        _waited[common_dir / "sgm" / _FILE] = time.monotonic()


def forget(common_dir: Path) -> None:
    """Remove the index of a repository: it is broken."""
    with suppress(OSError):
        (common_dir / "sgm" / _FILE).unlink()


@contextmanager
def at_once(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all of it or nothing, without waiting: what is not kept is worked out again."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    except sqlite3.OperationalError:
        connection.rollback()


def is_lasting(connection: sqlite3.Connection) -> bool:
    """Whether it is the repository's index, and not one in memory that stands for it."""
    return bool(connection.execute("PRAGMA database_list").fetchone()[2])


def select_among(
    connection: sqlite3.Connection, wanted: str, keys: Sequence[str] | Sequence[bytes]
) -> Iterator[tuple[str, ...]]:
    """Give the rows of a statement that ends in ``IN``, for any number of keys."""
    for start in range(0, len(keys), _AT_ONCE):
        part = keys[start : start + _AT_ONCE]
        statement = f"{wanted} ({','.join('?' * len(part))})"
        yield from connection.execute(statement, part).fetchall()


def _opened(file: Path) -> sqlite3.Connection:
    """Open the index, made anew where it is not there or another version's; not through a link."""
    for _ in range(_TRIES):
        seen = _place_of(file)
        connection = _usable(file)
        if connection is not None:
            return connection
        if seen == _place_of(file):  # else another process has replaced it already
            file.unlink(missing_ok=True)
    raise OSError(f"{file} is replaced by others all the time")


def _place_of(file: Path) -> tuple[int, int]:
    """What tells a file from one that is put in its place; it is made where there is none."""
    with suppress(FileNotFoundError):
        return _identity(file)
    _make_private(file)
    return _identity(file)


def _identity(file: Path) -> tuple[int, int]:
    seen = file.lstat()
    if not stat.S_ISREG(seen.st_mode):
        raise OSError(f"{file} is no plain file")
    return seen.st_ino, seen.st_dev


def _usable(file: Path) -> sqlite3.Connection | None:
    """Open a file; None for what is no index of this version."""
    connection = sqlite3.connect(file, timeout=_patience(file))
    try:
        connection.execute("PRAGMA synchronous=OFF")  # a crash may cost the index, never a record
        connection.execute(f"PRAGMA cache_spill={_PAGES}")
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            _make_tables(connection)
        if _is_ours(connection):
            return connection
    except FAILURES as error:
        if not _is_damage(error):
            connection.close()
            raise
    connection.close()
    return None


def _is_ours(connection: sqlite3.Connection) -> bool:
    """Whether it is of this version, and locked as network file systems can."""
    version = connection.execute("SELECT version FROM about").fetchall()
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    return version == [(_VERSION,)] and mode != "wal"


def _patience(file: Path) -> float:
    """How long to wait for others: not long again, soon after a wait that was for nothing."""
    waited = _waited.get(file)
    is_again = waited is not None and time.monotonic() - waited < _WAIT_SECONDS
    return min(_WAIT_AGAIN, _WAIT_SECONDS) if is_again else _WAIT_SECONDS


def _is_damage(error: Exception) -> bool:
    """Whether an error tells that the index is broken, or not made as ours is."""
    if not isinstance(error, sqlite3.OperationalError):
        return True
    return _code(error) == sqlite3.SQLITE_ERROR and "no such module" not in str(error)


def _code(error: Exception) -> int | None:
    """SQLite's primary code; None where it is an error of ours."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _make_private(file: Path) -> None:
    """Create the file for its owner alone: it may hold what a team keeps to itself."""
    file.parent.mkdir(exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        connection.execute("INSERT INTO about VALUES(?)", (_VERSION,))
    connection.commit()
