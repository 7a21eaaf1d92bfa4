"""Chooses records by what they declare and how they stand (DESIGN section 11, "filters")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.record.typed import is_meant
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.standing import due

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.reading import Reading
    from sgm_git.witness.trust import Trust


@dataclass(frozen=True, slots=True)
class Filters:
    """What a record must be; each part that is given must hold.

    Of ``types``, ``agents``, ``links``, ``standings``, ``reviews`` and ``trusts`` one must hold;
    every pair of ``scope`` and ``kinds`` must (a kind's value ``None``: any), with a value as
    somebody types it, a text or JSON. ``since`` (inclusive) and ``until`` (not) bound
    ``created_at``. ``is_stale``: a status that is too old; ``is_due``: one of its ``review_by``
    annotations has come. Reviewed versions of what was changed or removed here pass where they
    bind, and of what is removed where ``reviews`` names that; ``is_here``: none does.
    """

    types: frozenset[str] = frozenset()
    scope: tuple[tuple[str, str], ...] = ()
    kinds: tuple[tuple[str, str | None], ...] = ()
    agents: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    since: Instant | None = None
    until: Instant | None = None
    standings: frozenset[Standing] = frozenset()
    reviews: frozenset[Review] = frozenset()
    trusts: frozenset[Trust] = frozenset()
    is_stale: bool = False
    is_due: bool = False
    is_here: bool = False


def matching(reading: Reading, filters: Filters, now: int) -> bool:
    """Whether a list shows a record, taken as its reader must take it.

    ``now`` is in seconds since the epoch. Agent and time are those of the effective provenance.
    """
    is_told = not reading.is_reviewed_version or _is_wanted(reading, filters)
    return is_told and passing(reading, filters, now)


def passing(reading: Reading, filters: Filters, now: int) -> bool:
    """Whether a record passes every filter, be it what is here or a reviewed version."""
    return (
        declaring(reading.record, filters, reading.effective)
        and (not filters.standings or reading.standing in filters.standings)
        and (not filters.reviews or reading.review in filters.reviews)
        and (not filters.trusts or reading.trust in filters.trusts)
        and (not filters.is_stale or reading.standing is Standing.STALE)
        and (not filters.is_due or is_due(reading.record, now))
    )


def _is_wanted(reading: Reading, filters: Filters) -> bool:
    """Whether a reviewed version is told: one that binds, or what is gone, if that is asked for."""
    if filters.is_here:
        return False
    is_asked = reading.review is Review.REMOVED_HERE and Review.REMOVED_HERE in filters.reviews
    return reading.standing is Standing.IN_FORCE or is_asked


def declaring(
    record: JsonObject | None, filters: Filters, provenance: Mapping[str, JsonValue] | None = None
) -> bool:
    """Whether a record passes by what it says itself; what cannot be read never does.

    ``provenance`` stands for the declared one. How the record stands is not asked.
    """
    if record is None:
        return False
    made = fields.provenance(record) if provenance is None else provenance
    return (
        _is_one_of(record.get("type"), filters.types)
        and _in_scope(record, filters.scope)
        and all(_annotated(record, kind, value) for kind, value in filters.kinds)
        and _is_one_of(made.get("agent"), filters.agents)
        and (not filters.links or not filters.links.isdisjoint(fields.links(record)))
        and _in_time(made.get("created_at"), filters.since, filters.until)
    )


def is_due(record: JsonObject, now: int) -> bool:
    """Whether one of its ``review_by`` annotations has come; ``now`` in seconds since the epoch.

    They are RFC 3339 times, or dates, which come with their first moment in UTC.
    """
    moment = due(record)
    return moment is not None and moment <= Instant(now)


def _is_one_of(value: JsonValue, wanted: frozenset[str]) -> bool:
    return not wanted or (isinstance(value, str) and value in wanted)


def _in_scope(record: JsonObject, wanted: tuple[tuple[str, str], ...]) -> bool:
    declared = fields.scope(record)
    return all(name in declared and is_meant(declared[name], text) for name, text in wanted)


def _annotated(record: JsonObject, kind: str, value: str | None) -> bool:
    values = fields.annotation_values(record, kind)
    return bool(values) if value is None else any(is_meant(each, value) for each in values)


def _in_time(created: JsonValue, since: Instant | None, until: Instant | None) -> bool:
    if since is None and until is None:
        return True
    instant = parse_rfc3339(created) if isinstance(created, str) else None
    if instant is None:
        return False
    return (since is None or instant >= since) and (until is None or instant < until)
