"""What a list shows: what passes the filters, in order, every item once whatever the pages."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.errors import UsageError
from sgm_git.record import fields
from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.record.value import JsonValue, dumps
from sgm_git.store.index.shelf import SORTS, Item, item_reading
from sgm_git.store.query import Filters, matching
from sgm_git.store.window import Page, Window
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust
from tests.store.index.shelf_support import (
    FEW,
    FILTERS,
    NOW,
    STORES,
    a_shelf,
    fact,
    is_told,
    parts_of,
)

_EVERYTHING = Filters()
_RANKS: dict[str, list[str]] = {
    "standing": [*Standing],
    "review": [*Review],
    "trust": [*Trust],
}
sorts = st.sampled_from(SORTS)


def readable(items: list[Item]) -> list[Item]:
    """What can be read of what was put, by path."""
    last = {(each.path, each.is_reviewed_version): each for each in items}
    return sorted((each for each in last.values() if each.record is not None), key=place)


def shown(items: list[Item]) -> list[Item]:
    """What a list of everything shows of it."""
    return list(filter(is_told, readable(items)))


def place(item: Item) -> tuple[str, bool]:
    """What tells an item from all others; a reviewed version comes behind what became of it."""
    return item.path, item.is_reviewed_version


@FEW
@given(STORES, FILTERS)
def test_filters_mean_in_the_index_what_they_mean_anywhere(
    items: list[Item], filters: Filters
) -> None:
    """``matching`` says what they mean."""
    with a_shelf(*items) as shelf:
        for chosen in parts_of(filters):
            readings = [(each, item_reading(each, NOW)) for each in readable(items)]
            expected = [each for each, told in readings if matching(told, chosen, NOW)]
            assert shelf.page(chosen, Window(), NOW) == Page(tuple(expected), None, len(expected))
        assert list(shelf.each(filters, NOW)) == list(shelf.page(filters, Window(), NOW).items)


def value_of(item: Item, sort: str) -> JsonValue:
    """What an item is sorted by, as a list shows it."""
    reading = item_reading(item, NOW)
    if sort in {"agent", "created_at", "modified_at"}:
        return item.effective.get(sort)
    if sort == "status":
        words = fields.statuses(reading.record) or fields.annotation_values(reading.record, "state")
        return words[0] if len(words) == 1 else list(words) or None
    return {"path": item.path, "type": reading.type}.get(sort, reading.record.get(sort))


def order_of(item: Item, sort: str) -> tuple[Instant, int, str]:
    """Where it comes, by time, by rank, or by text."""
    reading = item_reading(item, NOW)
    if sort in _RANKS:
        return Instant(0), _RANKS[sort].index(getattr(reading, sort)), ""
    value = value_of(item, sort)
    text = value if isinstance(value, str) else dumps(value)
    moment = parse_rfc3339(text) if sort.endswith("_at") else None
    return moment or Instant(0), 0, text


def in_order(items: list[Item], sort: str, *, reverse: bool) -> list[Item]:
    """What Python makes of it: by path where they are alike, last what has none of it."""
    if sort == "path":
        return sorted(items, key=place, reverse=reverse)
    having = [each for each in items if sort in _RANKS or value_of(each, sort) is not None]
    rest = [each for each in items if each not in having]
    return sorted(having, key=lambda each: order_of(each, sort), reverse=reverse) + rest


@FEW
@given(STORES, sorts, st.booleans(), st.integers(1, 4))
def test_the_pages_of_every_order_visit_each_item_once(
    items: list[Item], sort: str, reverse: bool, limit: int
) -> None:
    """As Python sorts them, whatever they hold."""
    expected = in_order(shown(items), sort, reverse=reverse)
    with a_shelf(*items) as shelf:
        whole = shelf.page(_EVERYTHING, Window(sort=sort, reverse=reverse), NOW)
        assert list(whole.items) == expected
        visited: list[Item] = []
        cursor: str | None = None
        for _ in range(len(expected) + 1):
            page = shelf.page(_EVERYTHING, Window(limit, cursor, sort, reverse), NOW)
            assert page.total == len(expected)
            visited += page.items
            cursor = page.next
            if cursor is None:
                break
        assert visited == expected
        assert cursor is None


@FEW
@given(STORES, sorts, st.booleans(), st.data())
def test_what_comes_and_goes_between_pages_hides_nothing_else(
    items: list[Item], sort: str, reverse: bool, data: st.DataObject
) -> None:
    """A cursor is a place between items, be the one that it was taken from gone."""
    before = in_order(shown(items), sort, reverse=reverse)
    with a_shelf(*items) as shelf:
        first = shelf.page(_EVERYTHING, Window(2, None, sort, reverse), NOW)
        if first.next is None:
            return
        gone = data.draw(st.sets(st.sampled_from([*map(place, before)])))
        for is_reviewed in (False, True):
            paths = [path for path, which in gone if which is is_reviewed]
            shelf.drop(paths, reviewed=is_reviewed)
        rest = shelf.page(_EVERYTHING, Window(None, first.next, sort, reverse), NOW)
        assert list(rest.items) == [each for each in before[2:] if place(each) not in gone]


def test_an_order_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    """A typing error is no empty list."""
    with a_shelf() as shelf, pytest.raises(UsageError, match="'colour'") as caught:
        shelf.page(_EVERYTHING, Window(sort="colour"), NOW)
    assert "modified_at" in (caught.value.hint or "")


@pytest.mark.parametrize("limit", [0, -1])
def test_a_page_without_items_is_refused(limit: int) -> None:
    """Nobody would get anywhere with such pages."""
    with a_shelf() as shelf, pytest.raises(UsageError, match="holds nothing"):
        shelf.page(_EVERYTHING, Window(limit=limit), NOW)


def forged(text: str) -> str:
    """A cursor as one may be made by hand."""
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        *("", "x", "é", "%%%", "a" * 5000, forged("1"), forged("[]"), forged("[[[[")),
        forged('["title",false,1,"a",false]'),
        forged('["title",false,true,"a",false]'),
        forged('["title",false,"\u0101","a",false]'),
        forged('["title",false,"a","\\ud800",false]'),
        forged('["title",false,"a",61,false]'),
        forged('["title",false,{"a":1},"a",false]'),
        forged('["title",true,"a","a",false]'),
        forged('["title",false,"a","a"]'),
        forged('["path",false,null,"a",false]'),
        forged("[" * 100_000),
    ],
)
def test_a_cursor_that_is_none_of_this_order_is_refused(cursor: str) -> None:
    """It says what to do, and nothing of it reaches the index."""
    with a_shelf(fact("m/a.md", "a")) as shelf, pytest.raises(UsageError, match="cursor"):
        shelf.page(_EVERYTHING, Window(cursor=cursor, sort="title"), NOW)


def test_a_cursor_that_is_well_made_is_taken() -> None:
    """By whomever it was made: those above differ from it in what is wrong with them."""
    cursor = forged('["title",false,"a","m/a.md",true]')
    with a_shelf(fact("m/a.md", "a"), fact("m/b.md", "a")) as shelf:
        page = shelf.page(_EVERYTHING, Window(cursor=cursor, sort="title"), NOW)
        assert [each.path for each in page.items] == ["m/b.md"]


def test_a_cursor_is_hardly_longer_than_what_it_tells() -> None:
    """It goes on a command line."""
    items = [fact(f"memory/decision/decision-{number}-keep-it.md") for number in range(2)]
    with a_shelf(*items) as shelf:
        cursor = shelf.page(_EVERYTHING, Window(1), NOW).next
    assert len(cursor or "") < 100


@pytest.mark.parametrize("key", ["9e999", "NaN", "null", '"a"', "-1", "1000000000000000000000"])
def test_a_cursor_of_a_rank_holds_one(key: str) -> None:
    """No number is too large for the index to be asked about."""
    cursor = forged(f'["trust",false,{key},"a",false]')
    with a_shelf(fact("m/a.md")) as shelf, pytest.raises(UsageError, match="cursor"):
        shelf.page(_EVERYTHING, Window(cursor=cursor, sort="trust"), NOW)


def test_titles_of_any_length_have_short_cursors() -> None:
    """One goes on a command line."""
    items = [fact(f"m/{name}.md", "t" * 100_000 + name) for name in "cab"]
    with a_shelf(*items) as shelf:
        first = shelf.page(_EVERYTHING, Window(2, sort="title"), NOW)
        assert len(first.next or "") < 2_000
        rest = shelf.page(_EVERYTHING, Window(2, first.next, sort="title"), NOW)
        assert {each.path for each in (*first.items, *rest.items)} == {each.path for each in items}
