"""All documents of one commit in short, found by their keys (DESIGN sections 7 and 10).

For each way to divide a repository into roots one commit is kept, the one that was asked about
last. What is near a few documents is found in the same time in a small store and in a large one.
Paths and ids are written as JSON, for they may hold what is no UTF-8.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.checks.brief import Brief
from sgm_git.checks.vicinity import keys_of
from sgm_git.record.fields import Reference
from sgm_git.store.index.database import NONSENSE, Unusable, at_once, select_among
from sgm_git.store.scan import root_of_place

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator

    from sgm_git.checks.vicinity import Key
    from sgm_git.policy.paths import Root, Roots

Stored: TypeAlias = "tuple[str, Brief]"
"""The hex id of the blob that holds a document, and the document."""

_KEY_BYTES = 8  # two keys may share them: then a document more is found, which does no harm
_STOCKS = 2  # that are kept: a change of the roots is often undone


@dataclass(frozen=True, slots=True)
class Judged:
    """What is kept of a document: blob, the document in short, and what was said, as texts.

    ``said`` is None where it is not known, or no longer holds.
    """

    blob: str
    brief: str
    said: str | None


class KeptStock:
    """The documents of the commit ``tip`` in short, as far as they are kept for these roots."""

    def __init__(self, connection: sqlite3.Connection, roots: Roots) -> None:
        self._connection = connection
        self._roots = roots
        self._number, self.tip = self._kept()

    def find(self, keys: Collection[Key]) -> Iterator[Brief]:
        """Give the documents that have one of these keys, and maybe others; by path."""
        wanted = (
            "SELECT stock, path, brief FROM stock_keys JOIN documents ON number = document"
            " WHERE key IN"
        )
        rows = select_among(self._connection, wanted, sorted(set(map(_digest, keys))))
        own = str(self._number)
        told = {path: brief for stock, path, brief in rows if str(stock) == own}
        for path in sorted(told):
            yield self._brief(path, told[path])

    def judged(self, judge: str, now: int) -> dict[str, Judged]:
        """What is kept of each document, by ``path_text``, with what ``judge`` said until ``now``.

        What was said later than that may not hold yet.
        """
        wanted = (
            "SELECT path, blob, brief, CASE WHEN judge = ? AND since <= ? THEN said END"
            " FROM documents WHERE stock = ?"
        )
        rows = self._connection.execute(wanted, (judge, now, self._number))
        return {path: Judged(*told) for path, *told in rows}

    def keep_verdicts(self, judge: str, now: int, said: Iterable[tuple[str, str, str]]) -> None:
        """Keep what ``judge`` said ``now`` of documents: path, blob and text of each.

        Nothing happens where another process writes to the index, or nobody may.
        """
        with at_once(self._connection):
            self._connection.executemany(
                "UPDATE documents SET judge = ?, since = ?, said = ?"
                " WHERE stock = ? AND path = ? AND blob = ?",
                (
                    (judge, now, text, self._number, path_text(path), blob)
                    for path, blob, text in said
                ),
            )

    def replace(self, tip: str, documents: Iterable[Stored]) -> None:
        """Keep these documents as those of the commit ``tip``, and nothing that was kept before.

        Nothing happens where another process writes to the index, or nobody may.
        """
        with at_once(self._connection):
            self._forget(self._number)
            self._number = self._begin(tip)
            self._add(documents)

    def move(self, tip: str, gone: Iterable[str], documents: Iterable[Stored]) -> None:
        """Go to the commit ``tip``: nothing lies at the paths ``gone`` but these documents.

        Nothing happens where another process writes to the index, or nobody may.
        """
        with at_once(self._connection):
            for path in gone:
                self._drop(path)
            self._add(documents)
            statement = "UPDATE stocks SET tip = ? WHERE number = ?"
            self._connection.execute(statement, (tip, self._number))

    def _kept(self) -> tuple[int | None, str | None]:
        wanted = "SELECT number, tip FROM stocks WHERE roots = ?"
        row = self._connection.execute(wanted, (self._roots.digest,)).fetchone()
        return (None, None) if row is None else (row[0], str(row[1]))

    def _begin(self, tip: str) -> int:
        execute = self._connection.execute
        execute("INSERT INTO stocks(roots, tip) VALUES(?, ?)", (self._roots.digest, tip))
        numbers = [number for (number,) in execute("SELECT number FROM stocks ORDER BY number")]
        for number in numbers[:-_STOCKS]:
            self._forget(number)
        newest: int = numbers[-1]
        return newest

    def _forget(self, number: int | None) -> None:
        for statement in (
            "DELETE FROM stock_keys WHERE document IN (SELECT number FROM documents WHERE stock=?)",
            "DELETE FROM documents WHERE stock = ?",
            "DELETE FROM stocks WHERE number = ?",
        ):
            self._connection.execute(statement, (number,))

    def _add(self, documents: Iterable[Stored]) -> None:
        pairs: list[bytes] = []  # a key and a number in one: they may be hundreds of thousands
        statement = "INSERT INTO documents(stock, path, blob, brief) VALUES(?, ?, ?, ?)"
        for blob, brief in documents:
            row = self._number, path_text(brief.path), blob, _brief_text(brief)
            added = self._connection.execute(statement, row)
            number = (added.lastrowid or 0).to_bytes(_KEY_BYTES, "big")
            pairs += (_digest(key) + number for key in keys_of(brief))
        pairs.sort()  # in the order of the table they are written much faster
        self._connection.executemany(
            "INSERT OR IGNORE INTO stock_keys VALUES(?, ?)",
            ((pair[:_KEY_BYTES], int.from_bytes(pair[_KEY_BYTES:], "big")) for pair in pairs),
        )

    def _drop(self, path: str) -> None:
        place = self._number, path_text(path)
        wanted = "SELECT number, brief FROM documents WHERE stock = ? AND path = ?"
        for number, text in self._connection.execute(wanted, place).fetchall():
            keys = keys_of(self._brief(place[1], text))
            self._connection.executemany(
                "DELETE FROM stock_keys WHERE key = ? AND document = ?",
                [(_digest(key), number) for key in keys],
            )
            self._connection.execute("DELETE FROM documents WHERE number = ?", (number,))

    def _brief(self, path_text: str, text: str) -> Brief:
        try:
            path = json.loads(path_text)
            root = root_of_place(self._roots, path)
            if root is None:
                raise Unusable("a document that is none")
            return brief_from(path, root, text)
        except NONSENSE as error:
            raise Unusable("a document that makes no sense") from error


def _digest(key: Key) -> bytes:
    told = "\0".join(key).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(told, digest_size=_KEY_BYTES).digest()


def path_text(path: str) -> str:
    """How the index writes a path, which may be no UTF-8."""
    return json.dumps(path)


def _brief_text(brief: Brief) -> str:
    """Write all but the path, its root, and what stood there before."""
    told: list[object] = [brief.digest.hex()]
    if brief.id is not None:
        told += [brief.id, brief.type, brief.aliases, brief.links, brief.superseded_by]
        told += [brief.supersedes, brief.superseded, brief.wanted]
    return json.dumps(told)


def brief_from(path: str, root: Root, text: str) -> Brief:
    """Read a document in short; raises one of ``NONSENSE`` for what is none."""
    digest, *told = json.loads(text)
    if not told:
        return Brief(path, root, bytes.fromhex(digest))
    record_id, record_type, aliases, links, superseded_by, supersedes, superseded, wanted = told
    return Brief(
        path,
        root,
        bytes.fromhex(digest),
        _text(record_id),
        None if record_type is None else _text(record_type),
        tuple(map(_text, aliases)),
        links=_references(links),
        superseded_by=_references(superseded_by),
        supersedes=_references(supersedes),
        superseded=None if superseded is None else tuple(map(_text, superseded)),
        wanted=None if wanted is None else _text(wanted),
    )


def _references(told: Iterable[tuple[list[str], str]]) -> tuple[Reference, ...]:
    return tuple(Reference(tuple(map(_text, pointer)), _text(name)) for pointer, name in told)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
