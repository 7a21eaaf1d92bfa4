"""A shelf holds what was put there, whatever came before, and nothing of another's."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record import fields
from sgm_git.record.times import Instant
from sgm_git.record.value import same
from sgm_git.store.index.database import in_memory
from sgm_git.store.index.shelf import Item, Shelf, item_reading
from sgm_git.store.index.shelf_item import item_from, item_text
from sgm_git.store.query import Filters
from sgm_git.store.window import Window
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust
from tests.record.strategies import OBJECTS
from tests.store.index.shelf_support import (
    FEW,
    FILTERS,
    ITEMS,
    NAMES,
    NOW,
    PATHS,
    STORES,
    a_shelf,
    fact,
    is_told,
)
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonObject

_TABLES = ("items", "item_texts", "marks")
_EVERYTHING = Filters()

puts = st.tuples(st.just("put"), st.lists(ITEMS, max_size=5))
drops = st.tuples(st.just("drop"), st.lists(PATHS, max_size=2), st.booleans())
steps = st.lists(puts | drops, max_size=5)


def key(item: Item) -> tuple[str, bool]:
    """What tells an item from all others."""
    return item.path, item.is_reviewed_version


def taken(shelf: Shelf, changes: Iterable[tuple[object, ...]]) -> list[Item]:
    """Do one after the other; give what must be there at last."""
    there: dict[tuple[str, bool], Item] = {}
    for name, what, *flag in changes:
        if name == "put":
            items: list[Item] = what  # type: ignore[assignment]  # puts has them so
            shelf.put(iter(items))
            there |= {key(item): item for item in items}
        else:
            paths: list[str] = what  # type: ignore[assignment]  # drops has them so
            shelf.drop(paths, reviewed=bool(flag[0]))
            there = {at: there[at] for at in there if at not in {(p, flag[0]) for p in paths}}
    return [there[at] for at in sorted(there)]


def held(shelf: Shelf) -> list[Item]:
    """All that is on a shelf."""
    reviewed = shelf.reviewed_versions()
    listed = list(shelf.each())
    here = [each for each in listed if not each.is_reviewed_version]
    assert [each for each in listed if each.is_reviewed_version] == list(filter(is_told, reviewed))
    return sorted([*here, *shelf.unreadable(), *reviewed], key=key)


@given(OBJECTS, st.none() | OBJECTS, ITEMS)
@untraced
def test_an_item_comes_back_as_it_went(told: JsonObject, record: JsonObject, like: Item) -> None:
    """Whatever a record holds: decimals, half characters, any depth."""
    item = Item("p", "m", "b", record, effective=told, told=told, as_of=like.as_of)
    back = item_from("p", item_text(item))
    assert same(back.record, record)
    assert same(dict(back.told), told)
    assert same(dict(back.effective), told)
    assert back.as_of == item.as_of
    assert item_from(like.path, item_text(like)) == like


@FEW
@given(steps)
def test_whatever_came_and_went_what_is_left_is_as_on_a_new_shelf(
    changes: list[tuple[object, ...]],
) -> None:
    """Rows, marks and words: an update is worth a rebuild (DESIGN section 10)."""
    with a_shelf() as shelf:
        expected = taken(shelf, changes)
        assert held(shelf) == expected
        with a_shelf(*expected) as fresh:
            assert shelf.count() == fresh.count()
            assert rows(shelf) == rows(fresh)
            for words in ("git", "-git", "snake_case OR 京", "a*"):
                assert found(shelf, words) == found(fresh, words)


def rows(shelf: Shelf) -> list[int]:
    """How many rows there are of each sort."""
    counts = (f"SELECT count(*) FROM {name}" for name in _TABLES)  # noqa: S608  # our own names
    return [shelf.connection.execute(each).fetchone()[0] for each in counts]


def found(shelf: Shelf, words: str) -> list[tuple[str, float]]:
    """What a search finds, with how well."""
    hits = shelf.search(words, _EVERYTHING, Window(), NOW).items
    return [(hit.item.path, hit.score) for hit in hits]


@FEW
@given(STORES, STORES, FILTERS)
def test_two_shelves_know_nothing_of_each_other(
    one: list[Item], other: list[Item], filters: Filters
) -> None:
    """Not in what they list, nor in how they rank."""
    with closing(in_memory()) as connection, a_shelf(*one) as alone:
        first, second = Shelf(connection, "one"), Shelf(connection, "other")
        first.put(one)
        second.put(other)
        assert held(first) == held(alone)
        assert first.page(filters, Window(), NOW) == alone.page(filters, Window(), NOW)
        assert found(first, "git") == found(alone, "git")
        assert first.named(["a", "b"]) == alone.named(["a", "b"])
        second.clear()
        assert held(second) == []
        assert held(first) == held(alone)


@FEW
@given(STORES, st.sets(NAMES, max_size=2))
def test_items_are_found_by_what_they_say_of_ids(items: list[Item], names: set[str]) -> None:
    """Their own, once or now; and whom they supersede, or are superseded by."""

    def naming(item: Item, kind: str) -> list[str]:
        record = item.record or {}
        if kind != "name":
            return [each.id for each in fields.annotated_references(record, kind)]
        return [*fields.aliases(record), *filter(None, [fields.record_id(record)])]

    def by(kind: str) -> list[Item]:
        return [each for each in held(shelf) if not names.isdisjoint(naming(each, kind))]

    with a_shelf(*items) as shelf:
        assert shelf.named(names) == by("name")
        assert shelf.superseding(names) == by("supersedes")
        assert shelf.superseded_by(names) == by("superseded_by")


@FEW
@given(STORES, PATHS, st.booleans())
def test_what_lies_at_a_path_is_found(items: list[Item], path: str, reviewed: bool) -> None:
    """The record as it is here, or the version that was reviewed."""
    last = {key(item): item for item in items}.get((path, reviewed))
    with a_shelf(*items) as shelf:
        assert shelf.item(path, reviewed=reviewed) == last
        assert shelf.items([path, path], reviewed=reviewed) == ([] if last is None else [last])


def test_what_is_kept_about_it_is_there_the_next_time_until_it_is_cleared() -> None:
    """It is what tells whether the rest is to be believed."""
    with closing(in_memory()) as connection:
        shelf = Shelf(connection, "w\udcff")
        assert shelf.about is None
        shelf.keep({"head": "\ud800", "n": [1]})
        assert Shelf(connection, "w\udcff").about == {"head": "\ud800", "n": [1]}
        assert Shelf(connection, "w").about is None
        shelf.put([fact("m/a.md")])
        shelf.clear()
        assert shelf.about is None
        assert Shelf(connection, "w\udcff").count() == 0
        shelf.put([fact("m/a.md")])
        assert shelf.count() == 1


def test_the_shelf_that_was_kept_the_longest_time_ago_makes_room() -> None:
    """Four are kept; nothing is left of the others."""
    with closing(in_memory()) as connection:
        for place in "abcd":
            shelf = Shelf(connection, place)
            shelf.put([fact(f"m/{place}.md")])
            shelf.keep({})
        Shelf(connection, "a").keep({})
        Shelf(connection, "e").put([fact("m/e.md")])
        places = [place for place in "abcde" if Shelf(connection, place).count()]
        assert places == ["a", "c", "d", "e"]
        assert rows(Shelf(connection, "a"))[:2] == [4, 4]
        names = connection.execute(
            "SELECT count(*) FROM sqlite_master WHERE name LIKE 'words%config'"
        )
        assert names.fetchone() == (4,)


def test_many_items_are_put_at_once() -> None:
    """More than go in one batch; of two at one path the last counts, however far apart."""
    items = [fact(f"m/{number:04}.md", f"word{number % 7}") for number in range(1_100)]
    with a_shelf(*items, fact("m/0000.md", "last")) as shelf:
        assert shelf.count() == 1_100
        assert [each.path for each in shelf.each()] == [each.path for each in items]
        assert found(shelf, "last")[0][0] == "m/0000.md"
        assert len(found(shelf, "word0")) == 157


@pytest.mark.parametrize(
    ("standing", "kind", "trust", "binds"),
    [
        (Standing.IN_FORCE, "rule", Trust.CONSISTENT, True),
        (Standing.IN_FORCE, "rule", Trust.DISPUTED, False),
        (Standing.IN_FORCE, "fact", Trust.CONSISTENT, False),
        (Standing.PROPOSED, "rule", Trust.CONSISTENT, False),
    ],
)
def test_a_rule_in_force_binds_and_nothing_else(
    standing: Standing, kind: str, trust: Trust, binds: bool
) -> None:
    """A reader is told so."""
    item = Item("p", "m", "b", {"type": kind}, standing=standing, trust=trust)
    assert item_reading(item, 0).binds is binds


def test_a_reading_says_all_that_an_item_does_as_of_the_moment() -> None:
    """The clock's part is worked out when it is read."""
    item = Item(
        "p",
        "m",
        "b",
        {"type": "status"},
        standing=Standing.CURRENT,
        word="w",
        as_of=Instant(10),
        stale_after=5,
        review=Review.NEW_HERE,
        wrong=("x",),
        effective={"agent": "a"},
        successors=("s",),
        notes=("n",),
        is_reviewed_version=True,
    )
    fresh, stale = item_reading(item, 12), item_reading(item, 16)
    assert (fresh.standing, fresh.taken.age) == (Standing.CURRENT, 2)
    assert (stale.standing, stale.taken.age) == (Standing.STALE, 6)
    told = (fresh.review, fresh.wrong, fresh.effective, fresh.successors, fresh.notes)
    assert told == (Review.NEW_HERE, ("x",), {"agent": "a"}, ("s",), ("n",))
    assert (fresh.taken.word, fresh.root, fresh.path, fresh.blob) == ("w", "m", "p", "b")
    assert fresh.is_reviewed_version
    with pytest.raises(ValueError, match="because"):
        item_reading(Item("p", "m", "b", None, "because"), 0)


@FEW
@given(STORES)
def test_only_what_can_be_read_is_counted(items: list[Item]) -> None:
    """That is what a list shows."""
    with a_shelf(*items) as shelf:
        assert shelf.count() == sum(map(is_told, held(shelf)))
