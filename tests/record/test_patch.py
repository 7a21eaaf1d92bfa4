"""A JSON Patch between two states of a record."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, cast

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.patch import patch
from sgm_git.record.pointer import parse
from sgm_git.record.value import same
from tests.record.strategies import OBJECTS, RECORDS

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

PAIRS = st.tuples(RECORDS, RECORDS) | st.tuples(OBJECTS, OBJECTS)
STATUS: JsonValue = {"kind": "status", "value": "proposed"}
RISK: JsonValue = {"kind": "risk", "value": "high"}


def applied(value: JsonValue, operations: list[JsonValue]) -> JsonValue:
    """A slow, obvious reading of RFC 6902: add, remove and replace, one after the other."""
    holder: JsonObject = {"whole": deepcopy(value)}
    for operation in cast("list[JsonObject]", operations):
        *way, last = ("whole", *parse(cast("str", operation["path"])))
        parent: JsonValue = holder
        for token in way:
            parent = parent[int(token)] if isinstance(parent, list) else _member(parent, token)
        if isinstance(parent, list):
            _change_list(parent, int(last), operation)
        else:
            _change_object(cast("JsonObject", parent), last, operation)
    return holder.get("whole")


def _member(parent: JsonValue, token: str) -> JsonValue:
    return cast("JsonObject", parent)[token]


def _change_list(parent: list[JsonValue], place: int, operation: JsonObject) -> None:
    if operation["op"] == "add":
        parent.insert(place, operation["value"])
    elif operation["op"] == "remove":
        del parent[place]
    else:
        parent[place] = operation["value"]


def _change_object(parent: JsonObject, name: str, operation: JsonObject) -> None:
    if operation["op"] == "remove":
        del parent[name]
    else:
        assert operation["op"] == "add" or name in parent
        parent[name] = operation["value"]


@given(PAIRS)
def test_applied_to_the_one_it_gives_the_other(pair: tuple[JsonObject, JsonObject]) -> None:
    before, after = pair
    assert same(applied(before, patch(before, after)), after)


@given(PAIRS)
def test_it_is_empty_exactly_where_both_are_the_same(pair: tuple[JsonObject, JsonObject]) -> None:
    before, after = pair
    assert (patch(before, after) == []) is same(before, after)
    assert patch(before, before) == []


def test_names_are_escaped() -> None:
    assert patch({"a/b~": 1}, {"a/b~": 2}) == [{"op": "replace", "path": "/a~1b~0", "value": 2}]


def test_an_annotation_is_changed_in_its_place() -> None:
    before: JsonObject = {"annotations": [RISK, STATUS]}
    after: JsonObject = {"annotations": [{"kind": "status", "value": "accepted"}]}
    assert patch(before, after) == [
        {"op": "remove", "path": "/annotations/0"},
        {"op": "replace", "path": "/annotations/0/value", "value": "accepted"},
    ]


def test_another_order_is_the_whole_list() -> None:
    after: list[JsonValue] = [STATUS, RISK]
    assert patch({"annotations": [RISK, STATUS]}, {"annotations": after}) == [
        {"op": "replace", "path": "/annotations", "value": after}
    ]


def test_a_record_comes_and_goes_as_a_whole() -> None:
    assert patch(None, {"id": "x"}) == [{"op": "add", "path": "", "value": {"id": "x"}}]
    assert patch({"id": "x"}, None) == [{"op": "remove", "path": ""}]
    assert patch(None, None) == []
