from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from sgm_git.findings import Span
from sgm_git.policy.schemas import SchemaSet, build_schemas
from sgm_git.policy.team import MAX_SCHEMA_BYTES, MAX_SCHEMAS
from sgm_git.resources import schema_texts
from tests.record.strategies import OBJECTS, VALUES

if TYPE_CHECKING:
    from sgm_git.policy.engine import EngineName
    from sgm_git.record.value import JsonObject

pytest.importorskip("jsonschema_rs", reason="the engine that judges has no wheel here")
ENGINES: tuple[EngineName, ...] = ("rust", "python")
BUNDLED = schema_texts()
SETS = {engine: build_schemas(BUNDLED, engine=engine) for engine in ENGINES}
RECORD: JsonObject = {
    "id": "dec-x",
    "type": "decision",
    "provenance": {
        "agent": "a",
        "created_at": "2026-10-10T18:21:47Z",
        "origin": "cli",
        "scope": {},
    },
}

NOT_A_TIME = (
    'provenance.created_at is "yesterday", which is not an RFC 3339 time like 2026-10-10T18:21:47Z'
)


def team_set(engine: EngineName = "rust", /, **files: object) -> SchemaSet:
    """Schemas with a team's, each given as a JSON value under its file's stem."""
    data = {
        f".sgm/schemas/{stem}.json": schema
        if isinstance(schema, bytes)
        else json.dumps(schema).encode()
        for stem, schema in files.items()
    }
    return build_schemas(BUNDLED, data, engine)


def complaints(record: JsonObject) -> list[str]:
    found = {
        engine: [violation.describe(record) for violation in schemas.violations(record)]
        for engine, schemas in SETS.items()
    }
    assert found["rust"] == found["python"]
    return found["rust"]


def test_a_record_of_the_standard_passes_and_unknown_fields_do_too() -> None:
    assert complaints(RECORD) == []
    wild = RECORD | {
        "type": "Incident!",
        "scope": 5,
        "links": 7,
        "aliases": "a",
        "x_review": {"deep": [None]},
        "annotations": [{"kind": ""}, {"kind": "no such", "value": {"a": 1}, "x_weight": 2}],
        "provenance": {**json.loads(json.dumps(RECORD["provenance"])), "x_run": [1]},
    }
    assert complaints(wild) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": ""}, ["id is empty"]),
        ({"id": 5}, ["id must be a string, not a number"]),
        ({"type": None}, ["type must be a string, not null"]),
        ({"title": ["x"]}, ["title must be a string, not a list"]),
        ({"content": {}}, ["content must be a string, not an object"]),
        ({"annotations": {}}, ["annotations must be a list, not an object"]),
        (
            {"annotations": ["x", {}, {"kind": 1}]},
            [
                "annotations[0] must be an object, not a string",
                "annotations[1].kind is missing",
                "annotations[2].kind must be a string, not a number",
            ],
        ),
        ({"provenance": "me"}, ["provenance must be an object, not a string"]),
        (
            {"provenance": {}},
            [
                f"provenance.{name} is missing"
                for name in ("agent", "created_at", "origin", "scope")
            ],
        ),
        (
            {
                "provenance": {
                    "agent": 1,
                    "created_at": "yesterday",
                    "origin": [],
                    "scope": "s",
                    "session": 5,
                    "modified": "yes",
                    "modified_at": 5,
                    "links": ["a", 5],
                }
            },
            [
                "provenance.agent must be a string, not a number",
                NOT_A_TIME,
                "provenance.links[1] must be a string, not a number",
                "provenance.modified must be a boolean, not a string",
                "provenance.modified_at must be a string, not a number",
                "provenance.origin must be a string, not a list",
                "provenance.scope must be an object, not a string",
                "provenance.session must be a string, not a number",
            ],
        ),
    ],
)
def test_what_breaks_the_standard_is_said_in_words(change: JsonObject, words: list[str]) -> None:
    assert complaints(RECORD | change) == words


def test_a_record_without_anything_lacks_three_fields() -> None:
    assert complaints({}) == ["id is missing", "provenance is missing", "type is missing"]


def test_the_vocabulary_is_what_the_bundled_schemas_name() -> None:
    vocabulary = SETS["rust"].vocabulary
    assert vocabulary.types == {"decision", "rule", "status", "task", "annotation", "fact"}
    assert len(vocabulary.kinds) == 10
    assert vocabulary.fields == {
        *("id", "type", "title", "content", "scope", "annotations", "provenance"),
    }
    assert vocabulary.annotation_fields == {"kind", "value"}
    assert "modified_by" in vocabulary.provenance_fields


INCIDENT: JsonObject = {
    "properties": {
        "x_severity": {"enum": ["high", "low"]},
        "annotations": {"items": {"properties": {"weight": {"type": "number"}}}},
        "provenance": {"properties": {"run": {"type": "string"}}},
    },
    "required": ["x_severity"],
    "$defs": {"knownKinds": {"enum": ["cause"]}, "knownTypes": {"enum": ["outage"]}},
}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_team_s_schema_judges_the_type_its_file_is_named_after(engine: EngineName) -> None:
    schemas = team_set(engine, incident=INCIDENT)
    assert schemas.problems == ()
    record = RECORD | {"type": "incident"}
    ((path, violation),) = schemas.team_violations(record)
    assert path == ".sgm/schemas/incident.json"
    assert violation.describe(record) == "x_severity is missing"
    assert schemas.team_violations(record | {"x_severity": "high"}) == []
    assert schemas.team_violations(RECORD) == []
    assert schemas.team_violations(RECORD | {"type": ["incident"]}) == []


