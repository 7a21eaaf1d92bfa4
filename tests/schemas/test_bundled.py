from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from sgm_git.resources import schema_names, schema_text

SCHEMAS: dict[str, dict[str, Any]] = {n: json.loads(schema_text(n)) for n in schema_names()}
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema, DRAFT202012)) for schema in SCHEMAS.values()
)


def parts(schema: object) -> list[dict[str, Any]]:
    """Every object within a schema, itself first."""
    if isinstance(schema, list):
        return [part for item in schema for part in parts(item)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(part for item in schema.values() for part in parts(item))]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_a_valid_2020_12_schema_with_its_own_urn(name: str) -> None:
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:sgm-git:schema:{name}"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_and_every_field_of_it_describes_itself(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["title"]
    assert schema["description"]
    for field, part in schema.get("properties", {}).items():
        assert "$ref" in part or part.get("title"), field
        has_fields = "properties" in part
        assert "$ref" in part or has_fields or part.get("description"), field


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_example_and_default_fits_the_schema_it_stands_in(name: str) -> None:
    checker = jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)
    for part in parts(SCHEMAS[name]):
        examples = part.get("examples", [])
        if not isinstance(examples, list):
            continue
        for example in [*examples, *([part["default"]] if "default" in part else [])]:
            checker.evolve(schema=part).validate(example)


@pytest.mark.parametrize("name", ["record", "annotation", "provenance", "scope"])
def test_no_set_is_closed(name: str) -> None:
    closing = {"additionalProperties", "unevaluatedProperties", "unevaluatedItems", "maxItems"}
    assert not [part for part in parts(SCHEMAS[name]) if closing & part.keys()]
    assert not [part for part in parts(SCHEMAS[name].get("properties", {})) if "enum" in part]


def test_the_known_types_and_kinds_are_the_standard_s_and_ours() -> None:
    types, kinds = SCHEMAS["record"]["$defs"], SCHEMAS["annotation"]["$defs"]
    standard = ["decision", "rule", "status", "task", "annotation"]
    assert types["standardTypes"]["enum"] == standard
    assert types["addedTypes"]["enum"] == ["fact"]
    assert kinds["standardKinds"]["enum"] == [
        *("rationale", "status", "state", "as_of", "source", "confidence"),
    ]
    assert kinds["addedKinds"]["enum"] == [
        "superseded_by",
        "supersedes",
        "stale_after",
        "review_by",
    ]


def test_provenance_is_required_with_the_fields_of_the_standard() -> None:
    provenance = SCHEMAS["provenance"]
    assert "provenance" in SCHEMAS["record"]["required"]
    assert provenance["required"] == ["agent", "created_at", "origin", "scope"]
    optional = {"session", "modified", "modified_at", "modified_by", "links", "source"}
    assert provenance["properties"].keys() == optional | set(provenance["required"])


def test_scope_and_links_at_the_top_are_not_constrained() -> None:
    properties = SCHEMAS["record"]["properties"]
    assert properties["scope"].keys() == {"title", "description", "examples"}
    assert "links" not in properties
