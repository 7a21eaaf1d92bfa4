"""What is shown of a record that was found: the best place, with what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.asked import asked
from sgm_git.record.searched import Searched, indexed
from sgm_git.record.snippet import Snippet, snippet
from tests.store.index.shelf_support import TEXTS

FILLING = "lorem ipsum dolor sit amet " * 20
texts = st.builds(Searched, TEXTS, st.lists(TEXTS, max_size=2).map(tuple), TEXTS)
long_texts = st.builds(Searched, TEXTS, st.just(()), st.lists(TEXTS, max_size=40).map("\n".join))


def marked(found: Snippet) -> list[str]:
    """The pieces that are marked."""
    return [found.text[start:end] for start, end in found.marks]


@pytest.mark.parametrize(
    ("query", "expected", "pieces"),
    [
        ("zebra", "the ZÉBRA and snake_case", ["ZÉBRA"]),
        ("snake_case", "the ZÉBRA and snake_case", ["snake_case"]),
        ("ze* OR sna*", "the ZÉBRA and snake_case", ["ZÉBRA", "snake"]),
        ('"zebra and" and', "the ZÉBRA and snake_case", ["ZÉBRA and"]),
        ("note", "a note", ["note"]),
        ("hub", "a title with GitHub", ["Hub"]),
        ("github", "a title with GitHub", ["GitHub"]),
        ("-zzz", "the ZÉBRA and snake_case", []),
        ("zzz", "the ZÉBRA and snake_case", []),
    ],
)
def test_the_text_comes_first_then_notes_then_the_title(
    query: str, expected: str, pieces: list[str]
) -> None:
    """Whole where it is short, as it stands there, but in one line."""
    told = Searched("a title with GitHub", ("a note",), "the ZÉBRA \n\tand snake_case\n")
    found = snippet(told, asked(query))
    assert (found.text, marked(found)) == (expected, pieces)


def test_of_a_long_text_the_place_with_most_of_the_words_is_shown() -> None:
    """Whole words, and some of what stands before."""
    body = f"one {FILLING}\n\none two\n{FILLING} two two {FILLING}"
    found = snippet(Searched("", (), body), asked("one two"))
    assert marked(found) == ["one", "two"]
    assert len(found.text) <= 160
    assert set(found.text.split()) <= set(body.split())
    assert not found.text.startswith("one")


def test_of_a_text_without_spaces_a_piece_is_shown() -> None:
    """There are no words to be kept whole."""
    body = "東" * 400 + "京都" + "東" * 400
    found = snippet(Searched("", (), body), asked("京都"))
    assert marked(found) == ["京都"]
    assert 100 < len(found.text) <= 160


def test_where_nothing_was_looked_for_the_beginning_is_shown() -> None:
    """Such as where only what is unwanted was given; of a record without text its title."""
    assert snippet(Searched("t", (), f" {FILLING}"), asked("-x")).text.startswith("lorem ipsum")
    assert snippet(Searched("t", ("n",), ""), asked("-x")) == Snippet("t")
    assert snippet(Searched("", (), ""), asked("x")) == Snippet("")


@given(texts | long_texts, TEXTS)
def test_a_snippet_is_short_and_its_marks_are_what_was_found(told: Searched, query: str) -> None:
    """Whatever the text, whatever was typed."""
    wanted = asked(query)
    found = snippet(told, wanted)
    assert found == snippet(told, wanted)
    assert len(found.text) <= 160
    assert "\n" not in found.text
    places = [place for mark in found.marks for place in mark]
    assert places == sorted(places)
    assert all(0 <= place <= len(found.text) for place in places)
    assert all(piece.strip() == piece for piece in marked(found))
    assert all(marked(found))


@given(texts, TEXTS)
def test_where_words_are_found_something_is_marked(told: Searched, query: str) -> None:
    """In a short text, where all of it is shown."""
    wanted = asked(query)
    if wanted.wanted and wanted.matches(indexed(told)):
        assert snippet(told, wanted).marks
