"""The arguments of a call as its tool wants them, or one clear line that says what is wrong."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from sgm_git.errors import UsageError
from sgm_git.policy.engine import load_engine
from sgm_git.policy.nearest import nearest
from sgm_git.record.value import canonical, loads, same
from sgm_git.tools.aliases import meant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.policy.violation import Judge
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.tools.tool import Tool

_LONGEST = 200
_OF_PAIRS = ("scope",)
_FLAGS = {"true": True, "false": False, "yes": True, "no": False}


def checked(tool: Tool, arguments: Mapping[str, JsonValue] | None) -> JsonObject:
    """Give the arguments under their own names and in the forms that the tool's schema has.

    What models send instead of it is taken as meant: another name, one item for a list, a number
    or an object as text, null for what is not given. Raises UsageError for all else.
    """
    forms = tool.properties
    named = _named(tool, forms, arguments or {})
    given = {
        name: _shaped(_pairs(value) if name in _OF_PAIRS else value, forms[name])
        for name, value in named.items()
        if not _is_left_out(tool, value, forms[name])
    }
    faults = _judge(canonical(tool.input_schema))(given)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise UsageError(
            f"{tool.name}: {faults[0].describe(given)}{more}"[:_LONGEST], hint=_usage(tool)
        )
    return given


def _is_left_out(tool: Tool, value: JsonValue, form: JsonObject) -> bool:
    """Whether a value says that there is none: null, and an empty word of what only reads."""
    if value is None:
        return "type" in form
    return value == "" and "minLength" in form and tool.hints.read_only


def _named(
    tool: Tool, forms: Mapping[str, JsonObject], arguments: Mapping[str, JsonValue]
) -> JsonObject:
    """The arguments by the names that the tool has for them."""
    found: JsonObject = {}
    unknown = []
    for given, value in arguments.items():
        name = meant(given, forms)
        if name is None:
            unknown.append(given)
        elif name in found and not same(found[name], value):
            raise UsageError(f"{tool.name}: {name} is given twice, with two values")
        else:
            found[name] = value
    if unknown:
        told = ", ".join(_told(name, forms) for name in sorted(unknown))
        raise UsageError(f"{tool.name} has no {told}"[:_LONGEST], hint=_usage(tool))
    return found


def _told(name: str, forms: Mapping[str, JsonObject]) -> str:
    close = nearest(name, forms)
    return f"{name!r} (did you mean {close}?)" if close else repr(name)


def _usage(tool: Tool) -> str:
    needed = tool.required
    names = [f"{name} (required)" if name in needed else name for name in tool.properties]
    return f"it takes {', '.join(names)}"


def _shaped(value: JsonValue, form: JsonObject) -> JsonValue:
    """The value in the form's type, where it can only be meant so; else as it is."""
    kind = form.get("type")
    if kind == "array":
        items = cast("JsonObject", form.get("items", {}))
        listed = _as_list(value)
        return [_shaped(each, items) for each in listed]
    if isinstance(value, str):
        return _word(value, form) if "enum" in form else _read(value, kind)
    if kind == "integer":
        return _whole(value)
    return _only(value) if kind == "string" else value


def _pairs(value: JsonValue) -> JsonValue:
    """The object that ``k=v, k=v`` says, or a list of such texts."""
    texts = value.split(",") if isinstance(value, str) else value
    if not isinstance(texts, list) or str(value).lstrip().startswith("{"):
        return value
    parted = [each.partition("=") for each in texts if isinstance(each, str)]
    pairs: JsonObject = {name.strip(): word.strip() for name, equals, word in parted if equals}
    return pairs if pairs and len(pairs) == len(texts) else value


def _whole(value: JsonValue) -> JsonValue:
    """A number without a fraction, as ``7.0``, where a whole one was to be given."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _only(value: JsonValue) -> JsonValue:
    """The one item of a list, where a text was to be given."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _as_list(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        read = _json(value) if value.lstrip().startswith("[") else None
        return read if isinstance(read, list) else [value]
    return [value]


def _word(value: str, form: JsonObject) -> str:
    """The word of a list of choices that is meant, such as ``in-force`` by ``IN_FORCE``."""
    plain = value.strip().lower().replace("_", "-").replace(" ", "-")
    return plain if plain in cast("list[str]", form["enum"]) else value


def _read(value: str, kind: JsonValue) -> JsonValue:
    """A text that stands for what is no text."""
    if kind == "boolean":
        return _FLAGS.get(value.strip().lower(), value)
    if kind == "object" or (kind == "integer" and value.strip().isdigit()):
        read = _json(value)
        return value if read is None else read
    return value


def _json(text: str) -> JsonValue:
    try:
        return loads(text)
    except ValueError:
        return None


@lru_cache(maxsize=64)
def _judge(schema: str) -> Judge:
    return load_engine()(cast("JsonObject", loads(schema)), {})
