"""Reads what merges brought together, for telling automatic ones from evil ones (DESIGN 2)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun
from sgm_git.record import fields
from sgm_git.witness.automatic import Merge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.life import Event

_AT_ONCE = 200  # merges whose records are held at one time


def read_merges(repository: Repository, events: Sequence[Event]) -> dict[Event, Merge]:
    """Give the records of merge events; those are left out whose records are not to be had."""
    found: dict[Event, Merge] = {}
    for start in range(0, len(events), _AT_ONCE):
        part = events[start : start + _AT_ONCE]
        bases = {event: _bases(repository, event) for event in part}
        found.update(_read(repository, {e: each for e, each in bases.items() if each is not None}))
    return found


def _bases(repository: Repository, event: Event) -> list[str] | None:
    """The merge bases of the parents that have the record; None where history is cut here."""
    first, *others = (state.commit for state in event.before)
    found = {first}
    try:
        for parent in others:
            found = {base for one in found for base in repository.merge_bases(one, parent)}
    except CannotRun:
        return None
    return sorted(found)


def _read(repository: Repository, bases: Mapping[Event, list[str]]) -> dict[Event, Merge]:
    """Read all records at once: a call of git for each would take most of the time."""
    places = {
        event: [(base, path) for base in each for path in _paths(event)]
        for event, each in bases.items()
    }
    flat = list(dict.fromkeys(chain.from_iterable(places.values())))
    blobs = dict(zip(flat, repository.blob_ids(flat), strict=True))
    wanted = {state.blob for event in bases for state in (event.after, *event.before)}
    wanted |= {blob for blob in blobs.values() if blob is not None}
    records = _records(repository, sorted(wanted))
    found = {}
    for event, each in bases.items():
        result = records.get(event.after.blob)
        parents = [records.get(state.blob) for state in event.before]
        if result is None or not all(parents):
            continue
        at_bases = tuple(
            _same_id(result, [records.get(blobs[base, path] or "") for path in _paths(event)])
            for base in each
        )
        found[event] = Merge(at_bases, tuple(p for p in parents if p is not None), result)
    return found


def _paths(event: Event) -> list[str]:
    return list(dict.fromkeys(state.path for state in (event.after, *event.before)))


def _same_id(like: JsonObject, records: Iterable[JsonObject | None]) -> JsonObject | None:
    name = fields.record_id(like)
    return next((each for each in records if each and fields.record_id(each) == name), None)


def _records(repository: Repository, blobs: list[str]) -> dict[str, JsonObject]:
    here = repository.present_blobs(blobs)
    found = {}
    for blob, data in repository.read_blobs(
        [each for each in blobs if each in here], limit=STANDARD.document
    ):
        document = read(data).document
        if document is not None:
            found[blob] = document.record
    return found
