"""What a commit says of a change: the fields that differ, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.changed import changed_fields
from sgm_git.record.meaning import same_meaning

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

_STATUS: JsonObject = {"kind": "status", "value": "proposed"}
_RISK: JsonObject = {"kind": "risk", "value": 1}
_FEW: st.SearchStrategy[JsonValue] = st.sampled_from([None, True, 1, 1.0, "x"])


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ({"a": 1}, {"a": 1.0}, ("a",)),
        ({"a": None}, {}, ("a",)),
        ({"title": "x"}, {"title": "y", "content": "z"}, ("title", "content")),
        ({"annotations": [_STATUS]}, {"annotations": [_STATUS | {"value": "x"}]}, ("status",)),
        ({"annotations": [_STATUS]}, {"annotations": [_STATUS, _RISK]}, ("risk",)),
        ({"annotations": [_STATUS]}, {}, ("status",)),
        ({"annotations": [_STATUS, _RISK]}, {"annotations": [_RISK, _STATUS]}, ("annotations",)),
        ({"annotations": [_STATUS, _STATUS]}, {"annotations": []}, ("status",)),
        ({"annotations": [7]}, {"annotations": {}}, ("annotations",)),
        ({"annotations": []}, {"annotations": None}, ("annotations",)),
        ({"provenance": {"modified": True}}, {"provenance": {}}, ()),
        ({"provenance": {"session": "s"}}, {"provenance": {}}, ("provenance/session",)),
        ({"provenance": {}}, {}, ("provenance",)),
        (
            {"scope": {}, "provenance": {"scope": {}}},
            {"scope": {"a": 1}, "provenance": {"scope": {"a": 1}}},
            ("scope",),
        ),
        ({"provenance": {"scope": {}}}, {"provenance": {"scope": 1}}, ("provenance/scope",)),
    ],
)
def test_what_differs_is_named_once(
    before: JsonObject, after: JsonObject, names: tuple[str, ...]
) -> None:
    assert tuple(changed_fields(before, after)) == names
    assert set(changed_fields(after, before)) == set(names)


@pytest.mark.parametrize(
    ("before", "after", "gone"),
    [
        ({"a": 1}, {}, {"a": True}),
        ({}, {"a": 1}, {"a": False}),
        ({"annotations": [_STATUS, _RISK]}, {"annotations": [_STATUS]}, {"risk": True}),
        ({"annotations": [_STATUS]}, {"annotations": [_RISK]}, {"risk": False, "status": True}),
        (
            {"annotations": [_STATUS, _STATUS]},
            {"annotations": [_STATUS | {"value": "x"}]},
            {"status": False},
        ),
        ({"provenance": {"x": 1}}, {"provenance": {}}, {"provenance/x": True}),
    ],
)
def test_what_is_gone_is_said(before: JsonObject, after: JsonObject, gone: dict[str, bool]) -> None:
    assert changed_fields(before, after) == gone


_ITEMS: st.SearchStrategy[JsonValue] = st.sampled_from(
    [_STATUS, _RISK, {"kind": "status"}, {"kind": 1}, 7]
)
_PROVENANCE: st.SearchStrategy[JsonValue] = st.dictionaries(
    st.sampled_from(["modified", "modified_at", "scope", "x"]), _FEW, max_size=3
)
_RECORDS: st.SearchStrategy[JsonObject] = st.fixed_dictionaries(
    {},
    optional={
        "title": _FEW,
        "scope": _FEW,
        "annotations": _FEW | st.lists(_ITEMS, max_size=3),
        "provenance": _FEW | _PROVENANCE,
    },
)


@given(_RECORDS, _RECORDS)
def test_something_is_named_just_where_the_meaning_differs(
    before: JsonObject, after: JsonObject
) -> None:
    assert bool(changed_fields(before, after)) is not same_meaning(before, after)
