"""What a search finds: just what the words ask for, best first, whatever is typed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.errors import CannotRun, UsageError
from sgm_git.record.asked import asked
from sgm_git.record.searched import indexed, searched
from sgm_git.store.index import shelf_words
from sgm_git.store.index.shelf import Hit, Item, Shelf, item_reading
from sgm_git.store.query import Filters, matching
from sgm_git.store.window import Window
from sgm_git.witness.reading import Standing
from tests.store.index.shelf_support import FEW, FILTERS, NOW, STORES, TEXTS, a_shelf, fact
from tests.support import untraced

_EVERYTHING = Filters()
queries = TEXTS | st.text(st.characters(codec=None), max_size=12) | TEXTS.map('"{}"'.format)


def found(shelf: Shelf, words: str, filters: Filters = _EVERYTHING) -> list[str]:
    """The paths of what is found."""
    return [hit.item.path for hit in shelf.search(words, filters, Window(), NOW).items]


def place(item: Item) -> tuple[str, bool]:
    """What tells an item from all others."""
    return item.path, item.is_reviewed_version


def texts_of(item: Item) -> tuple[str, ...]:
    """The words of an item."""
    return indexed(searched(item.record or {}, item.effective.get("agent")))


@given(STORES, queries, FILTERS)
@untraced
def test_it_finds_what_a_slow_look_at_every_record_finds(
    items: list[Item], words: str, filters: Filters
) -> None:
    """With every filter; what asks for nothing is refused."""
    wanted = asked(words)
    with a_shelf(*items) as shelf:
        if wanted.is_empty:
            with pytest.raises(UsageError, match="nothing"):
                shelf.search(words, filters, Window(), NOW)
            return
        for chosen in (_EVERYTHING, filters):
            expected = [
                place(each)
                for each in shelf.each()
                if wanted.matches(texts_of(each)) and matching(item_reading(each, NOW), chosen, NOW)
            ]
            page = shelf.search(words, chosen, Window(), NOW)
            assert sorted(place(hit.item) for hit in page.items) == expected
            assert page.total == len(expected)


@FEW
@given(STORES, st.sampled_from(["git", "-nothing", "git* OR 京"]), st.integers(1, 3))
def test_pages_visit_every_hit_once_best_first(items: list[Item], words: str, limit: int) -> None:
    """Of those that are as good by path."""
    with a_shelf(*items) as shelf:
        whole = shelf.search(words, _EVERYTHING, Window(), NOW)
        assert whole.next is None
        places = [(-hit.score, *place(hit.item)) for hit in whole.items]
        assert places == sorted(places)
        visited: list[Hit] = []
        window = Window(limit)
        for _ in range(whole.total + 1):
            page = shelf.search(words, _EVERYTHING, window, NOW)
            visited += page.items
            if page.next is None:
                break
            window = Window(limit, page.next)
        assert tuple(visited) == whole.items


def test_a_title_counts_more_than_an_annotation_and_that_more_than_the_text() -> None:
    """Among records of the same length."""
    items = [
        fact("m/a.md", "x", content="zebra"),
        fact("m/b.md", "x", content="y", annotations=[{"kind": "zebra"}]),
        fact("m/c.md", "zebra", content="y"),
        *(fact(f"m/{number}.md", "x", content="y") for number in range(20)),
    ]
    with a_shelf(*items) as shelf:
        assert found(shelf, "zebra") == ["m/c.md", "m/b.md", "m/a.md"]


def test_every_place_of_a_record_is_searched() -> None:
    """Title, text, ids, agent, scope and annotations of any shape."""
    item = Item(
        "m/a.md",
        "m",
        "b",
        {
            "id": "one",
            "aliases": ["two"],
            "title": "three",
            "content": "four",
            "scope": {"five": "six"},
            "annotations": [{"kind": "seven", "value": {"eight": ["nine", 10, None]}}],
            "provenance": {"agent": "somebody"},
        },
        effective={"agent": "eleven"},
    )
    with a_shelf(item) as shelf:
        told = "one two three four five six seven eight nine 10 eleven"
        assert [word for word in told.split() if not found(shelf, word)] == []
        assert found(shelf, "somebody") == []
        assert found(shelf, '"seven eight"') == []


def test_the_reviewed_version_of_what_was_changed_is_found_too() -> None:
    """By its own words, if it binds; what cannot be read has none."""
    reviewed = Item("m/b.md", "m", "b", {"title": "zebra"}, is_reviewed_version=True)
    items = [
        Item("m/a.md", "m", "b", None, "zebra"),
        replace(reviewed, standing=Standing.IN_FORCE),
        Item("m/b.md", "m", "b", {"title": "horse"}),
    ]
    with a_shelf(*items) as shelf:
        (hit,) = shelf.search("zebra", _EVERYTHING, Window(), NOW).items
        assert place(hit.item) == ("m/b.md", True)
        (hit,) = shelf.search("-zebra", _EVERYTHING, Window(), NOW).items
        assert place(hit.item) == ("m/b.md", False)


@pytest.mark.parametrize("words", ["rule-pump", "RULE-Pump", '"rule-pump"', "old-pump"])
def test_whose_very_id_is_asked_for_comes_first(words: str) -> None:
    """In any case, be it the id that it had once; whoever else speaks of it."""
    named = fact("m/z.md", "x", id="rule-pump", aliases=["old-pump"], content="y " * 300)
    others = [
        fact(f"m/{number}.md", "rule-pump", content="old-pump rule-pump") for number in range(3)
    ]
    with a_shelf(*others, named) as shelf:
        assert found(shelf, words)[0] == "m/z.md"
        assert len(found(shelf, words)) == 4
        page = shelf.search(words, _EVERYTHING, Window(1), NOW)
        rest = shelf.search(words, _EVERYTHING, Window(9, page.next), NOW)
        assert [hit.item.path for hit in rest.items] == ["m/0.md", "m/1.md", "m/2.md"]


def test_what_no_longer_holds_comes_behind_what_fits_nearly_as_well() -> None:
    """But before what hardly fits."""
    more = [fact(f"m/x{number}.md", "y") for number in range(20)]
    past = replace(fact("m/a.md", "zebra"), standing=Standing.HISTORY)
    near = fact("m/b.md", "zebra")
    far = fact("m/c.md", "x", content=f"zebra {'y ' * 200}")
    with a_shelf(*more, past, far, near) as shelf:
        assert found(shelf, "zebra") == ["m/b.md", "m/a.md", "m/c.md"]


@pytest.mark.parametrize(
    "words",
    [
        *('"', '"zebra', "zebra*", "*", "zebra*zebra", "title:zebra", "{title}:zebra", "^zebra"),
        *("NEAR(zebra zebra, 5)", "zebra AND", "OR zebra", "NOT zebra", "-", "- zebra", "--zebra"),
        *("(zebra", ")", "((((", "zebra + zebra", "zebra\x00", "'; DROP TABLE items; --", "🚀"),
        *("-zebra", "zebra -zebra", "\ud800", "zebra " * 2_000, "a b c " * 1_700, "x" * 10_000),
        *("(" * 10_000, '"' * 9_999, "zebra OR " * 1_100, "-zebra " * 1_400, "q*" * 5_000),
        " ".join(f"w{number}" for number in range(2_000)),
        " OR ".join(f"w{number}*" for number in range(1_200)),
        '"' + " ".join(f"w{number}" for number in range(2_000)),
    ],
)
def test_whatever_is_typed_is_words_or_a_question_for_nothing(words: str) -> None:
    """Nothing of it is a command to the index."""
    with a_shelf(fact("m/a.md", "zebra")) as shelf:
        if asked(words).is_empty:
            with pytest.raises(UsageError, match="nothing"):
                found(shelf, words)
        else:
            matches = asked(words).matches(texts_of(fact("m/a.md", "zebra")))
            assert found(shelf, words) == (["m/a.md"] if matches else [])


@pytest.mark.parametrize("words", ["", " ", "!?", '""', "*", "-", "…"])
def test_a_question_for_nothing_is_refused(words: str) -> None:
    """With what to do."""
    with a_shelf(fact("m/a.md")) as shelf, pytest.raises(UsageError, match="nothing") as caught:
        found(shelf, words)
    assert caught.value.hint


@pytest.mark.parametrize(
    "cursor", ["x", "WyJwYXRoIixmYWxzZSxudWxsLCI2MSJd", "WyJzY29yZSIsZmFsc2UsTmFOLCI2MSJd"]
)
def test_a_cursor_of_something_else_is_refused(cursor: str) -> None:
    """One of a list is none of a search; and no score is NaN."""
    with a_shelf(fact("m/a.md", "a")) as shelf, pytest.raises(UsageError, match="cursor"):
        shelf.search("a", _EVERYTHING, Window(cursor=cursor), NOW)


def test_on_no_shelf_nothing_is_found() -> None:
    """A store without records is none that cannot be searched."""
    with a_shelf() as shelf:
        shelf.clear()
        assert found(shelf, "a") == []
        assert shelf.search("a", _EVERYTHING, Window(), NOW).total == 0


def test_without_full_text_in_sqlite_all_but_a_search_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And where it comes to be there, the shelf is one that must be filled."""
    monkeypatch.setattr(shelf_words, "MODULE", "none")
    with a_shelf(fact("m/a.md", "zebra")) as shelf:
        shelf.keep({})
        shelf.put([fact("m/a.md", "horse"), fact("m/b.md")])
        shelf.drop(["m/b.md"])
        assert shelf.count() == 1
        with pytest.raises(CannotRun, match="FTS5"):
            found(shelf, "horse")
        shelf.clear()
        with pytest.raises(CannotRun, match="FTS5"):
            found(shelf, "horse")
        shelf.keep({})
        monkeypatch.undo()
        again = Shelf(shelf.connection, "here")
        assert again.about is None
        again.put([fact("m/a.md", "horse")])
        assert found(again, "horse") == ["m/a.md"]
