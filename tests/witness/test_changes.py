"""What a version changed is what it has otherwise than every state that it came out of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.record.absent import ABSENT
from sgm_git.record.pointer import parse
from sgm_git.witness.changes import FieldChange, changes_of, field_changes, followed

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue


def item(kind: str, value: JsonValue, **more: JsonValue) -> JsonObject:
    return {"kind": kind, "value": value, **more}


BASE: JsonObject = {
    "id": "x",
    "title": "A",
    "scope": {"project": "shop"},
    "annotations": [item("rationale", "r"), item("status", "proposed")],
}


def having(**fields: JsonValue) -> JsonObject:
    return BASE | fields


def pointers(*found: FieldChange) -> list[str]:
    return ["/".join(change.pointer) for change in found]


def test_a_first_version_brings_every_field_and_each_annotation_by_itself() -> None:
    found = field_changes((), BASE)
    assert pointers(*found) == ["id", "title", "scope", "annotations/0", "annotations/1"]
    assert found[1] == FieldChange(("title",), ABSENT, "A")
    assert [change.kind for change in found[-2:]] == ["rationale", "status"]


def test_provenance_that_came_or_went_is_told_field_by_field() -> None:
    whole = having(provenance={"agent": "Ada", "scope": {}})
    assert pointers(*field_changes([BASE], whole)) == ["provenance/agent", "provenance/scope"]
    assert [change.before for change in field_changes([whole], BASE)] == ["Ada", {}]
    assert pointers(*field_changes([BASE], having(provenance="odd"))) == ["provenance"]


def test_an_annotation_keeps_its_kind_wherever_it_stands() -> None:
    annotations: JsonValue = [
        item("risk", "high"),
        item("rationale", "r"),
        item("status", "accepted"),
    ]
    added, changed = sorted(
        field_changes([BASE], having(annotations=annotations)), key=lambda each: str(each.kind)
    )
    assert added == FieldChange(("annotations", "0"), ABSENT, item("risk", "high"), "risk")
    assert changed == FieldChange(("annotations", "2", "value"), "proposed", "accepted", "status")


def test_what_is_gone_has_the_place_and_kind_that_it_had() -> None:
    after = having(annotations=[item("rationale", "r")])
    assert field_changes([BASE], after) == [
        FieldChange(("annotations", "1"), item("status", "proposed"), ABSENT, "status")
    ]


def test_annotations_that_all_went_or_are_none_are_told_too() -> None:
    bare = {name: value for name, value in BASE.items() if name != "annotations"}
    assert [change.after for change in field_changes([BASE], bare)] == [ABSENT, ABSENT]
    assert field_changes([bare], having(annotations=[])) == [
        FieldChange(("annotations",), ABSENT, [])
    ]
    odd: JsonValue = ["text", {"kind": 7}]
    assert [change.kind for change in field_changes([bare], having(annotations=odd))] == [None] * 2


def test_a_merge_changed_what_it_took_from_no_parent() -> None:
    ours, theirs = having(title="B"), having(scope={"project": "web"})
    merged = having(title="C", scope={"project": "web"})
    assert field_changes([ours, theirs], merged) == [FieldChange(("title",), "B", "C")]


def test_a_merge_that_lost_an_annotation_that_both_had_says_which() -> None:
    one = having(annotations=[item("status", "proposed"), item("rationale", "r")])
    merged = having(annotations=[item("rationale", "r")])
    assert pointers(*field_changes([BASE, one], merged)) == ["annotations/1"]


def test_a_merge_of_a_whole_object_and_a_member_meets() -> None:
    without = {name: value for name, value in BASE.items() if name != "scope"}
    merged = having(scope={"project": "both"})
    assert pointers(*field_changes([BASE, without], merged)) == ["scope/project"]


def test_a_merge_in_which_nothing_is_its_own_shows_what_it_did_to_the_first() -> None:
    ours, theirs = having(title="B"), having(extra=1)
    assert pointers(*field_changes([ours, theirs], having(extra=1))) == ["title", "extra"]


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("/title", ["title"]),
        ("title", ["title"]),
        ("/scope", ["scope/project"]),
        ("/scope/project", ["scope/project"]),
        ("/annotations/kind=status", ["annotations/1/value"]),
        ("/annotations/1", ["annotations/1/value"]),
        ("/annotations/1/value", ["annotations/1/value"]),
        ("/annotations", ["annotations/1/value"]),
        ("/annotations/kind=rationale", []),
        ("/annotations/kind=status/note", []),
        ("/id", []),
        ("/nothing", []),
        ("", ["title", "scope/project", "annotations/1/value"]),
    ],
)
def test_one_field_is_followed(pointer: str, expected: list[str]) -> None:
    annotations: JsonValue = [item("rationale", "r"), item("status", "accepted")]
    after = having(title="B", scope={"project": "web"}, annotations=annotations)
    field = followed(parse(pointer), after)
    assert pointers(*changes_of(field, [BASE], after)) == expected


def test_a_field_is_followed_to_where_it_came_with_what_holds_it() -> None:
    field = followed(("scope", "project"), BASE)
    (found,) = changes_of(field, (), BASE)
    assert found == FieldChange(("scope", "project"), ABSENT, "shop")
    (found,) = changes_of(followed(("annotations", "kind=status"), BASE), (), BASE)
    assert (found.pointer, found.kind) == (("annotations", "1"), "status")
    (found,) = changes_of(followed(("annotations", "1", "value"), BASE), (), BASE)
    assert found == FieldChange(("annotations", "1", "value"), ABSENT, "proposed", "status")
    assert changes_of(followed(("nothing",), BASE), (), BASE) == []


def test_a_merge_that_took_a_field_from_one_side_did_not_change_it() -> None:
    ours, theirs = having(title="B"), having(title="C")
    assert changes_of(followed(("title",), BASE), [ours, theirs], having(title="C")) == []
    (found,) = changes_of(followed(("title",), BASE), [ours, theirs], having(title="D"))
    assert (found.before, found.after) == ("B", "D")


def test_a_place_that_is_no_annotation_is_followed_as_it_is() -> None:
    record = having(annotations=["text", {"kind": None}])
    for token in ("0", "1", "7", "x"):
        assert followed(("annotations", token), record).kind is None
