"""Reads what merges brought together, for telling automatic ones from evil ones (DESIGN 2)."""

from __future__ import annotations

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
        bases = {e: bases_of(repository, [state.commit for state in e.before]) for e in part}
        found.update(_read(repository, {e: each for e, each in bases.items() if each is not None}))
    return found


def bases_of(repository: Repository, commits: Sequence[str]) -> list[str] | None:
    """Give the merge bases of a merge's parents, sorted; None where history is cut here."""
    first, *others = commits
    found = {first}
    try:
        for parent in others:
            found = {base for one in found for base in repository.merge_bases(one, parent)}
    except CannotRun:
        return None
    return sorted(found)


def _read(repository: Repository, bases: Mapping[Event, list[str]]) -> dict[Event, Merge]:
    """Read all records at once: a call of git for each would take most of the time."""
    places = [
        (base, path) for event, each in bases.items() for base in each for path in _paths(event)
    ]
    flat = list(dict.fromkeys(places))
    blobs = dict(zip(flat, repository.blob_ids(flat), strict=True))
    wanted = {state.blob for event in bases for state in (event.after, *event.before)}
    wanted |= {blob for blob in blobs.values() if blob is not None}
    records = read_records(repository, sorted(wanted))
    merges = ((event, _merge(event, each, blobs, records)) for event, each in bases.items())
    return {event: merge for event, merge in merges if merge is not None}


def _merge(
    event: Event,
    bases: Iterable[str],
    blobs: Mapping[tuple[str, str], str | None],
    records: Mapping[str, JsonObject],
) -> Merge | None:
    result = records.get(event.after.blob)
    parents = [records[state.blob] for state in event.before if state.blob in records]
    if result is None or len(parents) < len(event.before):
        return None
    candidates = [
        [records.get(blobs[base, path] or "") for path in _paths(event)] for base in bases
    ]
    return Merge(tuple(_same_id(result, each) for each in candidates), tuple(parents), result)


def _paths(event: Event) -> list[str]:
    return list(dict.fromkeys(state.path for state in (event.after, *event.before)))


def _same_id(like: JsonObject, records: Iterable[JsonObject | None]) -> JsonObject | None:
    name = fields.record_id(like)
    return next((each for each in records if each and fields.record_id(each) == name), None)


def read_records(repository: Repository, blobs: Sequence[str]) -> dict[str, JsonObject]:
    """Give the record of each of these blobs that is here, not too large, and can be read."""
    here = repository.present_blobs(blobs)
    found = {}
    for blob, data in repository.read_blobs(
        [each for each in blobs if each in here], limit=STANDARD.document
    ):
        document = read(data).document
        if document is not None:
            found[blob] = document.record
    return found
