"""Records as items of a list (DESIGN section 11, "wherever records are listed")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.escape import json_text, visible
from sgm_git.report.moments import ago, utc
from sgm_git.store.index.shelf_keys import status_of
from sgm_git.witness.reading import PROVENANCE, Review
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.witness.reading import Reading

COLUMNS = (
    *("id", "type", "status", "agent", "created_at", "path", "title"),
    *("standing", "review", "trust", "as_of"),
)
"""What a tab-separated line holds, in this order; new columns come at its end."""

_QUIET_REVIEWS = frozenset((Review.REVIEWED, Review.UNKNOWN))


def reading_item(reading: Reading) -> JsonObject:
    """Give a record's item as its reader must take it (``schemas/list.schema.json``).

    ``status`` is what it says itself: its one status, or a task's state; several are in one list.
    Provenance is effective. ``as_of`` is RFC 3339 in UTC and ``age`` in seconds, of statuses
    only; what there is nothing of is ``null``.
    """
    record, as_of = reading.record, reading.taken.as_of
    return {
        "id": record.get("id"),
        "type": record.get("type"),
        "title": record.get("title"),
        "standing": reading.standing.value,
        "review": reading.review.value,
        "trust": reading.trust.value,
        "binds": reading.binds,
        "status": status_of(record),
        "as_of": None if as_of is None else utc(as_of.seconds),
        "age": reading.taken.age,
        "root": reading.root,
        "path": reading.path,
        "blob": reading.blob,
        **{name: reading.effective.get(name) for name in PROVENANCE},
        "wrong": list(reading.wrong),
        "superseded_by": list(reading.successors),
        "notes": list(reading.notes),
    }


def standing_text(item: JsonObject) -> str:
    """Give an item's standing for a person: with its age, and with what may keep it from binding.

    Such as ``current, as of 3 days ago``, or ``in-force, new-here, disputed``.
    """
    parts = [cell(item, "standing")]
    age = item.get("age")
    if isinstance(age, int):
        parts.append(f"as of {ago(-age, 0) if age >= 0 else cell(item, 'as_of')}")
    parts += [word for word in (cell(item, "review"),) if word and word not in _QUIET_REVIEWS]
    parts += [word for word in (cell(item, "trust"),) if word == Trust.DISPUTED]
    return ", ".join(part for part in parts if part)


def list_object(items: Sequence[JsonObject], following: str | None = None) -> JsonObject:
    """Give ``{items, next}``; ``next`` is the cursor of what follows, ``null`` at the end."""
    return {"items": list(items), "next": following}


def item_line(item: JsonObject) -> str:
    """Give the item as one tab-separated line of ``COLUMNS``; a tab in a value is escaped."""
    return "\t".join(cell(item, name) for name in COLUMNS)


def cell(item: JsonObject, name: str) -> str:
    """Give one value of an item as text for one line, empty where there is none."""
    value = item.get(name)
    if value is None:
        return ""
    return visible(value if isinstance(value, str) else json_text(value))
