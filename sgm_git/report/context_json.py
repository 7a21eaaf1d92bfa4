"""A context as one JSON value (DESIGN section 11, ``schemas/context.schema.json``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.report.listing import reading_item
from sgm_git.report.wording import COMMANDS
from sgm_git.workflows.context.model import ESTIMATE

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.context.model import Context, Item, Since


def context_object(context: Context) -> JsonObject:
    """Give ``{sections, left_out, budget}``, and beside them scope, notes and what has changed.

    Texts are exactly those of the records; it is JSON that fences them.
    """
    return {
        "sections": [
            {
                "name": section.name,
                "reading": section.reading,
                "items": [_item(item) for item in section.items],
            }
            for section in context.sections
        ],
        "left_out": [
            {"name": left.name, "count": left.count, "command": COMMANDS.told(left.call)}
            for left in context.left_out
        ],
        "budget": {"tokens": context.budget, "used": context.used, "estimate": ESTIMATE},
        "scope": context.scope,
        "notes": list(context.notes),
        "broken": list(context.broken),
        "since": _since(context.since),
    }


def _item(item: Item) -> JsonObject:
    return reading_item(item.reading) | {
        "scope": fields.scope(item.reading.record),
        "text": item.text,
        "cut": item.cut,
        "remarks": list(item.remarks),
    }


def _since(since: Since | None) -> JsonValue:
    if since is None:
        return None
    new: list[JsonValue] = [*sorted(since.new)]
    changed: list[JsonValue] = [*sorted(since.changed)]
    gone: list[JsonValue] = [
        {"id": each.id, "title": each.title, "path": each.path} for each in since.gone
    ]
    return {"rev": since.rev, "new": new, "changed": changed, "gone": gone}
