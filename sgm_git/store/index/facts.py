"""The facts of blobs: each is read and parsed once, and kept in the index (DESIGN section 10)."""

from __future__ import annotations

import json
from sys import intern
from typing import TYPE_CHECKING, cast

from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.record.value import dumps, loads
from sgm_git.store.index.database import NONSENSE, Unusable, select_among
from sgm_git.witness.facts import UNFETCHED, Facts, facts_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject


class FactsStore:
    """Gives the facts of blobs, from memory, the index, or the repository."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        repository: Repository,
        known: Mapping[str, Facts | None],
    ) -> None:
        """``known`` are those that are at hand, by blob id; None: unreadable."""
        self._connection = connection
        self._repository = repository
        self._known = known
        self._facts: dict[str, Facts | None] = {}

    def facts(self, blob: str) -> Facts | None:
        """The facts of a blob; None where it is no record, ``UNFETCHED`` where it is not here."""
        if blob not in self._facts:
            self.load((blob,))
        return self._facts[blob]

    def load(self, blobs: Collection[str]) -> None:
        """Be ready for these blobs: many at once are cheaper than one by one."""
        missing = [blob for blob in dict.fromkeys(blobs) if blob not in self._facts]
        at_hand = [blob for blob in missing if blob in self._known]
        self._facts.update((blob, self._known[blob]) for blob in at_hand)
        self._facts.update(self._kept([blob for blob in missing if blob not in self._known]))
        found = dict(self._worked_out([blob for blob in missing if blob not in self._facts]))
        self._facts.update(found)
        self._connection.executemany(
            "INSERT OR IGNORE INTO facts VALUES(?, ?, ?, ?, ?, ?)",
            (
                (blob, *_row(facts))
                for blob in (*found, *self._unkept(at_hand))
                if (facts := self._facts[blob]) is not UNFETCHED
            ),
        )

    def all(self, blobs: Collection[str]) -> dict[str, Facts | None]:
        """Give the facts of these blobs at once."""
        self.load(blobs)
        return {blob: self._facts[blob] for blob in blobs}

    def _kept(self, blobs: list[str]) -> Iterator[tuple[str, Facts | None]]:
        wanted = "SELECT blob, id, meaning, stamps, aliases, claims FROM facts WHERE blob IN"
        for blob, *row in select_among(self._connection, wanted, blobs):
            yield intern(blob), _facts(row)

    def _unkept(self, blobs: list[str]) -> list[str]:
        """Those that the index does not have; what it says of the others is not asked."""
        wanted = "SELECT blob FROM facts WHERE blob IN"
        kept = {blob for (blob,) in select_among(self._connection, wanted, blobs)}
        return [blob for blob in blobs if blob not in kept]

    def _worked_out(self, blobs: list[str]) -> Iterator[tuple[str, Facts | None]]:
        here = self._repository.present_blobs(blobs) if blobs else set()
        yield from ((blob, UNFETCHED) for blob in blobs if blob not in here)
        present = [blob for blob in blobs if blob in here]
        for blob, data in self._repository.read_blobs(present, limit=STANDARD.document):
            document = read(data).document
            yield blob, None if document is None else facts_of(document.record)


def _row(facts: Facts | None) -> tuple[str | None, ...]:
    if facts is None:
        return (None,) * 5
    aliases, claims = dumps(list(facts.aliases), ascii=True), dumps(dict(facts.claims), ascii=True)
    record_id = None if facts.id is None else dumps(facts.id, ascii=True)
    return record_id, facts.meaning, facts.stamps, aliases, claims


def _facts(row: Sequence[str | None]) -> Facts | None:
    record_id, meaning, stamps, aliases, claims = row
    if meaning is None:
        return None
    try:
        return Facts(
            None if record_id is None else cast("str", json.loads(record_id)),
            meaning,
            stamps or "",
            tuple(cast("list[str]", json.loads(aliases or "[]"))),
            cast("JsonObject", loads(claims or "{}")),
        )
    except NONSENSE as error:
        raise Unusable("facts that make no sense") from error
