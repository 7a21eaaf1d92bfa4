"""What a person has to decide: the files in conflict, record by record and field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.merge import merge
from sgm_git.record.pointer import render
from sgm_git.workflows.syncing.model import Kind, RecordConflict
from sgm_git.workflows.syncing.records_at import Place, entries_of, entry_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records

_BASE, _OURS, _THEIRS = 1, 2, 3


class Sides(NamedTuple):
    """The blobs of one file: what both sides came from, our own, and the remote's."""

    path: str
    base: str | None
    here: str | None
    there: str | None


def conflicts_in_index(records: Records) -> tuple[RecordConflict, ...]:
    """The conflicts at which git has stopped; by path."""
    stages: dict[str, dict[int, str]] = {}
    for entry in records.repository.list_index():
        if entry.stage:
            stages.setdefault(entry.path, {})[entry.stage] = entry.oid
    # A rebase puts our commits on top of theirs: to git, theirs is "ours" then.
    rebasing = records.repository.unfinished() == "rebase"
    here, there = (_THEIRS, _OURS) if rebasing else (_OURS, _THEIRS)
    found = [
        Sides(path, each.get(_BASE), each.get(here), each.get(there))
        for path, each in stages.items()
    ]
    return _told(records, found)


def conflicts_between(
    records: Records, commits: tuple[str, str, str], paths: Sequence[str]
) -> tuple[RecordConflict, ...]:
    """The conflicts that git would stop at in ``paths``.

    ``commits`` are what both sides came from, our side and the remote's.
    """
    places = [(commit, path) for path in paths for commit in commits]
    blobs = iter(records.repository.blob_ids(places))
    found = [Sides(path, next(blobs), next(blobs), next(blobs)) for path in paths]
    return _told(records, found)


def _told(records: Records, found: Iterable[Sides]) -> tuple[RecordConflict, ...]:
    ordered = sorted(found, key=lambda each: each.path)
    seen = {Place(one.path, blob) for one in ordered for blob in one[1:] if blob is not None}
    entries = entries_of(records, seen)
    return tuple(_conflict(sides, entries) for sides in ordered)


def _conflict(sides: Sides, entries: Mapping[Place, Entry]) -> RecordConflict:
    base, here, there = (entry_at(entries, sides.path, blob) for blob in sides[1:])
    shown = here or there
    told = (None, None) if shown is None else (shown.id, shown.title)
    return RecordConflict(sides.path, _kind(sides), *told, _fields(base, here, there))


def _kind(sides: Sides) -> Kind:
    if sides.here is None:
        return "deleted here"
    if sides.there is None:
        return "deleted there"
    return "added on both sides" if sides.base is None else "changed on both sides"


def _fields(base: Entry | None, here: Entry | None, there: Entry | None) -> tuple[str, ...]:
    if here is None or there is None or here.record is None or there.record is None:
        return ()
    before = None if base is None else base.record
    merged = merge(before, here.record, there.record)
    return tuple(dict.fromkeys(render(each.pointer) for each in merged.conflicts))
