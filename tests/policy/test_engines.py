from __future__ import annotations

import sys
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.engine import EngineName, load_engine
from tests.record.strategies import OBJECTS, VALUES
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.policy.violation import Judge, Violation
    from sgm_git.record.value import JsonObject, JsonValue

pytest.importorskip("jsonschema_rs", reason="the engine that judges has no wheel here")
ENGINES: tuple[EngineName, ...] = ("rust", "python")


def both(schema: JsonObject, documents: dict[str, JsonObject] | None = None) -> list[Judge]:
    return [load_engine(name)(schema, documents or {}) for name in ENGINES]


def agreed(schema: JsonObject, value: JsonValue) -> list[Violation]:
    """What both engines say, which must be the same, in the same words."""
    rust, python = (judge(value) for judge in both(schema))
    assert rust == python
    for violation in rust:
        assert violation.describe(value)
    return rust


def found(schema: JsonObject, value: JsonValue) -> list[tuple[str, str, str]]:
    return [
        ("/".join(violation.pointer), violation.keyword, violation.describe(value))
        for violation in agreed(schema, value)
    ]


# One row a keyword: the schema of a value, the value, the keyword and the words.
COMPLAINTS: list[tuple[JsonObject, JsonValue, str, str]] = [
    ({"type": "string"}, 4, "type", "x must be a string, not a number"),
    ({"type": ["integer", "null"]}, [], "type", "x must be an integer or null, not a list"),
    ({"type": "array"}, {}, "type", "x must be a list, not an object"),
    ({"type": "object"}, True, "type", "x must be an object, not a boolean"),
    ({"type": "integer"}, 1.5, "type", "x must be an integer, not a number"),
    ({"enum": ["b", "a"]}, "c", "enum", 'x is "c", not one of "a" and "b"'),
    ({"const": "a"}, "c", "const", 'x is "c", not "a"'),
    ({"pattern": "^a+$"}, "c", "pattern", 'x is "c", which does not match "^a+$"'),
    ({"minLength": 1}, "", "minLength", "x is empty"),
    ({"maxLength": 2}, "abc", "maxLength", 'x is "abc", which breaks maxLength: 2'),
    ({"minimum": 5}, 4, "minimum", "x is 4, which breaks minimum: 5"),
    ({"exclusiveMaximum": 4}, 4, "exclusiveMaximum", "x is 4, which breaks exclusiveMaximum: 4"),
    ({"multipleOf": 0.1}, 0.25, "multipleOf", "x is 0.25, which breaks multipleOf: 0.1"),
    ({"maxItems": 1}, [1, 2], "maxItems", "x is a list, which breaks maxItems: 1"),
    ({"uniqueItems": True}, [1, 1], "uniqueItems", "x is a list, which breaks uniqueItems"),
    ({"minProperties": 1}, {}, "minProperties", "x is an object, which breaks minProperties: 1"),
    ({"contains": {"const": 1}}, [], "contains", "x is a list, which breaks contains"),
    (
        {"contains": {"const": 1}, "maxContains": 1},
        [1, 1],
        "contains",
        "x is a list, which breaks contains",
    ),
    ({"not": {}}, 1, "not", "x is 1, which breaks not"),
    ({"anyOf": [{"type": "null"}, {"minimum": 5}]}, 4, "anyOf", "x is 4, which breaks anyOf"),
    ({"oneOf": [{}, {"minimum": 1}]}, 4, "oneOf", "x is 4, which breaks oneOf"),
    (
        {"propertyNames": {"maxLength": 1}},
        {"aa": 1, "bb": 1},
        "propertyNames",
        "x is an object, which breaks propertyNames",
    ),
    (
        {"additionalProperties": False},
        {"a": 1, "b": 1},
        "additionalProperties",
        "x is an object, which breaks additionalProperties",
    ),
    (
        {"patternProperties": {"^a": {}}, "additionalProperties": False},
        {"a": 1, "b": 1},
        "additionalProperties",
        "x is an object, which breaks additionalProperties",
    ),
    (
        {"unevaluatedProperties": False},
        {"a": 1},
        "unevaluatedProperties",
        "x is an object, which breaks unevaluatedProperties",
    ),
    ({"items": False}, [1, 2], "items", "x is a list, which breaks items"),
]


@pytest.mark.parametrize(("schema", "value", "keyword", "words"), COMPLAINTS)
def test_both_engines_complain_alike(
    schema: JsonObject, value: JsonValue, keyword: str, words: str
) -> None:
    assert found({"properties": {"x": schema}}, {"x": value}) == [("x", keyword, words)]


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"required": ["a", "b"]}, {"b": 1}, [("a", "required", "a is missing")]),
        (
            {"dependentRequired": {"a": ["b"]}},
            {"a": 1},
            [("b", "dependentRequired", "b is missing")],
        ),
        ({"properties": {"a": False}}, {"a": 1}, [("a", "false", "a is not allowed")]),
        (
            {"prefixItems": [{}, False]},
            [1, 2],
            [("1", "false", '["1"] is not allowed')],
        ),
        (
            {"patternProperties": {"^x_": {"type": "string"}}},
            {"x_a": 1, "y": 1},
            [("x_a", "type", "x_a must be a string, not a number")],
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": {"type": "null"}},
            {"a": 1, "b": 1},
            [("b", "type", "b must be null, not a number")],
        ),
    ],
)
def test_both_engines_name_the_place(
    schema: JsonObject, value: JsonValue, expected: list[tuple[str, str, str]]
) -> None:
    assert found(schema, value) == expected


TIME: JsonObject = {"format": "date-time"}


@pytest.mark.parametrize(
    "text",
    ["2026-10-10T18:21:47Z", "2016-12-31T23:59:60Z", "0000-01-01t00:00:00.5+23:59"],
)
def test_a_time_passes(text: str) -> None:
    assert agreed(TIME, text) == []


