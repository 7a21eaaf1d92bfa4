"""Merges of records: laws, and what each kind of field becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.record.absent import ABSENT
from sgm_git.record.meaning import same_meaning
from sgm_git.record.merge import Conflict, Merged, merge, merge_over, resolved
from sgm_git.record.pointer import get, walk
from sgm_git.record.value import canonical, same
from tests.record.strategies import OBJECTS, RECORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.absent import Possible
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

STATES = RECORDS | OBJECTS
EARLY, LATE = "2026-10-10T23:30:00+05:30", "2026-10-10T18:30:00Z"


def a(kind: str, value: JsonValue = None) -> JsonValue:
    return {"kind": kind, "value": value}


def annotated(*items: JsonValue) -> JsonObject:
    return {"annotations": list(items)}


def provenance(**fields: JsonValue) -> JsonObject:
    return {"provenance": dict(fields)}


@given(STATES, STATES)
def test_a_change_of_one_side_wins(base: JsonObject, changed: JsonObject) -> None:
    assert same(merge(base, changed, base).value, changed)
    assert same(merge(base, base, changed).value, changed)
    assert same(merge(base, changed, changed).value, changed)
    assert same(merge(None, changed, changed).value, changed)


@given(st.none() | RECORDS, RECORDS, RECORDS)
def test_both_ways_round_give_the_same_value(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject
) -> None:
    one, other = merge(base, ours, theirs), merge(base, theirs, ours)
    assert len(one.conflicts) == len(other.conflicts)
    assume(not one.conflicts)
    assert same(one.value, other.value)


def leaves(*states: JsonObject) -> set[str]:
    return {
        canonical(value)
        for state in states
        for _, value in walk(state)
        if not isinstance(value, (dict, list))
    }


@given(st.none() | RECORDS, RECORDS, RECORDS)
def test_nothing_is_invented(base: JsonObject | None, ours: JsonObject, theirs: JsonObject) -> None:
    inputs = [base or {}, ours, theirs]
    result = merge(base, ours, theirs).value
    text = result.get("content")
    if isinstance(text, str):
        texts = [str(state.get("content")) for state in inputs]
        assert set(text.split("\n")) <= {line for each in texts for line in each.split("\n")}
        del result["content"]
    assert leaves(result) <= leaves(*inputs)


@given(st.none() | RECORDS, RECORDS, RECORDS)
def test_a_conflict_points_at_a_value_of_one_side(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject
) -> None:
    merged = merge(base, ours, theirs)
    for conflict in merged.conflicts:
        kept = conflict.theirs if conflict.ours is ABSENT else conflict.ours
        assert kept is not ABSENT
        assert same(get(merged.value, conflict.pointer), kept)


@given(RECORDS, RECORDS, RECORDS)
def test_a_field_that_nobody_changed_stays(
    base: JsonObject, ours: JsonObject, theirs: JsonObject
) -> None:
    kept: JsonObject = {"x_kept": {"a": [1]}}
    assert merge(base | kept, ours | kept, theirs | kept).value["x_kept"] == {"a": [1]}


MERGES: list[tuple[str, JsonObject | None, JsonObject, JsonObject, JsonObject]] = [
    (
        "fields of each side",
        {"title": "a", "type": "fact"},
        {"title": "b", "type": "fact"},
        {"title": "a", "type": "rule"},
        {"title": "b", "type": "rule"},
    ),
    ("a new field", {}, {"x": 1}, {"y": None}, {"x": 1, "y": None}),
    ("a field that is gone", {"x": 1, "y": 1}, {"y": 1}, {"x": 1, "y": 2}, {"y": 2}),
    (
        "objects at every depth",
        {"scope": {"a": {"b": 1, "c": 1}}},
        {"scope": {"a": {"b": 2, "c": 1}}},
        {"scope": {"a": {"b": 1}, "d": 1}},
        {"scope": {"a": {"b": 2}, "d": 1}},
    ),
    (
        "lines of the content",
        {"content": "a\nb\nc"},
        {"content": "A\nb\nc"},
        {"content": "a\nb\nc\nd"},
        {"content": "A\nb\nc\nd"},
    ),
    (
        "items that both added follow in one order",
        annotated(a("note")),
        annotated(a("note"), a("risk")),
        annotated(a("note"), a("cost")),
        annotated(a("note"), a("cost"), a("risk")),
    ),
    (
        "an item that both added stands once",
        annotated(a("note")),
        annotated(a("risk"), a("note")),
        annotated(a("note"), a("risk"), a("cost")),
        annotated(a("note"), a("cost"), a("risk")),
    ),
    (
        "an item that one side added stays where it is",
        annotated(a("note"), a("status", "proposed")),
        annotated(a("risk"), a("note"), a("status", "proposed")),
        annotated(a("note"), a("status", "accepted")),
        annotated(a("risk"), a("note"), a("status", "accepted")),
    ),
    (
        "an item that moved",
        annotated(a("note"), a("status", 1)),
        annotated(a("status", 1), a("note")),
        annotated(a("note"), a("status", 2)),
        annotated(a("status", 2), a("note")),
    ),
    (
        "an item that moved, and a new one",
        annotated(a("note"), a("status", 1)),
        annotated(a("status", 1), a("note")),
        annotated(a("risk"), a("note"), a("status", 1)),
        annotated(a("status", 1), a("note"), a("risk")),
    ),
    (
        "fields of one item",
        annotated({"kind": "status", "value": "open", "x_by": "ada"}),
        annotated({"kind": "status", "value": "open", "x_by": "bob"}),
        annotated({"kind": "status", "value": "done", "x_by": "ada"}),
        annotated({"kind": "status", "value": "done", "x_by": "bob"}),
    ),
    (
        "one item gone, another changed",
        annotated(a("note", 1), a("risk", 1)),
        annotated(a("risk", 1)),
        annotated(a("note", 1), a("risk", 2)),
        annotated(a("risk", 2)),
    ),
    (
        "one of two equal items gone on each side",
        annotated(a("note"), a("note")),
        annotated(a("note")),
        annotated(a("note"), a("note"), a("risk")),
        annotated(a("note"), a("risk")),
    ),
    (
        "links as a set",
        provenance(links=["x", "y"]),
        provenance(links=["x", "b"]),
        provenance(links=["x", "y", "a"]),
        provenance(links=["x", "a", "b"]),
    ),
    (
        "aliases as a set",
        {"aliases": ["x"]},
        {"aliases": ["x", "b"]},
        {"aliases": ["a", "x"]},
        {"aliases": ["x", "a", "b"]},
    ),
    (
        "the later stamps, all of one side",
        provenance(modified_at=EARLY, modified_by="a", modified=True),
        provenance(modified_at=LATE, modified_by="b", modified=True),
        provenance(modified_at="2026-10-10T18:10:00Z", modified_by="c"),
        provenance(modified_at=LATE, modified_by="b", modified=True),
    ),
    (
        "a stamp that is a time",
        provenance(),
        provenance(modified_at="yesterday", modified_by="b"),
        provenance(modified_at=EARLY),
        provenance(modified_at=EARLY),
    ),
    (
        "stamps that one side released",
        provenance(modified_at=EARLY, modified_by="a"),
        provenance(),
        provenance(modified_at=LATE, modified_by="a"),
        provenance(modified_at=LATE, modified_by="a"),
    ),
    (
        "a record that both began",
        None,
        {"id": "a", "title": "t", "annotations": [a("risk")], "provenance": {"links": ["x"]}},
        {"id": "a", "x_a": 1, "annotations": [a("cost")], "provenance": {"links": ["y"]}},
        {
            "id": "a",
            "title": "t",
            "x_a": 1,
            "annotations": [a("cost"), a("risk")],
            "provenance": {"links": ["x", "y"]},
        },
    ),
]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "value"), [row[1:] for row in MERGES], ids=[row[0] for row in MERGES]
)
def test_what_each_side_did_is_kept(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject, value: JsonObject
) -> None:
    assert merge(base, ours, theirs) == Merged(value)
    assert merge(base, theirs, ours) == Merged(value)


CONFLICTS: list[
    tuple[str, JsonObject | None, JsonObject, JsonObject, Pointer, Sequence[Possible]]
] = [
    ("a field", {"t": 1}, {"t": 2}, {"t": 3}, ("t",), (1, 2, 3)),
    ("null is not gone", {"t": 1}, {"t": None}, {}, ("t",), (1, None, ABSENT)),
    ("types", {"t": 1}, {"t": True}, {"t": 1.0}, ("t",), (1, True, 1.0)),
    (
        "deep",
        {"scope": {"a": {"b": 1}}},
        {"scope": {"a": {"b": 2}}},
        {"scope": {"a": {"b": 3}}},
        ("scope", "a", "b"),
        (1, 2, 3),
    ),
    ("delete against edit", {"t": 1}, {}, {"t": 2}, ("t",), (1, ABSENT, 2)),
    ("other lists", {"x": [1]}, {"x": [1, 2]}, {"x": [1, 3]}, ("x",), ([1], [1, 2], [1, 3])),
    (
        "lines of the content",
        {"content": "a\nb"},
        {"content": "A\nb"},
        {"content": "a\nB"},
        ("content",),
        ("a\nb", "A\nb", "a\nB"),
    ),
    ("two beginnings", None, {"content": "a"}, {"content": "b"}, ("content",), (ABSENT, "a", "b")),
    (
        "an item's value, at its new place",
        annotated(a("note"), a("status", 1)),
        annotated(a("status", 2)),
        annotated(a("note"), a("status", 3)),
        ("annotations", "0", "value"),
        (1, 2, 3),
    ),
    (
        "an item gone against its edit",
        annotated(a("note"), a("status", 1)),
        annotated(a("note")),
        annotated(a("note"), a("status", 3)),
        ("annotations", "1"),
        (a("status", 1), ABSENT, a("status", 3)),
    ),
]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "pointer", "states"),
    [row[1:] for row in CONFLICTS],
    ids=[row[0] for row in CONFLICTS],
)
def test_what_both_changed_otherwise_is_a_conflict_in_the_smallest_place(
    base: JsonObject | None,
    ours: JsonObject,
    theirs: JsonObject,
    pointer: Pointer,
    states: Sequence[Possible],
) -> None:
    old, mine, yours = states
    assert merge(base, ours, theirs).conflicts == (Conflict(pointer, old, mine, yours),)
    assert merge(base, theirs, ours).conflicts == (Conflict(pointer, old, yours, mine),)


def test_a_text_in_conflict_is_merged_as_far_as_it_goes() -> None:
    base, ours, theirs = ({"content": text} for text in ("a\nb\nc", "A\nb\nc", "x\nb\nC"))
    wanted = Conflict(("content",), "a\nb\nC", "A\nb\nC", "x\nb\nC")
    assert merge(dict(base), dict(ours), dict(theirs)) == Merged({"content": "A\nb\nC"}, (wanted,))


@given(st.none() | RECORDS, RECORDS, RECORDS)
def test_settling_all_for_one_side_is_the_merge_the_other_way_settled_so(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject
) -> None:
    one, other = merge(base, ours, theirs), merge(base, theirs, ours)
    settled = resolved(one, [conflict.ours for conflict in one.conflicts])
    assert same(settled, resolved(other, [conflict.theirs for conflict in other.conflicts]))
    for conflict, state in zip(one.conflicts, one.conflicts[1:], strict=False):
        assert conflict.pointer != state.pointer


def test_items_that_go_leave_those_behind_them_in_place() -> None:
    base = annotated(a("note", 1), a("risk", 1), a("cost", 1))
    ours, theirs = annotated(a("risk", 2)), annotated(a("note", 2), a("risk", 3), a("cost", 2))
    merged = merge(base, ours, theirs)
    assert len(merged.conflicts) == 3
    assert resolved(merged, [each.ours for each in merged.conflicts]) == ours
    assert resolved(merged, [each.theirs for each in merged.conflicts]) == theirs


@given(RECORDS, RECORDS, RECORDS)
def test_bases_that_are_alike_are_one(
    base: JsonObject, ours: JsonObject, theirs: JsonObject
) -> None:
    assert merge_over([base, dict(base)], ours, theirs) == merge(base, ours, theirs)
    assert merge_over([], ours, theirs) == merge(None, ours, theirs)


@given(st.lists(RECORDS, min_size=2, max_size=3), RECORDS, RECORDS)
def test_over_several_bases_only_what_all_give_is_settled(
    bases: list[JsonObject], ours: JsonObject, theirs: JsonObject
) -> None:
    merged, other = merge_over(bases, ours, theirs), merge_over(bases, theirs, ours)
    assert len(merged.conflicts) == len(other.conflicts)
    assume(not merged.conflicts)
    assert same(merged.value, other.value)
    for base in bases:
        alone = merge(base, ours, theirs)
        stamps = ("provenance",)
        open_fields = [each for each in alone.conflicts if each.pointer[:1] != stamps]
        assert not open_fields
        assert same_meaning(alone.value, merged.value)


def test_over_bases_that_tell_it_otherwise_a_field_is_a_conflict() -> None:
    bases: list[JsonObject] = [{"t": 1, "x": 1}, {"t": 2, "x": 1}]
    merged = merge_over(bases, {"t": 1, "x": 1}, {"t": 2, "x": 2})
    assert merged == Merged({"t": 1, "x": 2}, (Conflict(("t",), 1, 1, 2),))
