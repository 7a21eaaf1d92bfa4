from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record import fields
from sgm_git.record.fields import Annotation, Reference
from tests.record.strategies import OBJECTS, VALUES
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

RECORD: JsonObject = {
    "id": "dec-x",
    "type": "decision",
    "aliases": ["dec-old", 7],
    "annotations": [
        {"kind": "status", "value": "accepted"},
        "stray",
        {"kind": 5, "value": "not a kind"},
        {"kind": "superseded_by", "value": ["dec-y", None, "dec-z"]},
        {"kind": "superseded_by", "value": "dec-w"},
        {"kind": "note"},
    ],
    "provenance": {"agent": "a", "links": ["dec-v", {}, "dec-u"]},
}
ODD: list[JsonValue] = [None, True, 0, "", "text", [], [[]], [None], {}, {"kind": "status"}]


def test_identity_and_annotations_are_read_with_their_places() -> None:
    assert (fields.record_id(RECORD), fields.record_type(RECORD)) == ("dec-x", "decision")
    assert [annotation.position for annotation in fields.annotations(RECORD)] == [0, 3, 4, 5]
    assert fields.annotations_of(RECORD, "note") == [Annotation(5, "note", None)]
    assert fields.statuses(RECORD) == ["accepted"]


def test_references_carry_the_pointer_to_where_they_stand() -> None:
    assert fields.links(RECORD) == ["dec-v", "dec-u"]
    assert fields.link_references(RECORD)[1] == Reference(("provenance", "links", "2"), "dec-u")
    assert fields.annotated_references(RECORD, "superseded_by") == [
        Reference(("annotations", "3", "value", "0"), "dec-y"),
        Reference(("annotations", "3", "value", "2"), "dec-z"),
        Reference(("annotations", "4", "value"), "dec-w"),
    ]
    assert fields.aliases(RECORD) == ["dec-old"]


def test_a_scope_that_is_no_object_is_empty() -> None:
    assert fields.scope({"scope": {"project": "x"}}) == {"project": "x"}
    assert not any(fields.scope({"scope": odd}) for odd in ODD[:-1])


def test_a_kind_is_neither_trimmed_nor_folded() -> None:
    record: JsonObject = {"annotations": [{"kind": "Status", "value": 1}, {"kind": "status "}]}
    assert fields.statuses(record) == []


@pytest.mark.parametrize("name", ["id", "type"])
@pytest.mark.parametrize("value", [None, "", 5, [], {}])
def test_an_identity_that_is_no_text_is_none(name: str, value: JsonValue) -> None:
    assert fields.record_id({name: value}) is None
    assert fields.record_type({name: value}) is None


SHAPES = st.sampled_from(ODD) | VALUES


@given(st.fixed_dictionaries({"annotations": SHAPES, "provenance": SHAPES, "aliases": SHAPES}))
def test_no_shape_makes_a_reader_raise(record: JsonObject) -> None:
    read_all(record)


@given(OBJECTS)
@untraced
def test_no_object_makes_a_reader_raise(record: JsonObject) -> None:
    read_all(record)


def read_all(record: JsonObject) -> None:
    fields.record_id(record)
    fields.record_type(record)
    assert len(fields.annotations(record)) >= len(fields.statuses(record))
    assert isinstance(fields.provenance(record), dict)
    assert len(fields.links(record)) == len(fields.link_references(record))
    fields.annotated_references(record, "supersedes")
    fields.aliases(record)
