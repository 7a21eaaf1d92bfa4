"""Records as items of a list (DESIGN section 11, "wherever records are listed")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens
from sgm_git.report.escape import json_text, visible
from sgm_git.report.moments import ago, utc
from sgm_git.store.index.shelf_keys import status_of
from sgm_git.witness.reading import PROVENANCE, Review
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.reading import Reading

COLUMNS = (
    *("id", "type", "status", "agent", "created_at", "path", "title"),
    *("standing", "review", "trust", "as_of"),
)
"""What a tab-separated line holds, in this order; new columns come at its end."""

_STEP = "  "
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
        "is_reviewed_version": reading.is_reviewed_version,
    }


def standing_text(item: JsonObject) -> str:
    """Give an item's standing for a person: with its age, and with what may keep it from binding.

    Such as ``current, as of 3 days ago``, or ``in-force, new-here, disputed``.
    """
    parts = [cell(item, "standing")]
    age = item.get("age")
    if isinstance(age, int):
        parts.append(f"as of {ago(-age, 0)}" if age >= 0 else _not_yet(item))
    parts += [word for word in (cell(item, "review"),) if word and word not in _QUIET_REVIEWS]
    parts += [word for word in (cell(item, "trust"),) if word == Trust.DISPUTED]
    return ", ".join(part for part in parts if part)


def _not_yet(item: JsonObject) -> str:
    return f"as of {cell(item, 'as_of')} in the future"


def list_object(items: Sequence[JsonObject], following: str | None = None) -> JsonObject:
    """Give ``{items, next}``; ``next`` is the cursor of what follows, ``null`` at the end."""
    return {"items": list(items), "next": following}


def list_lines(pages: Iterable[tuple[Iterable[JsonObject], str | None]]) -> Iterator[str]:
    """Give ``list_object`` of all pages as JSON, a few lines at a time, and never all at once.

    Each page is its items and the cursor of what follows; the last one's counts.
    """
    held, following = "", None
    for items, following in pages:  # noqa: B007 - the last one's is told at the end
        for item in items:
            yield f"{held}," if held else f'{{\n{_STEP}"items": ['
            held = f"{_STEP * 2}{json_text(item, indent=2)}".replace("\n", f"\n{_STEP * 2}")
    if held:
        yield f'{held}\n{_STEP}],\n{_STEP}"next": {json_text(following)}\n}}'
    else:
        yield json_text(list_object([], following), indent=2)


def item_line(item: JsonObject, columns: Sequence[str] = COLUMNS) -> str:
    """Give the item as one tab-separated line; a tab in a value is escaped."""
    texts = [_text(item.get(name)) for name in columns]
    line = "\t".join(texts)
    is_plain = line.count("\t") == len(columns) - 1 and line.replace("\t", "").isprintable()
    if is_plain and masked_tokens(line) == line:  # then no part of it holds a secret
        return line
    return "\t".join(map(visible, texts))


def cell(item: JsonObject, name: str) -> str:
    """Give one value of an item as text for one line, empty where there is none."""
    return visible(_text(item.get(name)))


def _text(value: JsonValue) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json_text(value)