@pytest.mark.parametrize(
    "text",
    [
        *("yesterday", "", "2026-10-10T18:21:47Z\n", "2026-10-10", "2026-10-10T18:21:47"),
        *("2026-10-10T18:21:60Z", "2026-10-10T18:21:47+0200"),
        "\uff12\uff10\uff12\uff16-10-10T18:21:47Z",
    ],
)
def test_what_is_no_time_fails_in_every_installation(text: str) -> None:
    (violation,) = agreed(TIME, text)
    assert violation.keyword == "format"
    assert "which is not an RFC 3339 time" in violation.describe(text)


@pytest.mark.parametrize("name", ["date", "email", "uri", "regex", "uuid", "ipv4", "unheard-of"])
def test_no_other_format_is_asserted(name: str) -> None:
    assert agreed({"format": name}, "certainly ( not") == []


@pytest.mark.parametrize(
    "value",
    [10**30, -(10**400), 10**5_000, Decimal("1e400"), Decimal("1e999999"), Decimal(10) ** 4400],
    ids=lambda value: f"{value.__class__.__name__} of size {hash(value) % 10_000}",
)
def test_a_number_of_any_size_is_an_integer(value: int | Decimal) -> None:
    schema: JsonObject = {"properties": {"x": {"type": "integer"}, "y": {"type": "string"}}}
    assert [violation.pointer for violation in agreed(schema, {"x": value, "y": value})] == [("y",)]


@pytest.mark.parametrize(
    ("value", "is_multiple"), [(Decimal("0.3"), True), (0.3, True), (Decimal("0.35"), False)]
)
def test_multiples_are_decimal(value: float | Decimal, is_multiple: bool) -> None:
    assert (agreed({"multipleOf": 0.1}, value) == []) == is_multiple


def test_lone_surrogates_are_judged_like_other_characters() -> None:
    schema: JsonObject = {
        "properties": {"a": {"maxLength": 2}, "b": {"minLength": 2}},
        "additionalProperties": {"type": "integer"},
        "required": ["\udfff"],
    }
    value: JsonValue = {"a": "\ud800\ud801\ud802", "b": "\ud800", "\ud800": "x", "": 0.5}
    assert [(v.pointer, v.keyword) for v in agreed(schema, value)] == [
        (("",), "type"),
        (("a",), "maxLength"),
        (("b",), "minLength"),
        (("\ud800",), "type"),
        (("\udfff",), "required"),
    ]


def test_a_schema_may_refer_to_another_by_its_id() -> None:
    documents: dict[str, JsonObject] = {"urn:x:b": {"$id": "urn:x:b", "type": "string"}}
    schema: JsonObject = {"$id": "urn:x:a", "properties": {"p": {"$ref": "urn:x:b"}}}
    for judge in both(schema, documents):
        assert [v.pointer for v in judge({"p": 5})] == [("p",)]
        assert judge({"p": "text"}) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://example.com/schema.json"},
        {"$ref": "file:///etc/hostname"},
        {"$ref": "other.json"},
        {"properties": {"a": {"$ref": "#/$defs/nope"}}},
        {"type": 5},
        {"type": "text"},
        {"pattern": "("},
        {"pattern": "(a)\\1"},
        {"pattern": "(?=a)b"},
        {"patternProperties": {"(a{1000}){1000}": {}}},
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_schema_that_cannot_be_used_is_refused(engine: EngineName, schema: JsonObject) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        load_engine(engine)(schema, {})


@pytest.mark.parametrize("engine", ENGINES)
def test_a_pattern_that_explodes_elsewhere_ends(engine: EngineName) -> None:
    judge = load_engine(engine)({"pattern": "^(a|a)*$"}, {})
    assert judge("a" * 10_000 + "!")
    assert not judge("a" * 10_000)


def test_the_fallback_refuses_what_it_cannot_do_in_linear_time() -> None:
    schema: JsonObject = {"patternProperties": {"a": True}, "unevaluatedProperties": False}
    with pytest.raises(ValueError, match="linear time"):
        load_engine("python")(schema, {})


def test_the_fallback_survives_a_schema_that_refers_to_itself() -> None:
    (violation,) = load_engine("python")({"$ref": "#"}, {})(1)
    assert violation.keyword == "$ref"


def test_without_the_compiled_engine_the_other_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sgm_git.policy.engine_rust", raising=False)
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    assert load_engine()({"type": "string"}, {})(5)
    assert load_engine() is load_engine("python")
    with pytest.raises(ImportError):
        load_engine("rust")


SCHEMA_OF_MANY_KEYWORDS: JsonObject = {
    "type": "object",
    "properties": {"id": {"type": "string", "minLength": 1}, "a": {"type": ["array", "null"]}},
    "patternProperties": {"^[ab]+$": {"maxLength": 3, "maxItems": 2, "minimum": 0}},
    "additionalProperties": {
        "anyOf": [{"type": "string"}, {"type": "object"}, {"type": "number", "minimum": 0}],
        "additionalProperties": {"type": ["boolean", "integer", "string", "null"]},
    },
    "propertyNames": {"maxLength": 10},
    "required": ["id"],
}


@given(OBJECTS | VALUES)
@untraced
def test_the_engines_agree_on_anything(value: JsonValue) -> None:
    agreed(SCHEMA_OF_MANY_KEYWORDS, value)


@given(st.dictionaries(st.sampled_from(["id", "a", "b", "ab", "", "\ud800"]), VALUES))
@untraced
def test_the_engines_agree_where_the_schema_has_much_to_say(value: JsonObject) -> None:
    agreed(SCHEMA_OF_MANY_KEYWORDS, value)
