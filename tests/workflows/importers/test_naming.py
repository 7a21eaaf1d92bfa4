from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.names import folded
from sgm_git.workflows.importers.naming import assign, decision_id, note_id, plain_id


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("metrics/gross-margin.md", "metrics-gross-margin"),
        ("n_day Active Users.md", "n-day-active-users"),
        ("a/b/c.md", "a-b-c"),
    ],
)
def test_a_note_is_named_by_its_path(path: str, name: str) -> None:
    assert note_id(path) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("0012-security-groups.md", "decision-0012-security-groups"),
        ("adr-0012-x.md", "decision-0012-x"),
        ("ADR_12 Use X.md", "decision-12-use-x"),
        ("backend/0001-x.md", "decision-backend-0001-x"),
        ("adrenaline.md", "decision-adrenaline"),
    ],
)
def test_a_decision_is_named_by_its_number_and_title(path: str, name: str) -> None:
    assert decision_id(path) == name


def test_a_name_without_letters_is_told_by_its_digest() -> None:
    assert note_id("---.md").startswith("note-")
    assert note_id("---.md") != note_id("+++.md")


def test_long_names_are_cut_and_stay_apart() -> None:
    first, second = note_id("x-" * 150 + "1.md"), note_id("x-" * 150 + "2.md")
    assert len(first) < 200
    assert first != second


@pytest.mark.parametrize("value", ["", " ", "a b", "a/b", "a\\b", "root:id", "-x", "a\n", 5, None])
def test_an_id_that_cannot_stand_as_it_is_is_not_taken(value: str | int | None) -> None:
    assert plain_id(value) is None


@pytest.mark.parametrize("value", ["dec-x", "ADR-12", "日本", "a.b_c"])
def test_a_plain_id_is_taken_as_it_is(value: str) -> None:
    assert plain_id(value) == value


def test_the_first_of_two_paths_keeps_a_name_that_both_want() -> None:
    ids = assign([("b.md", "x"), ("a.md", "X"), ("c.md", "y")], taken=["Y"])
    assert ids["a.md"] == "X"
    assert ids["b.md"].startswith("x-")
    assert ids["c.md"].startswith("y-")


@given(st.lists(st.text(min_size=1, max_size=20), unique=True, max_size=20))
def test_ids_are_unique_and_the_same_in_any_order(paths: list[str]) -> None:
    wanted = [(path, note_id(path)) for path in paths]
    ids = assign(wanted)
    assert ids == assign(reversed(wanted))
    assert len({folded(name) for name in ids.values()}) == len(paths)
