"""Short ways to write the JSON Schemas of tools, which every agent reads at each start."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.record.value import JsonObject, JsonValue

LIMIT, MOST = 10, 50
"""How many items a reply has if nobody asks for another number, and at most."""

_LONGEST = 1000  # of a name, an id, a query; contents have their own limit


def text(
    description: str = "", *, choices: Sequence[str] = (), longest: int = _LONGEST
) -> JsonObject:
    """A text that is not empty; one of ``choices`` where there are any."""
    form: JsonObject = {"type": "string", "minLength": 1, "maxLength": longest}
    if choices:
        form = {"type": "string", "enum": list(choices)}
    return _described(form, description)


def long_text(description: str = "") -> JsonObject:
    """A text of any length, the empty one too."""
    return _described({"type": "string"}, description)


def texts(description: str = "", *, choices: Sequence[str] = (), most: int = MOST) -> JsonObject:
    """A list of texts."""
    return _described(
        {"type": "array", "items": text(choices=choices), "maxItems": most}, description
    )


def whole(description: str, least: int, most: int, default: int | None = None) -> JsonObject:
    """A whole number."""
    form: JsonObject = {"type": "integer", "minimum": least, "maximum": most}
    if default is not None:
        form["default"] = default
    return _described(form, description)


def flag(description: str) -> JsonObject:
    """True or false; false if not given."""
    return {"type": "boolean", "description": description}


def anything(description: str = "") -> JsonObject:
    """Any JSON value."""
    return _described({}, description)


def members(description: str = "") -> JsonObject:
    """An object with any members."""
    return _described({"type": "object"}, description)


def listed(item: JsonObject, description: str = "") -> JsonObject:
    """A list of items of a form."""
    return _described({"type": "array", "items": item}, description)


def maybe(form: JsonObject) -> JsonObject:
    """The form, or null."""
    kind: JsonValue = form.get("type")
    return form if kind is None else {**form, "type": [str(kind), "null"]}


def inputs(properties: Mapping[str, JsonObject], required: Sequence[str] = ()) -> JsonObject:
    """The schema of a tool's arguments: these and no others."""
    return {**_object(properties, required), "additionalProperties": False}


def outputs(properties: Mapping[str, JsonObject], required: Sequence[str]) -> JsonObject:
    """The schema of a tool's reply, to which later versions may add."""
    return _object(properties, required)


def limit(what: str) -> JsonObject:
    """How many items to give."""
    return whole(f"How many {what}.", 1, MOST, LIMIT)


def _object(properties: Mapping[str, JsonObject], required: Sequence[str]) -> JsonObject:
    return {"type": "object", "properties": dict(properties), "required": list(required)}


def _described(form: JsonObject, description: str) -> JsonObject:
    return {**form, "description": description} if description else form


CURSOR = text("next of the page before.")
STRING: JsonObject = {"type": "string"}
NEXT: JsonObject = {"type": ["string", "null"], "description": "cursor of the next page"}
NOTES: JsonObject = {"type": "array", "items": STRING}
