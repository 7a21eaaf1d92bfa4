"""jsonschema: the engine where jsonschema-rs has no wheel, and the oracle of the tests.

A few keywords are replaced: those that would call Python's ``re``, whose time may be exponential
in the text, those that cannot take decimals, and those whose errors do not name what is missing.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.exceptions import SchemaError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from sgm_git.policy.patterns import Pattern, compile_pattern
from sgm_git.policy.shield import original, shielded, shielded_object
from sgm_git.policy.subschemas import objects, patterns, references, spelled_out
from sgm_git.policy.violation import TOLD, Violation, is_date_time, ordered
from sgm_git.record.value import number_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.policy.violation import Judge
    from sgm_git.record.value import JsonObject, JsonValue

_MAX_MAGNITUDE = 1_000  # digits before or after the point up to which division is exact

# The library's own types are loose: schemas, instances and validators pass through it as they are.
_Any: TypeAlias = Any


def compile_judge(schema: JsonObject, documents: Mapping[str, JsonObject]) -> Judge:
    """Compile a schema; see ``violation.Engine``. Unknown parts of patterns are refused."""
    try:
        Draft202012Validator.check_schema(cast("_Any", schema))
    except SchemaError as error:
        raise ValueError(error.message.splitlines()[0]) from None
    base = str(schema.get("$id", ""))
    known = {uri: spelled_out(shielded_object(d)) for uri, d in {**documents, base: schema}.items()}
    registry: Registry[_Any] = Registry().with_resources(
        (uri, Resource.from_contents(cast("_Any", document), DRAFT202012))
        for uri, document in known.items()
    )
    _check_references(schema, base, registry)
    _check_patterns(schema, known.values())
    validator = _VALIDATOR(known[base], registry=registry, format_checker=_FORMATS)

    def judge(value: JsonValue) -> list[Violation]:
        """Give how the value breaks the schema."""
        try:
            return ordered(map(_violation, validator.iter_errors(shielded(value))))
        except RecursionError:
            return [Violation((), "$ref")]  # the schema refers to itself without end

    return judge


def _check_references(schema: JsonObject, base: str, registry: Registry[_Any]) -> None:
    resolver = registry.resolver(base)
    for target in references(schema):
        try:
            resolver.lookup(target)
        except Unresolvable:
            raise ValueError(f"{target} is no schema here, and nothing is fetched") from None


def _check_patterns(schema: JsonObject, documents: Iterable[JsonObject]) -> None:
    # The library looks for evaluated properties with re, through every reference.
    if _uses(schema, "unevaluatedProperties") and any(
        _uses(document, "patternProperties") for document in documents
    ):
        raise ValueError(
            "patternProperties beside unevaluatedProperties cannot be judged in linear time here"
        )
    for pattern in patterns(schema):
        try:
            _compiled(pattern)
        except ValueError as error:
            raise ValueError(f'the pattern "{pattern}" cannot be used here: {error}') from None


def _uses(schema: JsonObject, keyword: str) -> bool:
    return any(keyword in part for part in objects(schema))


def _violation(error: ValidationError) -> Violation:
    keyword = str(error.validator or "false")  # the whole schema may be false
    pointer = tuple(original(str(token)) for token in error.absolute_path)
    if keyword in {"required", "dependentRequired"}:
        missing = original(error.message)
        return Violation((*pointer, missing), keyword, missing)
    if keyword in {"minContains", "maxContains"}:
        return Violation(pointer, "contains")
    expected = cast("JsonValue", error.validator_value) if keyword in TOLD else None
    if keyword == "type":
        names = expected if isinstance(expected, list) else [expected]
        expected = [*sorted(map(str, names))]
    return Violation(pointer, keyword, expected)


@lru_cache(maxsize=1_000)
def _compiled(pattern: str) -> Pattern:
    return compile_pattern(pattern)


def _fails(validator: _Any, schema: _Any, value: _Any) -> bool:
    return not validator.evolve(schema=schema).is_valid(value)


def _pattern(_validator: _Any, pattern: str, value: _Any, _schema: _Any) -> Iterable[_Any]:
    if isinstance(value, str) and not _compiled(pattern).search(value):
        yield ValidationError("")


def _pattern_properties(
    validator: _Any, by_pattern: dict[str, _Any], value: _Any, _schema: _Any
) -> Iterator[_Any]:
    for pattern, schema in by_pattern.items():
        for name in value if isinstance(value, dict) else ():
            if _compiled(pattern).search(name):
                yield from validator.descend(value[name], schema, path=name, schema_path=pattern)


def _additional_properties(
    validator: _Any, additional: _Any, value: _Any, schema: _Any
) -> Iterator[_Any]:
    extra = [*_additional(value, schema)] if isinstance(value, dict) else []
    if additional is False and extra:
        yield ValidationError("")
    for name in extra if isinstance(additional, dict) else ():
        yield from validator.descend(value[name], additional, path=name)


def _additional(value: dict[str, _Any], schema: _Any) -> Iterator[str]:
    by_pattern = [_compiled(pattern) for pattern in schema.get("patternProperties", ())]
    for name in value.keys() - schema.get("properties", {}).keys():
        if not any(pattern.search(name) for pattern in by_pattern):
            yield name


def _property_names(
    validator: _Any, schema: _Any, value: _Any, _parent: _Any
) -> Iterator[ValidationError]:
    if isinstance(value, dict) and any(_fails(validator, schema, name) for name in value):
        yield ValidationError("")


def _required(
    _validator: _Any, names: list[str], value: _Any, _schema: _Any
) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        yield from (ValidationError(name) for name in names if name not in value)


def _dependent_required(
    validator: _Any, by_name: dict[str, list[str]], value: _Any, schema: _Any
) -> Iterator[ValidationError]:
    for name, names in by_name.items():
        if isinstance(value, dict) and name in value:
            yield from _required(validator, names, value, schema)


def _multiple_of(
    validator: _Any, divisor: _Any, value: _Any, _schema: _Any
) -> Iterator[ValidationError]:
    if not validator.is_type(value, "number"):
        return
    exact = [Decimal(number_text(number)) for number in (value, divisor)]
    if any(abs(number.adjusted()) > _MAX_MAGNITUDE for number in exact):
        return
    if Fraction(exact[0]) % Fraction(exact[1]):
        yield ValidationError("")


def _false(_validator: _Any, _schema: _Any, _value: _Any, _parent: _Any) -> Iterator[_Any]:
    yield ValidationError("")


def _is_integer(_checker: object, value: object) -> bool:
    if isinstance(value, Decimal):
        return value == value.to_integral_value()
    return not isinstance(value, bool) and (
        isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    )


_FORMATS = FormatChecker(formats=())
_FORMATS.checks("date-time")(is_date_time)
_VALIDATOR: _Any = cast("_Any", extend)(
    Draft202012Validator,
    validators={
        "additionalProperties": _additional_properties,
        "dependentRequired": _dependent_required,
        "false": _false,
        "multipleOf": _multiple_of,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "propertyNames": _property_names,
        "required": _required,
    },
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
