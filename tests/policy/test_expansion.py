"""No schema can look at one value often enough to hang a run; honest recursion is free."""

from __future__ import annotations

import json
from time import process_time
from typing import TYPE_CHECKING

import pytest

from sgm_git.policy.expansion import Expansion
from sgm_git.policy.schemas import build_schemas
from sgm_git.record.value import MAX_DEPTH, JsonObject, JsonValue
from sgm_git.resources import schema_texts
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Callable

URI = "urn:team:x"
HERE: JsonObject = {"$ref": "#"}
LEAF: JsonObject = {"type": "string"}


def twice(schema: JsonValue, keyword: str = "anyOf") -> JsonObject:
    return {keyword: [schema, schema]}


def chain(link: Callable[[JsonObject], JsonObject], length: int = 30) -> JsonObject:
    """Definitions of which each refers to the next as ``link`` does."""
    names = [f"n{number}" for number in range(length)]
    definitions: JsonObject = {
        name: link({"$ref": f"#/$defs/{after}"})
        for name, after in zip(names, [*names[1:], "end"], strict=True)
    }
    return {"$ref": "#/$defs/n0", "$defs": definitions | {"end": LEAF}}


def check(schema: JsonObject, **others: JsonObject) -> None:
    documents = {URI: schema} | {f"urn:team:{name}": other for name, other in others.items()}
    Expansion(documents).check(URI)


BOMBS: dict[str, JsonObject] = {
    "anyOf": chain(twice),
    "oneOf": chain(lambda after: twice(after, "oneOf")),
    "allOf": chain(lambda after: twice(after, "allOf")),
    "not": chain(lambda after: {"not": after, **after}),
    "if": chain(lambda after: {"if": after, "then": after}),
    "else": chain(lambda after: {"if": LEAF, "then": after, "else": after}),
    "dependentSchemas": chain(lambda after: {"dependentSchemas": {"x": after, "y": after}}),
    "below a name": chain(lambda after: {"properties": {"x": twice(after)}}),
    "below items": chain(lambda after: {"items": twice(after)}),
    "by two patterns": chain(lambda after: {"patternProperties": {"x": after, "[x]": after}}),
    "contains": chain(lambda after: {"contains": after, "items": after}),
    "in two branches": chain(lambda after: twice({"properties": {"x": after}})),
    "back twice": {"properties": {"x": twice(HERE)}},
    "back twice, deeper": {"properties": {"x": {"properties": {"y": twice(HERE)}}}},
    "back twice, others": {"additionalProperties": twice(HERE, "allOf")},
    "itself": HERE,
    "itself in a list": {"allOf": [HERE]},
    "itself in not": {"not": {"anyOf": [LEAF, HERE]}},
    "a ring": {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"if": {"$ref": "#/$defs/a"}}},
    },
    "a ring by anchors": {"$anchor": "a", "oneOf": [{"$ref": "#a"}]},
    "a ring by dynamic anchors": {"$dynamicAnchor": "a", "oneOf": [{"$dynamicRef": "#a"}]},
    "a wide ring": {"allOf": [{"$ref": "#/$defs/a%20b"}], "$defs": {"a b": {"anyOf": [HERE]}}},
}

HONEST: dict[str, JsonObject] = {
    "plain": {"properties": {"a": LEAF, "b": {"items": LEAF}}},
    "a long chain": chain(lambda after: after, 3_000),
    "a tree": {"properties": {"children": {"items": HERE}}},
    "a binary tree": {"properties": {"left": HERE, "right": HERE}},
    "a tree of either": {"items": HERE, "additionalProperties": HERE},
    "a tree of all names": {"properties": {"a": HERE, "b": HERE}, "additionalProperties": HERE},
    "a tuple": {"prefixItems": [HERE, HERE, HERE], "items": HERE},
    "a tree or nothing": {"properties": {"next": {"anyOf": [{"type": "null"}, HERE]}}},
    "conditions": {
        "oneOf": [
            {"properties": {"all": {"items": HERE}}, "required": ["all"]},
            {"properties": {"any": {"items": HERE}}, "required": ["any"]},
            {"properties": {"not": HERE}, "required": ["not"]},
        ]
    },
    "a definition used often": {
        "$defs": {"link": {"type": "object", "properties": {"to": LEAF}}},
        "properties": {f"p{number}": {"$ref": "#/$defs/link"} for number in range(500)},
    },
    "unresolved": {"$ref": "#/$defs/none"},
    "odd": {"allOf": 7, "properties": [], "$ref": 5, "items": True, "if": False},
}


@pytest.mark.parametrize("schema", BOMBS.values(), ids=BOMBS)
def test_a_fan_of_references_is_refused_at_once(schema: JsonObject) -> None:
    began = process_time()
    with pytest.raises(ValueError, match=r"by its references, #\S* can look at one value"):
        check(schema)
    assert process_time() - began < 2


@pytest.mark.parametrize("schema", HONEST.values(), ids=HONEST)
def test_honest_schemas_are_not(schema: JsonObject) -> None:
    check(schema)


def test_a_fan_over_several_files_is_refused_and_its_place_said() -> None:
    other: JsonObject = {"allOf": [{"$ref": URI}]}
    with pytest.raises(ValueError, match="by its references, #"):
        check({"$ref": "urn:team:other"}, other=other)
    bomb = chain(twice)
    with pytest.raises(ValueError, match="by its references, #/properties/x can"):
        check({"properties": {"x": {"$ref": "urn:team:bomb#/$defs/n2"}}}, bomb=bomb)


def test_a_tree_that_another_schema_closes_is_honest() -> None:
    tree: JsonObject = {
        "$dynamicAnchor": "node",
        "properties": {"children": {"items": {"$dynamicRef": "#node"}}},
    }
    closed: JsonObject = {
        "$dynamicAnchor": "node",
        "$ref": "urn:team:tree",
        "unevaluatedProperties": False,
    }
    check(closed, tree=tree)


@pytest.mark.parametrize("schema", [BOMBS["anyOf"], BOMBS["back twice"], BOMBS["a ring"]])
def test_a_team_s_bomb_is_reported_and_judges_nothing(schema: JsonObject) -> None:
    files = {
        f".sgm/schemas/{name}.json": json.dumps(each).encode()
        for name, each in {"bomb": schema, "tree": HONEST["a tree"]}.items()
    }
    built = build_schemas(schema_texts(), files)
    ((path, fault),) = built.problems
    assert (path, fault.code) == (".sgm/schemas/bomb.json", "S207")
    assert "more than 10,000 times" in fault.message
    value: JsonValue = 1
    for _ in range(MAX_DEPTH - 1):
        value = {"x": value}
    began = process_time()
    assert built.team_violations({"type": "bomb", "x": value}) == []
    assert process_time() - began < 1
    assert [schema.path for schema in built.team] == [".sgm/schemas/tree.json"]


@pytest.mark.parametrize("width", [1_000, 4_000])
@untraced
def test_the_examination_itself_takes_no_time(width: int) -> None:
    references: list[JsonValue] = [{"$ref": f"#/$defs/n{n}"} for n in range(width)]
    definitions: JsonObject = {
        f"n{n}": {"properties": {"x": {"anyOf": references[n : n + 40]}}} for n in range(width)
    }
    began = process_time()
    with pytest.raises(ValueError, match="more than 10,000"):
        check({"$ref": "#/$defs/n0", "$defs": definitions})
    assert process_time() - began < 5
