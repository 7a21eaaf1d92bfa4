"""Tells who changed which field of a record when, and how far git bears that out (DESIGN 5, 11)."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.errors import CannotRun
from sgm_git.witness.changes import followed
from sgm_git.witness.effective import Extent, effective
from sgm_git.workflows.departed import find
from sgm_git.workflows.doubts import doubts
from sgm_git.workflows.judging import judge, signed_testimony, with_signatures
from sgm_git.workflows.revisions import Account, deed_of, revisions, told_events
from sgm_git.workflows.witnessing import witness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.revisions import Deed, Revision


@dataclass(frozen=True, slots=True)
class RecordHistory:
    """The history of one record, newest revision first.

    ``path`` is where it lies now, or lay last. ``deletion`` is who deleted it, if it is gone.
    ``notes`` tell a person what cannot be told.
    """

    id: str
    path: str
    revisions: tuple[Revision, ...]
    extent: Extent
    deletion: Deed | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Latest:
    """The latest revisions of all records, newest first; ``notes`` as in ``RecordHistory``."""

    revisions: tuple[Revision, ...]
    notes: tuple[str, ...] = ()


def record_history(
    records: Records, ref: str, now: int, *, rev: str | None = None, field: Pointer | None = None
) -> RecordHistory:
    """Give the history of the record that ``id`` or ``root:id`` names, also of one that is gone.

    Of the work tree, edits that are not committed included, or down from ``rev``; ``now`` is in
    seconds since the epoch. With ``field`` only the revisions that changed it. Raises NoSuchRecord
    where there never was one, CannotRun where git cannot tell.
    """
    found = find(records, ref, rev, now)
    seen = witness(records, found.entries, now, rev=found.rev)
    entry = found.entry
    testimony = signed_testimony(records, seen, entry.path)
    if testimony is None or entry.record is None:
        raise CannotRun(f"history cannot tell of {entry.path}", hint="sgm doctor")
    judged = judge(records, seen, entry, testimony)
    asked = None if field is None else followed(field, entry.record)
    is_told = told_events(testimony, judged.standing)
    events = is_told if field is None else testimony.life.events
    account = Account(entry.id or ref, testimony, events, judged.standing, judged.accepted)
    mailmap, known = seen.trusted.mailmap, _known(found.entries)
    told = revisions(records.repository, [account], mailmap, known, asked)
    gone = found.departure
    return RecordHistory(
        account.id,
        entry.path,
        tuple(told.values()),
        effective(entry.record, testimony).witness.extent,
        None if gone is None else deed_of(gone, mailmap),
        (*seen.notes, *doubts([testimony])),
    )


def latest(
    records: Records, now: int, *, limit: int | None = None, rev: str | None = None
) -> Latest:
    """Give the latest revisions of all records, of the work tree or down from ``rev``.

    At most ``limit``; ``now`` is in seconds since the epoch. By the time at which each was
    committed, but never a version of a record before a later one. Raises CannotRun where git
    cannot tell.
    """
    entries = tuple(records.entries(rev=rev))
    seen = witness(records, entries, now, rev=rev)
    chosen = list(islice(_newest_first(seen.testimonies.values()), limit))
    by_path = {entry.path: entry for entry in entries}
    asked = {path: seen.testimonies[path] for path, _ in chosen}
    signed = with_signatures(records, seen, asked)
    accounts = []
    for path, testimony in signed.items():
        entry = by_path[path]
        judged = judge(records, seen, entry, testimony)
        events = tuple(event for each, event in chosen if each == path)
        name = entry.id or entry.path
        accounts.append(Account(name, testimony, events, judged.standing, judged.accepted))
    told = revisions(records.repository, accounts, seen.trusted.mailmap, _known(entries))
    return Latest(
        tuple(told[path, event.commit] for path, event in chosen),
        (*seen.notes, *doubts(seen.testimonies.values())),
    )


def _newest_first(testimonies: Iterable[Testimony]) -> Iterator[tuple[str, Event]]:
    """All versions with the path of their record, the newest commits first.

    Those of one record are in the order of its life.
    """
    for _, path, _, event in heapq.merge(*map(_versions, testimonies)):
        yield path, event


def _versions(testimony: Testimony) -> Iterator[tuple[float, str, int, Event]]:
    """The versions of one record with what they are merged by, which only goes up."""
    least = -inf
    for place, event in enumerate(testimony.versions):
        time = testimony.commit(event).commit_time
        is_pending = event.commit == UNCOMMITTED
        least = max(least, -inf if is_pending else -(-inf if time is None else time))
        yield least, testimony.path, place, event


def _known(entries: Iterable[Entry]) -> dict[str, JsonObject]:
    return {entry.blob: entry.record for entry in entries if entry.record is not None}
