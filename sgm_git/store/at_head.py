"""What HEAD has of a record that is written: a write may be about what the file lost before."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.record.fields import record_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records


class AtHead:
    """The records of HEAD, each read when it is asked for."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._known: dict[str, JsonObject | None] = {}

    def record(self, entry: Entry) -> JsonObject | None:
        """What HEAD has of an entry's record: at its path, or where no file is any more."""
        if entry.id is None or not self._committed:
            return None
        if entry.path not in self._known:
            blob = self._committed.get(entry.path)
            found = dict(self._read([blob] if blob else []))
            self._known[entry.path] = found.get(entry.id) or self._departed.get(entry.id)
        return self._known[entry.path]

    @cached_property
    def _committed(self) -> dict[str, str]:
        return self._records.committed()

    @cached_property
    def _departed(self) -> dict[str, JsonObject]:
        gone = (blob for path, blob in self._committed.items() if not self._records.has(path))
        return dict(self._read(gone))

    def _read(self, blobs: Iterable[str]) -> Iterator[tuple[str, JsonObject]]:
        """The records of blobs, by id."""
        for _, data in self._records.repository.read_blobs(list(blobs), limit=STANDARD.document):
            document = read(data).document
            name = None if document is None else record_id(document.record)
            if document is not None and name is not None:
                yield name, document.record
