"""Filters at their bounds, where one more or less is another answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.store.index.shelf import Item, item_reading
from sgm_git.store.query import Filters, matching
from sgm_git.store.window import Window
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.standing import LEEWAY
from tests.store.index.shelf_support import NOW, a_shelf

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

_TIME = "1970-01-01T00:16:40{}Z".format


def noted(*pairs: tuple[str, JsonValue]) -> Item:
    """An item with some annotations."""
    notes: list[JsonValue] = [{"kind": kind, "value": value} for kind, value in pairs]
    record: JsonObject = {"type": "fact", "annotations": notes}
    return Item("m/a.md", "m", "b", record)


def scoped(scope: JsonObject) -> Item:
    """An item of a scope."""
    return Item("m/a.md", "m", "b", {"scope": scope})


def made(created: str) -> Item:
    """An item that was made at a time."""
    return Item("m/a.md", "m", "b", {}, effective={"created_at": created})


def status(as_of: int | None, stale_after: int | None) -> Item:
    """A status that speaks of a second."""
    moment = None if as_of is None else Instant(as_of)
    standing = Standing.CURRENT
    return Item("m/a.md", "m", "b", {}, standing=standing, as_of=moment, stale_after=stale_after)


@pytest.mark.parametrize(
    ("item", "filters", "passes"),
    [
        (noted(("review_by", _TIME(""))), Filters(is_due=True), True),
        (noted(("review_by", _TIME(".0001"))), Filters(is_due=True), False),
        (
            noted(("review_by", "9999-01-01"), ("review_by", "1970-01-01")),
            Filters(is_due=True),
            True,
        ),
        (made(_TIME(".50")), Filters(since=parse_rfc3339(_TIME(".5"))), True),
        (made(_TIME(".5")), Filters(since=parse_rfc3339(_TIME(".500"))), True),
        (made(_TIME(".5")), Filters(since=parse_rfc3339(_TIME(".5001"))), False),
        (made(_TIME(".5")), Filters(until=parse_rfc3339(_TIME(".50"))), False),
        (made(_TIME(".5")), Filters(until=parse_rfc3339(_TIME(".500001"))), True),
        (made("0000-01-01T00:00:00+23:59"), Filters(until=Instant(0)), True),
        (made("9999-12-31T23:59:60Z"), Filters(since=Instant(NOW)), True),
        (made("then"), Filters(until=Instant(NOW)), False),
        (status(NOW - 5, 5), Filters(is_stale=True), False),
        (status(NOW - 6, 5), Filters(is_stale=True), True),
        (status(NOW + LEEWAY, 5), Filters(is_stale=True), False),
        (status(NOW + LEEWAY + 1, 5), Filters(is_stale=True), True),
        (status(0, None), Filters(is_stale=True), False),
        (status(None, None), Filters(is_stale=True), True),
        (status(None, None), Filters(standings=frozenset([Standing.CURRENT])), False),
        (noted(("status", "a")), Filters(kinds=(("status", "a"),)), True),
        (noted(("status", "a")), Filters(kinds=(("status", "b"),)), False),
        (noted(("status", "a")), Filters(kinds=(("status", None),)), True),
        (noted(("state", 1)), Filters(kinds=(("state", "1"),)), True),
        (noted(("state", 1)), Filters(kinds=(("state", "1.0"),)), False),
        (noted(("state", "1")), Filters(kinds=(("state", "1"),)), True),
        (noted(("state", "1")), Filters(kinds=(("state", '"1"'),)), True),
        (noted(("state", 1)), Filters(kinds=(("state", '"1"'),)), False),
        (noted(("state", 0.5)), Filters(kinds=(("state", "0.50"),)), True),
        (noted(("state", True)), Filters(kinds=(("state", "true"),)), True),
        (noted(("state", True)), Filters(kinds=(("state", "1"),)), False),
        (
            noted(("state", {"a": 1, "b": [2]})),
            Filters(kinds=(("state", '{"b":[2], "a": 1}'),)),
            True,
        ),
        (noted(("state", {"a": 1})), Filters(kinds=(("state", '{"a": 1.0}'),)), False),
        (scoped({"n": 5}), Filters(scope=(("n", "5"),)), True),
        (scoped({"n": None}), Filters(scope=(("n", "null"),)), True),
        (scoped({"m": 5}), Filters(scope=(("n", "null"),)), False),
        (noted(("state", 1)), Filters(kinds=(("state", None),)), True),
    ],
)
def test_a_filter_keeps_its_bounds(item: Item, filters: Filters, passes: bool) -> None:
    """In the index, and in what says what filters mean."""
    assert matching(item_reading(item, NOW), filters, NOW) is passes
    with a_shelf(item) as shelf:
        assert shelf.page(filters, Window(), NOW).total == passes


def test_marks_of_what_was_replaced_at_once_are_gone() -> None:
    """Be it that they were not written yet."""
    items = [Item(f"m/{number}.md", "m", "b", {"type": f"t{number}"}) for number in range(600)]
    again = [Item("m/0.md", "m", "b", {"type": "other"})]
    with a_shelf(*items, *again) as shelf:
        rows = shelf.connection.execute("SELECT count(*) FROM marks").fetchone()
        assert rows == (600,)


def test_what_is_here_can_be_asked_for_alone() -> None:
    """Else reviewed versions are told that bind, and where it is asked for what is gone."""
    here = Item("m/a.md", "m", "b", {"title": "zebra"})
    binding = replace(here, is_reviewed_version=True, standing=Standing.IN_FORCE)
    other = replace(here, path="m/b.md", is_reviewed_version=True, review=Review.REVIEWED)
    gone = replace(other, path="m/c.md", review=Review.REMOVED_HERE)
    removed = frozenset({Review.REMOVED_HERE})
    with a_shelf(here, binding, other, gone) as shelf:
        for filters, expected in (
            (Filters(is_here=True), 1),
            (Filters(), 2),
            (Filters(reviews=removed), 1),
            (Filters(reviews=removed, is_here=True), 0),
        ):
            assert shelf.page(filters, Window(), NOW).total == expected
            assert shelf.search("zebra", filters, Window(), NOW).total == expected
            assert shelf.newest([(filters, 5)], NOW)[0].total == expected


def test_what_cannot_be_read_has_no_weight_in_a_search() -> None:
    """The words of what is not listed make no word of a list more common."""
    here = Item("m/a.md", "m", "b", {"title": "zebra horse"})
    other = Item("m/b.md", "m", "b", None, "zebra")
    with a_shelf(here) as alone, a_shelf(here, other) as shelf:
        pages = [each.search("zebra", Filters(), Window(), NOW) for each in (alone, shelf)]
        assert pages[0] == pages[1]
