"""What a commit has of the documents that are staged, by path and by id (DESIGN section 7)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE, TreeEntry
from sgm_git.record import fields
from sgm_git.store.scan import stored_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.git.staging import StagedChange
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records


class Side:
    """The documents of one commit beside those of the index: only what differs is held."""

    def __init__(self, records: Records, changes: Iterable[StagedChange]) -> None:
        """``changes`` are all by which the index differs from that commit, below the roots."""
        self._records = records
        self._changes = {change.path: change for change in changes}

    def at(self, staged: TreeEntry) -> TreeEntry | None:
        """What this commit has at the path of a staged document, which it may have just so."""
        change = self._changes.get(staged.path)
        return staged if change is None else old_of(change)

    def elsewhere(self, entry: Entry) -> TreeEntry | None:
        """Where this commit has the record of a staged document that came from another path.

        It is that of its id, or of one that it had; of its own root, else of the only one that
        has it, or has it at the same place. Only what is gone from its path can have been moved.
        """
        for name in names_of(entry):
            found = self._departed.get(name, {})
            if entry.root.path in found:
                return found[entry.root.path]
            alike = found.values() if len(found) == 1 else _alike(found, entry)
            if len(alike) == 1:
                return next(iter(alike))
        return None

    def depart(self, entry: Entry) -> None:
        """Take a record for gone from its path: another is staged there."""
        if entry.id is not None:
            listed = TreeEntry(entry.path, 0, entry.blob)
            self._departed.setdefault(entry.id, {}).setdefault(entry.root.path, listed)

    @cached_property
    def _departed(self) -> dict[str, dict[str, TreeEntry]]:
        """The documents that are staged no more, by the ids and roots of their records."""
        found: dict[str, dict[str, TreeEntry]] = {}
        for entry in read_all(self._records, self._gone()):
            if entry.id is not None:
                listed = TreeEntry(entry.path, 0, entry.blob)
                found.setdefault(entry.id, {})[entry.root.path] = listed
        return found

    def _gone(self) -> Iterator[TreeEntry]:
        for change in self._changes.values():
            old = old_of(change)
            if old is not None and new_of(change) is None:
                yield old


def _alike(found: Mapping[str, TreeEntry], entry: Entry) -> list[TreeEntry]:
    """Of documents by their roots, those whose place below the root is that of an entry."""
    below = entry.root.below(entry.path)
    return [listed for root, listed in found.items() if listed.path == f"{root}/{below}"]


def names_of(entry: Entry) -> tuple[str, ...]:
    """The id of an entry's record, and those that it had; none where it cannot be read."""
    if entry.record is None or entry.id is None:
        return ()
    return (entry.id, *fields.aliases(entry.record))


def record_of(entry: Entry | None) -> JsonObject | None:
    """The record of a document, None where there is none, or none that can be read."""
    return None if entry is None else entry.record


def read_all(records: Records, listed: Iterable[TreeEntry]) -> Iterator[Entry]:
    """Read documents that git has, one at a time; what is no record, nor was, is left out."""
    return stored_entries(records.repository, records.settings.either, listed)


def old_of(change: StagedChange) -> TreeEntry | None:
    """The plain file that a commit has where the index has something else."""
    if change.old is None or change.old_mode in (MODE_LINK, MODE_SUBMODULE):
        return None
    return TreeEntry(change.path, change.old_mode, change.old)


def new_of(change: StagedChange) -> TreeEntry | None:
    """The plain file or link that is staged."""
    if change.new is None or change.new_mode == MODE_SUBMODULE:
        return None
    return TreeEntry(change.path, change.new_mode, change.new)
