"""One side of a comparison: what another commit has of the records that are judged."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.store.entry import Entry
from sgm_git.store.scan import revision_blobs
from sgm_git.store.settings_at import roots_at
from sgm_git.workflows.hooks.sides import names_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sgm_git.policy.paths import Root, Roots
    from sgm_git.store.records import Records


def known_blobs(records: Records, oid: str) -> dict[str, str]:
    """The blob of every document of a commit, by path, that was judged as one already.

    That is by its own roots, where it stands, or by those of the trusted side.
    """
    blobs = revision_blobs(records.repository, records.settings.roots, oid)
    own = None if records.settings.former is None else roots_at(records.repository, oid)
    return _known(records, blobs, own)


def _known(records: Records, blobs: dict[str, str], own: Roots | None = None) -> dict[str, str]:
    former = records.settings.former
    if former is None:
        return blobs
    roots = replace(former, former=own)
    return {path: blob for path, blob in blobs.items() if roots.root_of(path) is not None}


class Side:
    """The documents of a commit beside those of the state that is judged.

    Only those that differ are read: what has the same blob at the same path is the same.
    """

    def __init__(self, records: Records, oid: str, judged: Mapping[str, str]) -> None:
        """``judged`` are the blobs of all documents of the state that is judged, by path."""
        self.oid = oid
        self._records = records
        self._files = revision_blobs(records.repository, records.settings.roots, oid)
        self._blobs = _known(records, self._files)
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

    def before(self, entry: Entry) -> Entry | None:
        """What this side has of a judged record that differs: by its names, else at its path.

        None where it has nothing that can be read.
        """
        found = self.origin(entry.root, entry.path, names_of(entry))
        found = found or self._by_path.get(entry.path)
        return found if found is not None and found.record is not None else None

    def origin(self, root: Root, path: str, names: Sequence[str]) -> Entry | None:
        """What a judged record was here, if that differs: ``names`` are its id and its old ones.

        It is that of its own root, else of the only other one that has lost it, or of the one that
        had it at the same place. An old name is its own only where no other record bears it still.
        """
        for number, name in enumerate(names):
            found = self._by_name.get(name, {})
            own = found.get(root.path)
            if own is not None and (number == 0 or self._is_gone(own)):
                return own
            moved = self._moved([each for each in found.values() if each is not own], root, path)
            if moved is not None:
                return moved
        return None

    def _moved(self, others: Sequence[Entry], root: Root, path: str) -> Entry | None:
        """The only one of other roots' records that is gone, or that lay at the same place."""
        gone = list(filter(self._is_gone, others))
        alike = [each for each in gone if each.root.below(each.path) == root.below(path)]
        return next((group[0] for group in (gone, alike) if len(group) == 1), None)

    def had(self, path: str) -> bool:
        """Whether this commit has the judged file at a path just so, be it a document here or not.

        One by other roots is none: it is judged as a new one.
        """
        return path in self._judged and self._files.get(path) == self._judged[path]

    def _is_gone(self, old: Entry) -> bool:
        """Whether the judged state has no record of that id at its path any more."""
        blob = self._judged.get(old.path)
        if blob is None:
            return True
        read = self._records.repository.read_blobs([blob], limit=STANDARD.document)
        return Entry(old.root, old.path, blob, next(iter(read))[1]).id != old.id

    @cached_property
    def _by_name(self) -> dict[str, dict[str, Entry]]:
        """The documents that differ, by id and by the path of their root."""
        found: dict[str, dict[str, Entry]] = {}
        for each in self.differing:
            if each.id is not None:
                found.setdefault(each.id, {})[each.root.path] = each
        return found

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
