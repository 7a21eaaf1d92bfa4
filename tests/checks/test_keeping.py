from __future__ import annotations

import copy
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.keeping import (
    consent_pointer,
    corrected,
    immutable_changes,
    keep,
    kept_apart,
)
from sgm_git.policy.schemas import build_schemas
from sgm_git.record.merge import merge
from sgm_git.record.pointer import get, parse, walk
from sgm_git.resources import schema_texts
from tests.record.strategies import OBJECTS, VALUES
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.findings import Fault
    from sgm_git.record.value import JsonObject, JsonValue

VOCABULARY = build_schemas(schema_texts()).vocabulary
BASE: JsonObject = {
    "id": "dec-x",
    "type": "decision",
    "title": "T",
    "scope": {"project": "p", "team": "t"},
    "x_review": {"by": "ada", "deep": [{"a": 1, "b": 2}, {"c": 3}]},
    "annotations": [
        {"kind": "rationale", "value": "because"},
        {"kind": "risk", "value": "high", "x_weight": 2},
        {"kind": "risk", "value": "low"},
    ],
    "provenance": {
        "agent": "a",
        "created_at": "2026-10-10T18:21:47Z",
        "origin": "cli",
        "scope": {"project": "p", "team": "t"},
        "session": "s1",
        "links": ["dec-y"],
        "modified": True,
        "modified_at": "2026-10-11T18:21:47Z",
        "x_run": {"n": 1},
    },
}
GONE = object()


def changed(pointer: str, value: object = GONE) -> JsonObject:
    """The base with one value set or removed."""
    result = copy.deepcopy(BASE)
    *parents, last = parse(pointer)
    parent = get(result, tuple(parents))
    if isinstance(parent, list):
        parent[int(last) : int(last) + 1] = [] if value is GONE else [cast("JsonValue", value)]
    elif isinstance(parent, dict):
        parent[last] = cast("JsonValue", value)
        if value is GONE:
            del parent[last]
    return result


def codes(faults: list[Fault]) -> list[tuple[str, str | None]]:
    return [(fault.code, fault.pointer) for fault in faults]


def kept(result: JsonObject) -> list[tuple[str, str | None]]:
    return codes(keep(BASE, result, VOCABULARY))


@pytest.mark.parametrize(
    ("pointer", "code"),
    [
        ("/x_review", "K401"),
        ("/x_review/by", "K401"),
        ("/x_review/deep/0/b", "K401"),
        ("/scope/team", "K401"),
        ("/annotations/1/x_weight", "K401"),
        ("/annotations/1", "K402"),
        ("/annotations/2", "K402"),
        ("/provenance", "K405"),
        ("/provenance/agent", "K405"),
        ("/provenance/session", "K405"),
        ("/provenance/links", "K405"),
        ("/provenance/x_run", "K405"),
    ],
)
def test_what_is_gone_is_reported_where_it_was(pointer: str, code: str) -> None:
    assert kept(changed(pointer)) == [(code, pointer)]


@pytest.mark.parametrize(
    "pointer",
    [
        *("/title", "/annotations/0", "/provenance/modified", "/provenance/modified_at"),
        *("/x_review/deep/1", "/provenance/links/0"),
    ],
)
def test_what_is_known_or_an_item_of_a_list_may_go(pointer: str) -> None:
    assert kept(changed(pointer)) == []


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("/provenance/session", "s2", "K405"),
        ("/provenance/session", 1, "K405"),
        ("/provenance/x_run/n", 2, "K405"),
        ("/provenance/x_run", {}, "K405"),
        ("/provenance", "me", "K405"),
    ],
)
def test_what_never_changes_in_provenance(pointer: str, value: object, code: str) -> None:
    shown = {"/provenance/x_run/n": "/provenance/x_run"}.get(pointer, pointer)
    assert kept(changed(pointer, value)) == [(code, shown)]


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/title", "other"),
        ("/x_review/by", "bob"),
        ("/x_review", "now a text"),
        ("/x_review/new", 1),
        ("/annotations/1/value", "medium"),
        ("/annotations/0/kind", "source"),
        ("/type", "rule"),
        ("/provenance/links", ["dec-z"]),
        ("/provenance/modified_by", "b"),
        ("/provenance/scope", {}),
    ],
)
def test_an_edit_is_no_loss(pointer: str, value: object) -> None:
    assert kept(changed(pointer, value)) == []


def test_all_annotations_gone_are_reported_each() -> None:
    for result in (
        changed("/annotations"),
        changed("/annotations", {}),
        changed("/annotations", []),
    ):
        assert kept(result) == [("K402", "/annotations/1"), ("K402", "/annotations/2")]


def test_an_order_is_no_loss() -> None:
    assert (
        kept(changed("/annotations", list(reversed(cast("list[object]", BASE["annotations"])))))
        == []
    )


def test_an_unknown_kind_may_not_become_a_known_one() -> None:
    faults = keep(BASE, changed("/annotations/2/kind", "confidence"), VOCABULARY)
    assert codes(faults) == [("K402", "/annotations/2/kind")]
    assert faults[0].message == (
        'annotations[2].kind was "risk", now "confidence": an unknown kind must stay what it is'
    )


def test_an_unknown_kind_that_became_another_unknown_one_is_gone() -> None:
    assert kept(changed("/annotations/2/kind", "peril")) == [("K402", "/annotations/2")]


def test_an_unknown_type_may_not_become_a_known_one() -> None:
    base, result = BASE | {"type": "musing"}, BASE | {"type": "rule"}
    faults = keep(base, result, VOCABULARY)
    assert [fault.message for fault in faults] == ['the unknown type "musing" became "rule"']
    assert keep(base, base | {"type": "thought"}, VOCABULARY) == []


