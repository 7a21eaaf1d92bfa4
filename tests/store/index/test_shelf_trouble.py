"""Damage is noticed and others are waited for: an answer is right, or the index is made anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from sgm_git.store.index.database import Unusable, connect, with_index
from sgm_git.store.index.shelf import Overtaken, Shelf
from sgm_git.store.query import Filters
from sgm_git.store.window import Window
from tests.store.index.shelf_support import NOW, a_shelf, fact

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_EVERYTHING = Filters()
_ITEMS = [fact("m/a.md", "zebra"), fact("m/b.md", "zebra", aliases=["c"])]

READING: list[Callable[[Shelf], object]] = [
    lambda shelf: shelf.page(_EVERYTHING, Window(), NOW),
    lambda shelf: shelf.page(_EVERYTHING, Window(sort="title"), NOW),
    lambda shelf: shelf.search("zebra", _EVERYTHING, Window(), NOW),
    lambda shelf: shelf.search("-horse", _EVERYTHING, Window(), NOW),
    lambda shelf: shelf.named(["c"]),
    lambda shelf: shelf.item("m/b.md"),
    lambda shelf: list(shelf.each()),
    lambda shelf: shelf.drop(["m/b.md"]),
    lambda shelf: shelf.put([fact("m/b.md")]),
]


@pytest.mark.parametrize("reading", READING)
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE item_texts SET said = '{'",
        "UPDATE item_texts SET said = 'null'",
        "UPDATE item_texts SET said = '[]'",
        "UPDATE item_texts SET said = x'ff00'",
        "UPDATE item_texts SET said = replace(said, '\"unclassified\"', '\"splendid\"')",
        'UPDATE item_texts SET said = replace(said, \'{"id": "m/b.md"\', \'[{"id": "m/b.md"\')',
        "DELETE FROM item_texts",
    ],
)
def test_an_item_that_makes_no_sense_is_never_shown(
    reading: Callable[[Shelf], object], damage: str
) -> None:
    """Whoever meets it makes the index anew."""
    with a_shelf(*_ITEMS) as shelf:
        shelf.connection.execute(damage)
        with pytest.raises(Unusable):
            reading(shelf)


@pytest.mark.parametrize("path", ["m/c.md", b"\xff", 7])
def test_a_path_that_makes_no_sense_is_never_shown(path: object) -> None:
    """It is no text of ours."""
    with a_shelf(*_ITEMS) as shelf:
        shelf.connection.execute("UPDATE items SET path = ? WHERE number = 1", (path,))
        for reading in READING[:3]:
            with pytest.raises(Unusable):
                reading(shelf)


@pytest.mark.parametrize("about", ["{", "[]", b"\xff"])
def test_what_is_kept_about_it_makes_sense_or_is_noticed(about: object) -> None:
    """Else whatever lies there might be believed."""
    with a_shelf(*_ITEMS) as shelf:
        shelf.keep({})
        shelf.connection.execute("UPDATE shelves SET about = ?", (about,))
        with pytest.raises(Unusable):
            _ = Shelf(shelf.connection, "here").about


def test_words_that_are_gone_are_noticed() -> None:
    """A search would find nothing."""
    with a_shelf(*_ITEMS) as shelf:
        shelf.connection.execute("DROP TABLE words_1")
        with pytest.raises(Unusable):
            shelf.search("zebra", _EVERYTHING, Window(), NOW)


def fill(index: sqlite3.Connection) -> None:
    """Put all items on a shelf."""
    shelf = Shelf(index, "here")
    shelf.put(_ITEMS)
    shelf.keep({"version": 1})


def test_a_reader_sees_what_was_there_while_another_writes(tmp_path: Path) -> None:
    """Until the other one is done; then what it wrote."""
    with_index(tmp_path, fill)
    with closing(connect(tmp_path)) as one, closing(connect(tmp_path)) as other:
        writer, reader = Shelf(one, "here"), Shelf(other, "here")
        writer.drop(["m/a.md"])
        writer.put([fact("m/c.md", "horse")])
        assert [each.path for each in reader.each()] == ["m/a.md", "m/b.md"]
        assert reader.search("horse", _EVERYTHING, Window(), NOW).total == 0
        one.commit()
        assert [each.path for each in reader.each()] == ["m/b.md", "m/c.md"]
        assert reader.search("horse", _EVERYTHING, Window(), NOW).total == 1


def test_what_is_held_is_of_one_moment(tmp_path: Path) -> None:
    """Whatever was written since."""
    with_index(tmp_path, fill)
    with closing(connect(tmp_path)) as one, closing(connect(tmp_path)) as other:
        one.execute("PRAGMA busy_timeout = 0")
        reader = Shelf(other, "here")
        reader.hold()
        Shelf(one, "here").clear()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            one.commit()
        assert reader.count() == 2
        other.commit()
        one.commit()
        reader.hold()
        assert (reader.count(), reader.about) == (0, None)


def test_who_was_overtaken_does_not_write_upon_what_another_wrote(tmp_path: Path) -> None:
    """Its changes were to something else."""
    with_index(tmp_path, fill)
    with closing(connect(tmp_path)) as one, closing(connect(tmp_path)) as other:
        first, second = Shelf(one, "here"), Shelf(other, "here")
        first.drop(["m/a.md"])
        first.keep({"version": 2})
        one.commit()
        with pytest.raises(Overtaken):
            second.put([fact("m/c.md")])
        other.rollback()
        assert [each.path for each in second.each()] == ["m/b.md"]


def test_who_begins_sees_what_another_wrote_and_goes_on_from_there(tmp_path: Path) -> None:
    """It waits for the other, and looks again."""
    with_index(tmp_path, fill)
    with closing(connect(tmp_path)) as one, closing(connect(tmp_path)) as other:
        first, second = Shelf(one, "here"), Shelf(other, "here")
        first.keep({"version": 2})
        one.commit()
        assert second.about == {"version": 1}
        second.begin()
        assert second.about == {"version": 2}
        second.put([fact("m/c.md")])
        second.keep({"version": 3})
        other.commit()
        assert Shelf(one, "here").about == {"version": 3}
        assert first.count() == 3


def test_a_shelf_that_nobody_may_write_is_no_answer_but_an_error(tmp_path: Path) -> None:
    """``with_index`` then does its work without the file."""
    with_index(tmp_path, fill)
    with closing(connect(tmp_path)) as one, closing(connect(tmp_path)) as other:
        other.execute("PRAGMA busy_timeout = 0")
        Shelf(one, "here").drop(["m/a.md"])
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Shelf(other, "here").put([fact("m/c.md")])


def test_a_kill_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    """What was not committed never was."""
    with_index(tmp_path, fill)
    with closing(connect(tmp_path)) as one:
        shelf = Shelf(one, "here")
        shelf.drop(["m/a.md"])
        shelf.clear()
    with closing(connect(tmp_path)) as again:
        shelf = Shelf(again, "here")
        assert (shelf.count(), shelf.about) == (2, {"version": 1})
        assert shelf.search("zebra", _EVERYTHING, Window(), NOW).total == 2
