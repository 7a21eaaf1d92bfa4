"""Chooses records by what they declare (DESIGN section 11, "filters")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.times import parse_rfc3339

if TYPE_CHECKING:
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry


@dataclass(frozen=True, slots=True)
class Filters:
    """What a record must be; each part that is given must hold.

    ``types``, ``agents`` and ``links`` hold if one of their words does; every pair of ``scope`` and
    ``kinds`` must hold (a kind's value ``None``: any). ``since`` (inclusive) and ``until`` (not)
    bound ``created_at``.
    """

    types: frozenset[str] = frozenset()
    scope: tuple[tuple[str, str], ...] = ()
    kinds: tuple[tuple[str, str | None], ...] = ()
    agents: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    since: Instant | None = None
    until: Instant | None = None


def matching(entry: Entry, filters: Filters) -> bool:
    """Whether a readable record passes; what cannot be read never does."""
    record = entry.record
    if record is None:
        return False
    return (
        (not filters.types or entry.type in filters.types)
        and _in_scope(record, filters.scope)
        and all(_annotated(record, kind, value) for kind, value in filters.kinds)
        and (not filters.agents or fields.provenance(record).get("agent") in filters.agents)
        and (not filters.links or not filters.links.isdisjoint(fields.links(record)))
        and _in_time(record, filters.since, filters.until)
    )


def _in_scope(record: JsonObject, wanted: tuple[tuple[str, str], ...]) -> bool:
    scope = record.get("scope")
    declared = scope if isinstance(scope, dict) else {}
    return all(declared.get(name) == value for name, value in wanted)


def _annotated(record: JsonObject, kind: str, value: str | None) -> bool:
    values = fields.annotation_values(record, kind)
    return bool(values) if value is None else value in values


def _in_time(record: JsonObject, since: Instant | None, until: Instant | None) -> bool:
    if since is None and until is None:
        return True
    created = fields.provenance(record).get("created_at")
    instant = parse_rfc3339(created) if isinstance(created, str) else None
    if instant is None:
        return False
    return (since is None or instant >= since) and (until is None or instant < until)
