"""Tells what changed between two states of a store: record by record, not line by line."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.record import fields
from sgm_git.record.value import same
from sgm_git.witness.changes import field_changes
from sgm_git.workflows.check import is_below

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.changes import FieldChange

Status: TypeAlias = Literal["added", "changed", "moved", "respelled", "removed"]


@dataclass(frozen=True, slots=True)
class Side:
    """One state of a store: that of a commit, of the index, or else of the work tree."""

    rev: str | None = None
    staged: bool = False


WORK_TREE, INDEX = Side(), Side(staged=True)


@dataclass(frozen=True)
class RecordDiff:
    """One record in two states; None where it is not there, or its file is gone.

    A file that cannot be read on either side has no record there.
    """

    before: Entry | None
    after: Entry | None

    @property
    def entry(self) -> Entry:
        """The record as it is after, or was before it went."""
        found = self.after or self.before
        if found is None:
            raise AssertionError("a difference has a side")
        return found

    @property
    def moved_from(self) -> str | None:
        """Where the file lay before, if it lies elsewhere now."""
        if self.before is None or self.after is None or self.before.path == self.after.path:
            return None
        return self.before.path

    @property
    def records(self) -> tuple[JsonObject | None, JsonObject | None]:
        """The record before and after."""
        old, new = (None if each is None else each.record for each in (self.before, self.after))
        return old, new

    @property
    def status(self) -> Status:
        """What became of it; ``respelled``: other bytes, which mean the same."""
        if self.before is None:
            return "added"
        if self.after is None:
            return "removed"
        if self.changes or None in self.records:
            return "changed"
        return "respelled" if self.moved_from is None else "moved"

    @cached_property
    def changes(self) -> list[FieldChange]:
        """The fields that differ; all of a record that is there on one side only."""
        old, new = self.records
        if old is not None and new is not None:
            return [] if same(old, new) else field_changes([old], new)
        return [] if new is None else field_changes([], new)


def diff(
    records: Records, before: Side, after: Side, paths: Sequence[str] = ()
) -> list[RecordDiff]:
    """Give every record of which the second state has not the same, by path.

    Those at and below ``paths``, or all. A record is followed by its id: within its root, else
    where the id is the only one of its name; and by an id that it says it had. Raises CannotRun
    where git cannot tell.
    """
    among = _differing(records, before, after)
    old, new = (_entries(records, side, among, paths) for side in (before, after))
    return compared(old, new)


def compared(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> list[RecordDiff]:
    """Give every record of which the second documents, by path, have not the same; by path."""
    kept = {path for path, entry in old.items() if path in new and _is_as(entry, new[path])}
    gone, come = ([e for e in each.values() if e.path not in kept] for each in (old, new))
    return sorted(_paired(gone, come), key=lambda each: each.entry.path)


def _is_as(entry: Entry, other: Entry) -> bool:
    """Whether both are the same bytes; of a file that was not read nobody knows."""
    return bool(entry.blob) and entry.blob == other.blob


def _entries(
    records: Records, side: Side, among: Collection[str] | None, paths: Sequence[str]
) -> dict[str, Entry]:
    """The documents of one state at and below the paths, by path; links are none."""
    if side.rev is not None and records.repository.head().oid is None and side.rev == "HEAD":
        return {}
    if among is not None:
        among = [path for path in among if is_below(path, paths)]
    found = records.entries(rev=side.rev, staged=side.staged, among=among)
    return {e.path: e for e in found if not e.is_link and is_below(e.path, paths)}


def _differing(records: Records, before: Side, after: Side) -> Collection[str] | None:
    """The paths that may differ; None where all must be looked at."""
    repository, prefixes = records.repository, records.settings.roots.prefixes
    if before.rev is not None and after.rev is not None:
        old, new = (repository.resolve(rev) for rev in (before.rev, after.rev))
        return set(repository.tree_changes(old, new, prefixes))
    head = repository.head().oid
    named = before.rev if after == WORK_TREE else None
    if named is not None and head is not None and repository.resolve(named) == head:
        return repository.changed_paths(prefixes)
    return None


def _paired(gone: Iterable[Entry], come: Iterable[Entry]) -> Iterator[RecordDiff]:
    """The two sides of each record: by path and id, by id, and what is left by path."""
    old, new = ({entry.path: entry for entry in each} for each in (gone, come))
    for key in (_path_and_id, _root_and_id, _only_id, _path):
        before, after = (_unique(key, each.values()) for each in (old, new))
        for name in before.keys() & after.keys():
            pair = RecordDiff(before[name], after[name])
            del old[before[name].path], new[after[name].path]
            yield pair
        if key is _only_id:
            yield from _renamed(old, new)
    yield from (RecordDiff(entry, None) for entry in old.values())
    yield from (RecordDiff(None, entry) for entry in new.values())


def _renamed(old: dict[str, Entry], new: dict[str, Entry]) -> Iterator[RecordDiff]:
    """Pair those that declare an id of their root that they had, and that nothing else has now."""
    by_name = _unique(_root_and_id, old.values())
    for after in [entry for entry in new.values() if entry.record is not None]:
        for name in fields.aliases(after.record or {}):
            before = by_name.pop((after.root.path, name), None)
            if before is not None:
                del old[before.path], new[after.path]
                yield RecordDiff(before, after)
                break


def _unique(key: Callable[[Entry], object], entries: Iterable[Entry]) -> dict[object, Entry]:
    """The entries by a name that only one of them has."""
    found: dict[object, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[key(entry)].append(entry)
    return {n: each[0] for n, each in found.items() if n is not None and len(each) == 1}


def _path_and_id(entry: Entry) -> object:
    return None if entry.id is None else (entry.path, entry.id)


def _root_and_id(entry: Entry) -> object:
    return None if entry.id is None else (entry.root.path, entry.id)


def _only_id(entry: Entry) -> object:
    return entry.id


def _path(entry: Entry) -> object:
    return entry.path
