"""Judges files of the work tree as if each were committed now by itself (DESIGN sections 6 and 7).

What pre-commit says of what is staged is said here of what is saved: the files stand in for the
index, which is neither read nor touched. Only what concerns them is read: it takes the same time
in a small store and in a large one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.git.protocol import MODE_FILE, MODE_LINK, TreeEntry
from sgm_git.git.staging import StagedChange
from sgm_git.store.index.database import with_index
from sgm_git.store.mirror import mirror
from sgm_git.workflows.hooks.gather import Gathering
from sgm_git.workflows.hooks.judge import judge_each

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.gather import Staged
    from sgm_git.workflows.hooks.plan import Part

_MANY = 200  # paths of which HEAD is not asked one by one


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a saved document that is not as HEAD has it.

    ``stood`` is what HEAD has of the record, maybe at another path that is gone.
    """

    entry: Entry
    part: Part
    stood: Entry | None

    @property
    def moved_from(self) -> str | None:
        """The path from which the record came."""
        stood = self.stood
        return None if stood is None or stood.path == self.entry.path else stood.path


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of saved files: verdicts by path, those gone that HEAD has, and notes.

    A path in neither is as HEAD has it.
    """

    verdicts: Mapping[str, Verdict]
    gone: frozenset[str]
    notes: Sequence[str] = ()


def judge_saved(
    records: Records, saved: Mapping[str, Entry | None], now: int, judged: Iterable[str]
) -> Judgement:
    """Judge files of the work tree, by path; None: there is nothing (any more).

    ``now`` is in seconds since the epoch. Only those of ``judged`` are told of; the others are
    what changed besides. Nothing is written. Raises CannotRun where git cannot tell.
    """
    gathering = _Saved(records, saved)
    parts, notes = judge_each(records, gathering, now)
    wanted = frozenset(judged)
    verdicts = {
        part.path: Verdict(entry, part, gathering.stood.get(part.path))
        for part in parts
        if part.path in wanted and (entry := saved.get(part.path)) is not None
    }
    gone = wanted.intersection(gathering.removed)
    return Judgement(verdicts, gone, (*records.settings.notes, *notes))


def make_ready(records: Records) -> None:
    """Put into the index what is asked about the records around a saved one, if it is not there.

    Raises CannotRun where git cannot tell.
    """
    repository, head = records.repository, records.repository.head().oid
    if head is None:
        return

    def look(connection: sqlite3.Connection) -> None:
        """Bring it forward to HEAD."""
        seen = mirror(connection, repository, records.settings.roots, head)
        if not isinstance(seen, str):
            seen.keep()

    with_index(repository.common_dir, look)


class _Saved(Gathering):
    """Saved files in the place of what is staged: HEAD's tree with these files in it."""

    may_amend = False

    def __init__(self, records: Records, saved: Mapping[str, Entry | None]) -> None:
        super().__init__(records)
        self._saved = saved
        self.stood: dict[str, Entry | None] = {}

    def documents(self) -> Iterator[Staged]:
        """Give every saved document; what HEAD has of each is kept in ``stood``."""
        for staged in super().documents():
            self.stood[staged.entry.path] = staged.head
            yield staged

    def read(self, listed: Iterable[TreeEntry]) -> Iterator[Entry]:
        """Read documents: those that were saved are at hand."""
        listed = list(listed)
        others = iter([*super().read(each for each in listed if self._at_hand(each) is None)])
        for each in listed:
            yield self._at_hand(each) or next(others)

    def _at_hand(self, listed: TreeEntry) -> Entry | None:
        entry = self._saved.get(listed.path)
        return entry if entry is not None and entry.blob == listed.oid else None

    @cached_property
    def _all_changes(self) -> list[StagedChange]:
        changes = (
            _change(path, self._committed.get(path), self._saved[path]) for path in self._saved
        )
        return sorted(each for each in changes if each is not None)

    @cached_property
    def _committed(self) -> dict[str, TreeEntry]:
        """What HEAD has at the paths."""
        if self.head is None or not self._saved:
            return {}
        many = len(self._saved) > _MANY
        asked = self._roots.prefixes if many else tuple(self._saved)
        return {each.path: each for each in self._records.repository.list_tree(self.head, asked)}

    def _differing(self, oid: str) -> list[StagedChange]:
        """Where HEAD with the saved files in it has something else than another commit."""
        if oid not in self._asked:
            found = [each for each in self._between(oid) if self._is_document(each)]
            self._asked[oid] = sorted(found)
        return self._asked[oid]

    def _between(self, oid: str) -> Iterator[StagedChange]:
        head, look = self.head, self._records.repository.tree_changes
        theirs = {} if head is None else look(head, oid, self._roots.prefixes)
        ours = {} if head is None else look(oid, head, self._roots.prefixes)
        for path in sorted({*theirs, *self._saved}):
            old = theirs[path] if path in theirs else self._committed.get(path)
            if path in self._saved:
                change = _change(path, old, self._saved[path])
            else:
                change = _between(path, old, ours.get(path))
            if change is not None:
                yield change


def _change(path: str, old: TreeEntry | None, entry: Entry | None) -> StagedChange | None:
    """What a file would change where a commit has ``old``; None where that is nothing."""
    if entry is None:
        return _between(path, old, None)
    mode = MODE_LINK if entry.is_link else MODE_FILE
    if old is not None and old.mode != MODE_LINK and not entry.is_link:
        mode = old.mode  # who may run a record is no matter here
    return _between(path, old, TreeEntry(path, mode, entry.blob))


def _between(path: str, old: TreeEntry | None, new: TreeEntry | None) -> StagedChange | None:
    if (old and (old.mode, old.oid)) == (new and (new.mode, new.oid)):
        return None
    return StagedChange(
        path,
        old.oid if old else None,
        new.oid if new else None,
        old.mode if old else 0,
        new.mode if new else 0,
    )
