"""What is known of a record's provenance: what it declares, gaps filled by git (DESIGN 5, 11).

Nothing is invented: where history is cut or in doubt, a gap stays a gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.commits import UNCOMMITTED
from sgm_git.record import fields
from sgm_git.record.times import render_utc
from sgm_git.witness.life import Kind
from sgm_git.witness.maker import maker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.commits import Identity
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony


class Source(StrEnum):
    """Where a value of effective provenance is from."""

    DECLARED = "declared"
    WITNESSED = "witnessed"


class Extent(StrEnum):
    """How much of a record's history can be seen."""

    COMPLETE = "complete"
    CUT = "cut"  # it goes on where we have no commits
    UNCLEAR = "unclear"  # such as an id that stands twice


class Known(NamedTuple):
    """A value of effective provenance, with where it is from."""

    value: JsonValue
    source: Source


@dataclass(frozen=True, slots=True)
class Version:
    """A version as history shows it; the author as the commit names them, unmapped.

    ``commit`` is None for an edit that is not committed; ``author_time`` is in seconds since the
    epoch, None where git cannot read it.
    """

    commit: str | None
    author: Identity
    author_time: int | None


@dataclass(frozen=True, slots=True)
class Witness:
    """What history says: the first version, the last if that is a later one, and all of them.

    ``versions`` are newest first.
    """

    created: Version | None
    modified: Version | None
    versions: tuple[Version, ...]
    extent: Extent


@dataclass(frozen=True, slots=True)
class Effective:
    """The effective fields of ``provenance`` by name, and what history says."""

    fields: Mapping[str, Known]
    witness: Witness


def effective(record: JsonObject, testimony: Testimony) -> Effective:
    """Give what is known of a record's provenance, each field declared or witnessed."""
    declared = {
        name: Known(value, Source.DECLARED) for name, value in fields.provenance(record).items()
    }
    if "scope" not in declared and isinstance(record.get("scope"), dict):
        declared["scope"] = Known(record["scope"], Source.DECLARED)
    seen = {name: Known(value, Source.WITNESSED) for name, value in _witnessed(testimony)}
    return Effective({**seen, **declared}, _witness(testimony))


def effective_object(record: JsonObject, found: Effective) -> JsonObject:
    """Give ``{id, record, effective, witness}`` (DESIGN 11); the record is exactly as declared."""
    witness = found.witness
    return {
        "id": fields.record_id(record),
        "record": record,
        "effective": {
            name: {"value": known.value, "from": known.source.value}
            for name, known in found.fields.items()
        },
        "witness": {
            "created": _version_object(witness.created) if witness.created else None,
            "modified": _version_object(witness.modified) if witness.modified else None,
            "versions": [_version_object(each) for each in witness.versions],
            "extent": witness.extent.value,
        },
    }


def _version_object(version: Version) -> JsonObject:
    return {
        "commit": version.commit,
        "author": {"name": version.author.name, "email": version.author.email},
        "author_time": _time(version.author_time),
    }


def _witnessed(testimony: Testimony) -> Iterator[tuple[str, JsonValue]]:
    """What history can say: who began the record and when, whether, when and by whom changed."""
    first, last = testimony.first, _changed(testimony)
    if first is not None and first.commit != UNCOMMITTED:
        yield from _made(testimony, first, "agent", "created_at")
    if last is not None:
        yield "modified", True
        if last.commit != UNCOMMITTED:
            yield from _made(testimony, last, "modified_by", "modified_at")
    elif first is not None:
        yield "modified", False


def _made(testimony: Testimony, event: Event, by: str, at: str) -> Iterator[tuple[str, JsonValue]]:
    name, time = maker(testimony.history, event.commit), _time(testimony.commit(event).author_time)
    if name:
        yield by, name
    if time is not None:
        yield at, time


def _changed(testimony: Testimony) -> Event | None:
    """The last version that is later than the first."""
    if testimony.life.doubt is not None:
        return None
    later = (event for event in testimony.versions if event.kind is not Kind.BORN)
    return next(later, None)


def _witness(testimony: Testimony) -> Witness:
    first, last = testimony.first, _changed(testimony)
    return Witness(
        None if first is None else _version(testimony, first),
        None if last is None else _version(testimony, last),
        tuple(_version(testimony, event) for event in testimony.versions),
        _extent(testimony),
    )


def _version(testimony: Testimony, event: Event) -> Version:
    commit = testimony.commit(event)
    if event.commit == UNCOMMITTED:
        return Version(None, commit.author, None)
    return Version(event.commit, commit.author, commit.author_time)


def _extent(testimony: Testimony) -> Extent:
    if testimony.life.doubt is not None:
        return Extent.UNCLEAR
    return Extent.CUT if testimony.life.is_cut else Extent.COMPLETE


def _time(seconds: int | None) -> str | None:
    """Seconds since the epoch as RFC 3339 in UTC; None where there is none that it can write."""
    try:
        return None if seconds is None else render_utc(seconds)
    except ValueError:
        return None
