"""What is known of records' provenance: declared, with gaps filled from history (DESIGN 5, 11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.record import fields
from sgm_git.store.catalog import Catalog
from sgm_git.witness.effective import Effective, effective
from sgm_git.workflows.doubts import doubts
from sgm_git.workflows.witnessing import witness

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The effective provenance of readable records, by path.

    ``notes`` tell a person what history cannot tell. Empty where it could not be asked at all.
    """

    by_path: Mapping[str, Effective] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def know(
    records: Records, entries: Sequence[Entry], now: int, *, rev: str | None = None
) -> Knowledge:
    """Give the effective provenance of all records of one state: the work tree's, or ``rev``'s.

    ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell.
    """
    seen = witness(records, entries, now, rev=rev)
    found = {
        entry.path: effective(entry.record, seen.testimonies[entry.path])
        for entry in entries
        if entry.record is not None
    }
    return Knowledge(found, (*seen.notes, *doubts(seen.testimonies.values())))


def know_if_possible(
    records: Records, entries: Sequence[Entry], now: int, *, rev: str | None = None
) -> Knowledge:
    """As ``know``, but where git cannot tell, that is a note, and nothing is known."""
    try:
        return know(records, entries, now, rev=rev)
    except CannotRun as error:
        return Knowledge(notes=(f"history could not be asked: {error.message}",))


def know_one(
    records: Records, ref: str, now: int, *, rev: str | None = None
) -> tuple[Entry, Effective, tuple[str, ...]]:
    """Give the record that ``id`` or ``root:id`` names, what is known of it, and notes.

    Raises NoSuchRecord, and CannotRun where git cannot tell or the record cannot be read.
    """
    entries = list(records.entries(rev=rev))
    entry = Catalog(entries).get(ref)
    seen = witness(records, entries, now, rev=rev)
    testimony = seen.testimonies.get(entry.path)
    if entry.record is None or testimony is None:
        raise CannotRun(f"history cannot tell of {entry.path}", hint=f"sgm check {entry.path}")
    found = effective(entry.record, testimony)
    return entry, found, (*seen.notes, *doubts([testimony]))


def undeclared_edits(entries: Sequence[Entry], known: Knowledge) -> int:
    """How many records were edited by history's account and do not declare it."""
    return sum(
        known.by_path[entry.path].witness.modified is not None
        and fields.provenance(entry.record).get("modified") is not True
        for entry in entries
        if entry.record is not None and entry.path in known.by_path
    )