def test_a_kind_or_type_corrected_as_suggested_is_an_info_and_no_loss() -> None:
    base: JsonObject = {"type": "Decision", "annotations": [{"kind": "Rationale", "value": 1}]}
    result: JsonObject = {"type": "decision", "annotations": [{"kind": "rationale", "value": 1}]}
    assert keep(base, result, VOCABULARY) == []
    assert codes(corrected(base, result, VOCABULARY)) == [
        ("K402", "/annotations/0/kind"),
        ("K403", "/type"),
    ]
    assert corrected(base, base, VOCABULARY) == []


@pytest.mark.parametrize(
    ("old", "new", "is_retyped"),
    [
        ("42", 42, True),
        (42, "42", True),
        ("1.50", 1.5, True),
        ("true", True, True),
        ("no", False, True),
        ("On", True, True),
        ("null", None, True),
        ("", None, True),
        ("42", 43, False),
        ("yes", False, False),
        (1, True, False),
        (1, 1.0, False),
        ("x", {"x": 1}, False),
        (".inf", 5, False),
    ],
)
def test_a_value_that_kept_its_text_but_not_its_type(
    old: JsonValue,
    new: JsonValue,
    is_retyped: bool,
) -> None:
    for base, result, pointer in (
        ({"x": old}, {"x": new}, "/x"),
        ({"x": [1, {"y": old}]}, {"x": [1, {"y": new}]}, "/x/1/y"),
        (
            {"annotations": [{"kind": "k", "value": old}]},
            {"annotations": [{"kind": "k", "value": new}]},
            "/annotations/0/value",
        ),
    ):
        expected = [("K404", pointer)] if is_retyped else []
        wide = cast("tuple[JsonObject, JsonObject]", (base, result))
        assert codes(keep(*wide, VOCABULARY)) == expected


@pytest.mark.parametrize(
    "drop",
    [
        ("annotations", "2"),
        ("annotations", "kind=risk"),
        ("annotations",),
        (),
    ],
)
def test_what_is_dropped_on_purpose_is_no_loss(drop: tuple[str, ...]) -> None:
    result = changed("/annotations/2")
    assert keep(BASE, result, VOCABULARY, [drop]) == []
    assert keep(BASE, result, VOCABULARY, [("annotations", "0"), ("annotations", "kind=x")])


def test_consent_to_one_loss_is_none_to_another() -> None:
    result = {name: value for name, value in BASE.items() if name != "x_review"}
    result["provenance"] = {}
    left = keep(BASE, result, VOCABULARY, [("x_review",), ("provenance", "agent")])
    assert [fault.pointer for fault in left] == [
        f"/provenance/{name}"
        for name in ("created_at", "origin", "scope", "session", "links", "x_run")
    ]


def test_a_consent_names_an_annotation_by_its_kind() -> None:
    assert consent_pointer(BASE, ("annotations", "1")) == ("annotations", "kind=risk")
    assert consent_pointer(BASE, ("annotations", "1", "x_weight"))[1] == "kind=risk"
    for pointer in ((), ("title",), ("annotations",), ("annotations", "9")):
        assert consent_pointer(BASE, pointer) == pointer


def test_the_fields_that_never_change() -> None:
    for name, code in (("created_at", "P301"), ("agent", "P302"), ("origin", "P302")):
        (fault,) = immutable_changes(BASE, changed(f"/provenance/{name}", "other"))
        assert (fault.code, fault.pointer) == (code, f"/provenance/{name}")
        assert fault.message.startswith(f"provenance.{name} never changes; it was ")
        assert immutable_changes(BASE, changed(f"/provenance/{name}")) == []
        assert immutable_changes(changed(f"/provenance/{name}"), BASE) == []
    assert immutable_changes(BASE, BASE) == []
    assert immutable_changes(BASE, {"provenance": "odd"}) == []


ODD = st.fixed_dictionaries(
    {}, optional={"annotations": VALUES, "provenance": VALUES, "type": VALUES, "x": VALUES}
)


@given(OBJECTS | ODD, OBJECTS | ODD)
@untraced
def test_comparing_never_raises_and_points_into_the_base(
    base: JsonObject, result: JsonObject
) -> None:
    there = {pointer for pointer, _ in walk(base)}
    losses = keep(base, result, VOCABULARY)
    others = [*corrected(base, result, VOCABULARY), *immutable_changes(base, result)]
    for fault in [*losses, *others]:
        assert parse(fault.pointer or "") in there
    for fault in losses:
        assert fault not in keep(base, result, VOCABULARY, [parse(fault.pointer or "")])


@given(OBJECTS | ODD)
def test_nothing_is_lost_where_nothing_changed(record: JsonObject) -> None:
    assert keep(record, copy.deepcopy(record), VOCABULARY) == []
    assert keep(record, {}, VOCABULARY, [()]) == []


def test_what_merging_itself_takes_away_is_no_loss() -> None:
    base: JsonObject = {"id": "a", "type": "fact", "x_one": 1, "x_two": 2, "title": "A"}
    ours = {name: value for name, value in base.items() if name != "x_one"} | {"title": "B"}
    theirs = base | {"x_three": 3}
    merged = merge(base, ours, theirs).value
    lacking = {name: value for name, value in merged.items() if name != "x_two"}
    found = [
        [(f.code, f.pointer) for f in kept_apart(side, result, [merged], VOCABULARY)]
        for side in (ours, theirs)
        for result in (merged, lacking)
    ]
    assert found == [[], [("K401", "/x_two")], [], [("K401", "/x_two")]]
