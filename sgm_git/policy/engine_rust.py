"""jsonschema-rs: the engine that judges (DESIGN section 13, "Validators")."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import jsonschema_rs

from sgm_git.policy.shield import named, original, shielded, shielded_object
from sgm_git.policy.violation import TOLD, Violation, is_date_time, ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sgm_git.policy.violation import Judge
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

# Only date-time is asserted: which others an installation can check must not change a verdict.
_UNCHECKED = (
    *("date", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri"),
    *("iri-reference", "json-pointer", "regex", "relative-json-pointer", "time", "uri"),
    *("uri-reference", "uri-template", "uuid"),
)
_FORMATS: dict[str, Callable[..., bool]] = {
    **dict.fromkeys(_UNCHECKED, lambda _value: True),
    "date-time": is_date_time,
}
_OF_CONTAINER = frozenset(("additionalProperties", "unevaluatedProperties", "unevaluatedItems"))


def compile_judge(schema: JsonObject, documents: Mapping[str, JsonObject]) -> Judge:
    """Compile a schema; see ``violation.Engine``. Its patterns run on a linear engine."""
    try:
        resources = [(uri, shielded_object(schema)) for uri, schema in documents.items()]
        registry = jsonschema_rs.Registry(resources, retriever=_refuse)
        validator = jsonschema_rs.Draft202012Validator(
            shielded_object(schema),
            formats=_FORMATS,
            validate_formats=True,
            retriever=_refuse,
            registry=registry,
            pattern_options=jsonschema_rs.RegexOptions(),
        )
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as error:
        raise ValueError(error.message.splitlines()[0]) from None

    def judge(value: JsonValue) -> list[Violation]:
        """Give how the value breaks the schema."""
        try:
            if validator.is_valid(value):
                return []
        except ValueError:  # a lone surrogate, or a number that is too long
            pass
        # A long integer looks like null to the engine: look again before blaming.
        return _judge_shielded(validator, shielded(value))

    return judge


def _refuse(uri: str) -> JsonValue:
    raise ValueError(f"{uri} is none of the schemas here, and nothing is fetched")


def _judge_shielded(
    validator: jsonschema_rs.Draft202012Validator, value: JsonValue
) -> list[Violation]:
    errors = list(validator.iter_errors(value))
    if errors:  # the engine leaves empty names out of its paths
        value = named(value)
        errors = list(validator.iter_errors(value)) or errors
    return ordered(_violation(error, _pointer(value, error.instance_path)) for error in errors)


def _pointer(value: JsonValue, path: Sequence[str | int]) -> Pointer:
    """The path as names; the engine makes an index of every name of digits, ``0123`` too."""
    names: list[str] = []
    for token in path:
        name = str(token)
        if isinstance(value, dict):
            if name not in value:
                digits = (other for other in value if other.lstrip("+0") == name.lstrip("0"))
                name = next(digits, name)
            value = value.get(name)
        elif isinstance(value, list) and isinstance(token, int):
            value = value[token]
        names.append(original(name))
    return tuple(names)


def _violation(error: jsonschema_rs.ValidationError, pointer: Pointer) -> Violation:
    path = list(error.schema_path)
    keyword = str(path[-1]) if path else error.kind.name
    if error.kind.name == "falseSchema":
        return _not_allowed(pointer, keyword)
    if error.kind.name in {"propertyNames", "contains"}:
        return Violation(pointer, error.kind.name)
    if keyword in {"required", "dependentRequired"}:
        missing = original(str(error.kind.value))
        return Violation((*pointer, missing), keyword, missing)
    expected = cast("JsonValue", error.kind.value) if keyword in TOLD else None
    if keyword == "type" and isinstance(expected, list):
        expected = [*sorted(map(str, expected))]
    return Violation(pointer, keyword, expected)


def _not_allowed(pointer: Pointer, keyword: str) -> Violation:
    """The engine says of each member that it is not allowed; the container's schema said so."""
    if keyword in _OF_CONTAINER:
        return Violation(pointer, keyword)
    return Violation(pointer[:-1], keyword) if keyword == "items" else Violation(pointer, "false")
