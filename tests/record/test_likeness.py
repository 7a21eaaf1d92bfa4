"""Records are alike by the words that they share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.likeness import Words, likeness


def words(title: str, content: str = "") -> Words:
    return Words.of({"title": title, "content": content})


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        (words("Never force push"), words("never FORCE-PUSH"), 0.6, 0.6),
        (words("Never force push", "To main."), words("Never force push", "main!"), 1.0, 1.0),
        (words("Never force push to main"), words("Do not force push"), 0.1, 0.4),
        (words("Keep the datastore"), words("Never force push"), 0.0, 0.0),
        (words(""), words(""), 0.0, 0.0),
        (words("データを保存する"), words("データを消す"), 0.2, 0.6),
        (words("", "Never push\nmore"), words("Never push"), 0.6, 1.0),
    ],
)
def test_the_more_words_the_more_alike(one: Words, other: Words, least: float, most: float) -> None:
    assert least <= likeness(one, other).score <= most


def test_the_shared_words_are_said_those_of_titles_first() -> None:
    told = likeness(words("Force push", "on main"), words("Push by force", "main branch"))
    assert told.shared == ("force", "push", "main")


@given(st.builds(words, st.text(), st.text()), st.builds(words, st.text(), st.text()))
def test_it_is_between_nothing_and_one_and_the_same_both_ways(one: Words, other: Words) -> None:
    assert likeness(one, other) == likeness(other, one)
    assert (
        0 <= likeness(one, other).score <= likeness(one, one).score <= 1 or one.title == frozenset()
    )
