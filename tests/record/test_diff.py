"""What changed between two states of a record."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, cast

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.absent import ABSENT
from sgm_git.record.diff import MATCHED_LISTS, Difference, differences
from sgm_git.record.value import same
from tests.record.strategies import OBJECTS, RECORDS

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

STATUS: JsonValue = {"kind": "status", "value": "proposed"}
RISK: JsonValue = {"kind": "risk", "value": "high"}
PAIRS = st.tuples(RECORDS, RECORDS) | st.tuples(OBJECTS, OBJECTS)


def applied(before: JsonObject, found: list[Difference]) -> JsonObject:
    """A slow, obvious reading of differences: what the state before becomes by them."""
    result = {"": deepcopy(cast("JsonValue", before))}
    whole = [each.pointer for each in found if each.pointer in MATCHED_LISTS]
    found = [
        each
        for each in found
        if not any(each.pointer[: len(p)] == p != each.pointer for p in whole)
    ]
    gone = [each for each in found if each.after is ABSENT and each.pointer[:-1] in MATCHED_LISTS]
    for each in sorted(gone, key=lambda each: int(each.pointer[-1]), reverse=True):
        _list(result, each.pointer).pop(int(each.pointer[-1]))
    added = [each for each in found if each.before is ABSENT and each.pointer[:-1] in MATCHED_LISTS]
    for each in sorted(added, key=lambda each: int(each.pointer[-1])):
        assert each.after is not ABSENT
        _list(result, each.pointer).insert(int(each.pointer[-1]), each.after)
    for each in (each for each in found if each not in gone and each not in added):
        _put(_parent(result, each.pointer), ("", *each.pointer)[-1], each)
    return cast("JsonObject", result[""])


def _parent(result: JsonObject, pointer: Pointer) -> JsonValue:
    value: JsonValue = result
    for token in ("", *pointer)[:-1]:
        value = value[int(token)] if isinstance(value, list) else cast("JsonObject", value)[token]
    return value


def _list(result: JsonObject, pointer: Pointer) -> list[JsonValue]:
    found = _parent(result, pointer)
    assert isinstance(found, list)
    return found


def _put(parent: JsonValue, name: str, difference: Difference) -> None:
    assert isinstance(parent, dict)
    assert same(parent.get(name), None if difference.before is ABSENT else difference.before)
    if difference.after is ABSENT:
        del parent[name]
    else:
        parent[name] = difference.after


@given(PAIRS)
def test_there_is_no_difference_exactly_where_states_are_the_same(
    states: tuple[JsonObject, JsonObject],
) -> None:
    before, after = states
    assert (differences(before, after) == []) == same(before, after)
    assert differences(before, deepcopy(before)) == []


@given(PAIRS)
def test_the_differences_make_the_one_state_of_the_other(
    states: tuple[JsonObject, JsonObject],
) -> None:
    before, after = states
    assert same(applied(before, differences(before, after)), after)


def test_objects_are_gone_through_and_other_lists_are_one_value() -> None:
    before: JsonObject = {"scope": {"a": 1, "b": {"c": [1]}}, "x": [1, 2], "content": "a\nb"}
    after: JsonObject = {"scope": {"a": 1.0, "b": {"c": [2]}}, "x": [2], "content": "a\nc"}
    assert differences(before, after) == [
        Difference(("scope", "a"), 1, 1.0),
        Difference(("scope", "b", "c"), [1], [2]),
        Difference(("x",), [1, 2], [2]),
        Difference(("content",), "a\nb", "a\nc"),
    ]


def test_null_is_a_value_and_nothing_is_none() -> None:
    assert differences({"x": None}, {}) == [Difference(("x",), None, ABSENT)]
    assert differences({}, {"x": None}) == [Difference(("x",), ABSENT, None)]


def test_a_state_that_is_not_there_is_one_difference() -> None:
    assert differences(None, {"id": "a"}) == [Difference((), ABSENT, {"id": "a"})]
    assert differences({"id": "a"}, None) == [Difference((), {"id": "a"}, ABSENT)]
    assert differences(None, None) == []


def test_annotations_are_followed_to_their_new_place() -> None:
    before: JsonObject = {"annotations": [STATUS]}
    after: JsonObject = {"annotations": [RISK, {"kind": "status", "value": "accepted"}]}
    assert differences(before, after) == [
        Difference(("annotations", "1", "value"), "proposed", "accepted"),
        Difference(("annotations", "0"), ABSENT, RISK),
    ]


def test_an_annotation_that_is_gone_has_its_old_place() -> None:
    before: JsonObject = {"annotations": [RISK, STATUS]}
    assert differences(before, {"annotations": [STATUS]}) == [
        Difference(("annotations", "0"), RISK, ABSENT)
    ]


def test_another_order_is_said_beside_what_changed() -> None:
    before: JsonObject = {"annotations": [RISK, STATUS]}
    items: list[JsonValue] = [{"kind": "status", "value": "accepted"}, RISK]
    assert differences(before, {"annotations": items}) == [
        Difference(("annotations",), [RISK, STATUS], items),
        Difference(("annotations", "0", "value"), "proposed", "accepted"),
    ]


def test_links_and_aliases_are_told_apart_by_what_they_name() -> None:
    before: JsonObject = {"aliases": ["a"], "provenance": {"links": ["x", "y"]}}
    after: JsonObject = {"aliases": ["b", "a"], "provenance": {"links": ["y", "z"]}}
    assert differences(before, after) == [
        Difference(("aliases", "0"), ABSENT, "b"),
        Difference(("provenance", "links", "0"), "x", ABSENT),
        Difference(("provenance", "links", "1"), ABSENT, "z"),
    ]
