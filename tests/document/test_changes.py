from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.document.changes import Insert, Move, Remove, Set, applied, between
from sgm_git.record.value import JsonObject, JsonValue, normal, same
from tests.record.strategies import OBJECTS, VALUES
from tests.support import untraced

LISTS = st.lists(st.sampled_from([1, 2, "a", None, {"k": 1}, {"k": 2}, [1], []]), max_size=8)


@given(OBJECTS, OBJECTS)
@untraced
def test_the_changes_between_two_records_lead_from_one_to_the_other(
    old: JsonObject, new: JsonObject
) -> None:
    start: JsonValue = old
    assert same(reduce(applied, between(old, new), start), new)


@given(LISTS, LISTS)
def test_the_changes_between_two_lists_lead_from_one_to_the_other(
    old: list[JsonValue], new: list[JsonValue]
) -> None:
    steps = between({"x": old}, {"x": new})
    assert same(reduce(applied, steps, normal({"x": old})), {"x": new})


@given(VALUES)
def test_nothing_is_between_a_value_and_itself(value: JsonValue) -> None:
    assert between(value, normal(value)) == []


def test_changes_are_as_small_as_they_can_be() -> None:
    old: JsonValue = {"a": {"b": [1, {"c": 2}, 3]}, "d": 1}
    new: JsonValue = {"a": {"b": [1, {"c": 5}, 3, 4]}, "e": 1}
    assert between(old, new) == [
        Insert(("a", "b"), 3, 4),
        Set(("a", "b", "1", "c"), 5),
        Set(("e",), 1),
        Remove(("d",)),
    ]


def test_what_stands_elsewhere_is_moved_before_it_is_changed() -> None:
    note: JsonObject = {"kind": "note", "value": 1}
    assert between({"a": [note, 2, 3]}, {"a": [2, 3, note | {"value": 4}]}) == [
        Move(("a",), 0, 2),
        Set(("a", "2", "value"), 4),
    ]


def test_between_empty_and_full_there_is_one_change() -> None:
    assert between({"a": []}, {"a": [1]}) == [Set(("a",), [1])]
    assert between({"a": {"b": 1}}, {"a": {}}) == [Set(("a",), {})]


def test_a_change_leaves_its_value_as_it_was() -> None:
    value: JsonValue = {"a": [1, {"b": 2}]}
    assert applied(value, Set(("a", "1", "b"), 3)) == {"a": [1, {"b": 3}]}
    assert applied(value, Remove(("a", "0"))) == {"a": [{"b": 2}]}
    assert applied(value, Insert(("a",), 1, 5)) == {"a": [1, 5, {"b": 2}]}
    assert applied(value, Move(("a",), 0, 1)) == {"a": [{"b": 2}, 1]}
    assert value == {"a": [1, {"b": 2}]}


@pytest.mark.parametrize(
    "change",
    [
        Set(("b", "c"), 1),
        Set(("a", "7"), 1),
        Set(("a", "0", "x"), 1),
        Remove(("b",)),
        Remove(()),
        Insert(("a",), 5, 1),
        Insert(("b",), 0, 1),
        Insert((), 0, 1),
    ],
)
def test_a_change_of_what_is_not_there_is_refused(change: Set | Remove | Insert) -> None:
    with pytest.raises(ValueError, match="nothing stands at"):
        applied({"a": [1]}, change)
