"""Records as items of a list (DESIGN section 11, "wherever records are listed")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.report.escape import json_text, visible
from sgm_git.report.moments import ago, utc
from sgm_git.witness.reading import PROVENANCE, Review
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.effective import Effective
    from sgm_git.witness.reading import Reading

COLUMNS = ("id", "type", "status", "agent", "created_at", "path", "title")
"""What a tab-separated line holds, in this order."""

_QUIET_REVIEWS = frozenset((Review.REVIEWED, Review.UNKNOWN))

SORTABLE = ("path", "id", "type", "title", "status", "agent", "created_at", "modified_at")
"""What a list can be ordered by."""


def list_item(
    record: JsonObject, *, path: str, blob: str, known: Effective | None = None
) -> JsonObject:
    """Give a record's item: what it declares, ``null`` where it declares nothing of the kind.

    ``blob`` is the hex id of the document's blob, for ``--expect``; ``status`` is the word of
    its status annotations, of a task's state where it has none; several are in one list.
    With ``known`` what it does not declare of its provenance is from history (DESIGN section 5).
    """
    declared = fields.provenance(record)
    if known is not None:
        declared = {name: each.value for name, each in known.fields.items()}
    return {
        "id": record.get("id"),
        "type": record.get("type"),
        "title": record.get("title"),
        "status": _status(record),
        "path": path,
        "blob": blob,
        **{name: declared.get(name) for name in ("agent", "created_at")},
        **{name: declared.get(name) for name in ("modified", "modified_at", "modified_by")},
    }


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
        "status": _status(record),
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


def _status(record: JsonObject) -> JsonValue:
    words = fields.statuses(record) or fields.annotation_values(record, "state")
    return words[0] if len(words) == 1 else list(words) or None


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


def sorted_items(
    items: Sequence[JsonObject], name: str, *, reverse: bool = False
) -> list[JsonObject]:
    """Give the items in the order of one of ``SORTABLE``; those without it come last.

    Times are compared as instants. Items that are alike keep their order.
    """
    has = [item for item in items if item.get(name) is not None]
    rest = [item for item in items if item.get(name) is None]
    return sorted(has, key=lambda item: _sort_key(item, name), reverse=reverse) + rest


def _sort_key(item: JsonObject, name: str) -> tuple[Instant, str]:
    text = cell(item, name)
    moment = parse_rfc3339(text) if name.endswith("_at") else None
    return (moment or Instant(0), text)