def test_a_team_s_schema_makes_its_names_known() -> None:
    vocabulary = team_set(incident=INCIDENT).vocabulary
    assert {"incident", "outage", "decision"} <= vocabulary.types
    assert {"cause", "status"} <= vocabulary.kinds
    assert "x_severity" in vocabulary.fields
    assert "weight" in vocabulary.annotation_fields
    assert "run" in vocabulary.provenance_fields


def test_the_type_that_a_schema_states_goes_before_the_file_s_name() -> None:
    schema: JsonObject = {
        "properties": {"type": {"enum": ["a/b", "c"]}},
        "required": ["x"],
        "title": "two types",
    }
    schemas = team_set(whatever=schema, other={"properties": {"type": {"const": "d"}}})
    assert {"a/b", "c", "d"} <= schemas.vocabulary.types
    assert "whatever" not in schemas.vocabulary.types
    assert len(schemas.team_violations(RECORD | {"type": "a/b"})) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_schemas_refer_to_each_other_and_to_the_bundled_by_id(engine: EngineName) -> None:
    schemas = team_set(
        engine,
        _shared={"$id": "urn:team:level", "$defs": {"level": {"enum": [1, 2]}}},
        incident={
            "properties": {
                "level": {"$ref": "urn:team:level#/$defs/level"},
                "cause": {"$ref": "urn:sgm-git:schema:annotation"},
            }
        },
    )
    assert schemas.problems == ()
    assert "_shared" not in schemas.vocabulary.types
    record = RECORD | {"type": "incident", "level": 3, "cause": {}}
    assert [v.describe(record) for _, v in schemas.team_violations(record)] == [
        "cause.kind is missing",
        "level is 3, not one of 1 and 2",
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("schema", "reason", "place"),
    [
        (b'{"a": 1,}', "Illegal trailing comma|Expecting property name", 1),
        (b'{\n"a": 1, "a": 2}', "stands twice", 2),
        (b"\xff", "not UTF-8", 1),
        (b"[]", "no JSON object", None),
        (b"true", "no JSON object", None),
        (b" " * (MAX_SCHEMA_BYTES + 1), "larger than 256 KiB", None),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "only https", None),
        ({"$id": 5}, "no URI", None),
        ({"$id": "relative.json"}, "no URI", None),
        ({"$id": "urn:sgm-git:schema:record"}, "that of another", None),
        ({"$defs": {"a": {"$id": "urn:x:y"}}}, "of its own", None),
        ({"$ref": "https://example.com/x.json"}, "nothing is fetched", None),
        ({"properties": {"a": {"$ref": "file:///etc/hostname"}}}, "nothing is fetched", None),
        ({"$ref": "#/$defs/none"}, "", None),
        ({"type": 5}, "", None),
        ({"pattern": "(a)\\1"}, "", None),
    ],
)
def test_a_schema_that_cannot_be_used_is_reported_and_stops_nothing(
    engine: EngineName, schema: object, reason: str, place: int | None
) -> None:
    schemas = team_set(engine, bad=schema, good={"required": ["x"]})
    ((path, fault),) = schemas.problems
    assert (path, fault.code) == (".sgm/schemas/bad.json", "S207")
    assert fault.message.startswith("this schema is not used: ")
    assert any(part in fault.message for part in reason.split("|"))
    assert (fault.span.line if isinstance(fault.span, Span) else None) == place
    assert "bad" not in schemas.vocabulary.types
    assert len(schemas.team_violations(RECORD | {"type": "good"})) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_what_refers_to_a_bad_schema_is_bad_too(engine: EngineName) -> None:
    schemas = team_set(
        engine,
        a={"$id": "urn:t:a", "type": 5},
        b={"$id": "urn:t:b", "$ref": "urn:t:a"},
        c={"$ref": "urn:t:b"},
        d={"required": ["x"]},
    )
    assert [path[-6:] for path, _ in schemas.problems] == ["a.json", "b.json", "c.json"]
    assert len(schemas.team_violations(RECORD | {"type": "d"})) == 1


def test_no_more_than_so_many_schemas_are_read() -> None:
    schemas = team_set(**{f"t{number:03}": {} for number in range(MAX_SCHEMAS + 2)})
    assert [path for path, _ in schemas.problems] == [
        ".sgm/schemas/t064.json",
        ".sgm/schemas/t065.json",
    ]
    assert "t063" in schemas.vocabulary.types


@given(OBJECTS)
def test_the_engines_agree_on_any_object(record: JsonObject) -> None:
    complaints(record)


@given(VALUES, VALUES, VALUES)
def test_the_engines_agree_on_odd_records(
    annotations: object, provenance: object, x: object
) -> None:
    record = json_object(annotations=annotations, provenance=provenance, id=x, created=x)
    complaints(record)


def json_object(**members: object) -> JsonObject:
    return dict(members)  # type: ignore[arg-type]  # the strategies give JSON values
