"""One side of a comparison: what another commit has of the records that are judged."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.store.entry import Entry
from sgm_git.store.scan import revision_blobs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records


class Side:
    """The documents of a commit beside those of the state that is judged.

    Only those that differ are read: what has the same blob at the same path is the same.
    """

    def __init__(self, records: Records, oid: str, judged: Mapping[str, str]) -> None:
        """``judged`` are the blobs of all documents of the state that is judged, by path."""
        self.oid = oid
        self._records = records
        self._blobs = revision_blobs(records.repository, records.settings.roots, oid)
        self._judged = judged

    def has(self, path: str) -> bool:
        """Whether this side has the judged document at a path just so."""
        return path in self._judged and self._blobs.get(path) == self._judged[path]

    @property
    def blobs(self) -> Collection[str]:
        """The blobs of all its documents."""
        return self._blobs.values()

    @property
    def is_same(self) -> bool:
        """Whether this side has just the documents that are judged."""
        return self._blobs == self._judged

    @cached_property
    def differing(self) -> tuple[Entry, ...]:
        """The documents that the judged state has not, or otherwise; by path."""
        return tuple(self._differing())

    def before(self, entry: Entry) -> JsonObject | None:
        """What this side has of a judged record that differs: by its id, else at its path."""
        found = self._by_path.get(entry.path)
        at_path = None if found is None else found.record
        return self.named(entry.root.path, entry.id) or at_path

    def named(self, root: str, record_id: str | None) -> JsonObject | None:
        """The record of that root and id, if it is among those that differ."""
        found = None if record_id is None else self._by_name.get((root, record_id))
        return None if found is None else found.record

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Entry]:
        return {(each.root.path, each.id): each for each in self.differing if each.id is not None}

    @cached_property
    def _by_path(self) -> dict[str, Entry]:
        return {each.path: each for each in self.differing}

    def _differing(self) -> Iterator[Entry]:
        paths = [path for path in sorted(self._blobs) if not self.has(path)]
        oids = [self._blobs[path] for path in paths]
        contents = self._records.repository.read_blobs(oids, limit=STANDARD.document)
        for path, (oid, data) in zip(paths, contents, strict=True):
            root = self._records.settings.roots.root_of(path)
            if root is not None:
                yield Entry(root, path, oid, data)
