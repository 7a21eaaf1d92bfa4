"""Walks a JSON Schema without judging anything by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_DATA = frozenset(("const", "enum", "default", "examples"))  # hold values, not schemas

_BY_NAME = frozenset(("properties", "patternProperties", "dependentSchemas", "$defs"))
_IN_ORDER = frozenset(("prefixItems", "allOf", "anyOf", "oneOf"))
_EACH = frozenset(("required", "enum"))
_DESCRIBING = frozenset(
    ("$schema", "$id", "$comment", "title", "description", "default", "examples")
)


def objects(schema: JsonValue) -> Iterator[JsonObject]:
    """Every object of a schema, itself first, but for those that are data.

    The objects that map names to schemas are among them; in those no keyword has a text.
    """
    todo = [schema]
    while todo:
        part = todo.pop()
        if isinstance(part, list):
            todo.extend(reversed(part))
        elif isinstance(part, dict):
            yield part
            todo.extend(value for key, value in reversed(part.items()) if key not in _DATA)


def references(schema: JsonValue) -> list[str]:
    """The targets of ``$ref`` and ``$dynamicRef``, as written, in document order."""
    return [
        target
        for part in objects(schema)
        for keyword in ("$ref", "$dynamicRef")
        if isinstance(target := part.get(keyword), str)
    ]


def patterns(schema: JsonValue) -> list[str]:
    """The regular expressions in a schema, in document order."""
    found: list[str] = []
    for part in objects(schema):
        if isinstance(pattern := part.get("pattern"), str):
            found.append(pattern)
        if isinstance(by_pattern := part.get("patternProperties"), dict):
            found.extend(by_pattern)
    return found


def spelled_out(schema: JsonObject) -> JsonObject:
    """The schema as jsonschema needs it.

    ``{"false": true}`` stands for each ``false`` that judges a named value, because the library
    forgets the place of the error that it makes. No ``$schema`` is left, because the library
    goes back to its own keywords where it meets one.
    """
    return {
        key: _spelled_member(key, value)
        for key, value in schema.items()
        if key != "$schema" or not isinstance(value, str)
    }


def _spelled_member(key: str, value: JsonValue) -> JsonValue:
    if isinstance(value, dict) and key in _BY_NAME:
        return dict(zip(value, map(_spelled, value.values()), strict=True))
    if isinstance(value, list) and key in _IN_ORDER:
        return [*map(_spelled, value)]
    return value if key in _DATA or value is False else _spelled(value)


def _spelled(schema: JsonValue) -> JsonValue:
    if schema is False:
        return {"false": True}
    return spelled_out(schema) if isinstance(schema, dict) else schema


def demands(schema: JsonValue, place: Pointer = ()) -> Iterator[tuple[Pointer, str, JsonValue]]:
    """Everything that a schema asks: where in it, by which keyword, and for what.

    Each name of ``required`` and each value of ``enum`` comes by itself. What only describes is
    left out.
    """
    if isinstance(schema, bool):
        yield place, "anything" if schema else "nothing", schema
    for key, value in schema.items() if isinstance(schema, dict) else ():
        within = _within(key, value)
        for names, part in within:
            yield from demands(part, (*place, key, *names))
        if not within:
            yield from ((place, key, each) for each in _asked(key, value))


def _within(key: str, value: JsonValue) -> list[tuple[Pointer, JsonValue]]:
    """The schemas that a keyword holds, each with its place below the keyword."""
    if isinstance(value, list):
        parts = enumerate(value) if key in _IN_ORDER else ()
        return [((str(index),), part) for index, part in parts]
    if isinstance(value, dict) and key in _BY_NAME:
        return [((name,), part) for name, part in value.items()]
    return [((), value)] if _is_schema(key, value) else []


def _is_schema(key: str, value: JsonValue) -> bool:
    """Whether it judges something, and is no data."""
    return isinstance(value, (dict, bool)) and key not in _DATA


def _asked(key: str, value: JsonValue) -> list[JsonValue]:
    """What a keyword without schemas asks, one by one."""
    if key in _DESCRIBING:
        return []
    return value if key in _EACH and isinstance(value, list) else [value]
