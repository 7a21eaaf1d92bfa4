"""Fields before and after, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.report.review.web.fields import field_table, value_table
from sgm_git.witness.changes import field_changes
from tests.report.review.web.reader import Page

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue


def told(before: JsonValue, after: JsonValue, name: str = "content") -> Page:
    return Page(field_table(field_changes([{name: before}], {name: after})))


def cells(page: Page) -> list[str]:
    return [each.text for each in page.named("td")]


def test_short_texts_stand_beside_each_other_with_their_words_marked() -> None:
    page = told("one word", "one letter")
    assert cells(page) == ["one word", "one letter"]
    assert [e.text for e in page.elements if e.name in {"del", "ins"}] == ["word", "letter"]


def test_long_texts_are_one_with_what_is_left_out_between() -> None:
    before = "".join(f"line {number}\n" for number in range(9))
    page = told(before, before.replace("line 4", "row 4"))
    assert cells(page) == ["\u2026\nline 3\nlinerow 4\nline 5\n\u2026"]


@pytest.mark.parametrize(("before", "after"), [("one\ntwo\n", "one\ntwo"), ("a\n", "a\n\n")])
def test_a_text_that_differs_in_its_ends_of_lines_alone_is_told_so(before: str, after: str) -> None:
    assert cells(told(before, after)) == ["only ends of lines differ"]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [(7, "7", ["7", '"7"']), (True, 1, ["true", "1"]), ("", "x", ["an empty text", "x"])],
)
def test_what_a_value_is_can_be_told(before: JsonValue, after: JsonValue, shown: list[str]) -> None:
    assert cells(told(before, after, "owner")) == shown


def test_what_came_or_went_was_or_is_not_there() -> None:
    owned: JsonObject = {"owner": "ada"}
    changes = (field_changes([{}], owned), field_changes([owned], {}))
    tables = [Page(field_table(each)) for each in changes]
    assert [cells(table) for table in tables] == [["not there", "ada"], ["ada", "not there"]]


def test_the_body_of_a_new_record_comes_first_and_is_not_marked() -> None:
    record: JsonObject = {"owner": {"team": 7}, "content": "one\n\ntwo"}
    page = Page(value_table(field_changes([], record)))
    assert cells(page) == ["one\n\ntwo", '{"team": 7}']
    assert not page.named("ins")


def test_of_a_very_long_text_is_said_how_much_is_left_out() -> None:
    (cell,) = cells(Page(value_table(field_changes([], {"content": "x" * 20_007}))))
    assert cell.endswith("7 characters more")
