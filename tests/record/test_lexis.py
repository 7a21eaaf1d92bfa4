"""The words of a text are those that a person would search it for."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.lexis import BREAK, inner_words, lexemes, placed_words, words

ANY = st.text(st.characters(exclude_categories=[]), max_size=30)
COMMON = st.text(
    st.characters(codec="utf-8", max_codepoint=0x30FF, exclude_categories=["Mn", "Cf", "Me"]),
    max_size=30,
).map(lambda text: unicodedata.normalize("NFC", text))
HAN = st.text(st.sampled_from("東京都の今日はวันนี้서울특별시"), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("snake_case kebab-case", ["snake", "case", "kebab", "case"]),
        ("path/to/file.py", ["path", "to", "file", "py"]),
        ("v1.2.3 CamelCase", ["v1", "2", "3", "camelcase"]),
        ("Été CAFÉ naïve ἄλφα ёж", ["ete", "cafe", "naive", "αλφα", "еж"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("\ufb01nd \uff26\uff55\uff4c\uff4c \uff11\uff12", ["find", "full", "12"]),
        ("東京 abc都", ["東", "京", "abc", "都"]),
        ("กา ที่", ["ก", "า", "ท", "\u0e35", "\u0e48"]),
        ("हिन्दी", ["हिन्दी"]),
        ("서울", ["서", "울"]),
        ("が", ["が"]),
        ("done🚀now", ["done", "🚀", "now"]),
        ("soft\u00adhyphen zero\u200bwidth bi\u202edi", ["softhyphen", "zero", "width", "bidi"]),
        ("\x00\ud800\ue000\x1b—…", []),
    ],
)
def test_a_text_is_divided_into_words(text: str, expected: list[str]) -> None:
    """Without case and accents; a script without spaces into characters."""
    assert words(text) == expected
    assert [word.text for word in placed_words(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CamelCase and camelCase", [["camel", "case"], ["camel", "case"]]),
        ("HTTPServer GitHub", [["http", "server"], ["git", "hub"]]),
        ("parseHTTPRequest2Fast", [["parse", "http", "request2", "fast"]]),
        ("URLs IDs NASA Word word2 éÉ", []),
    ],
)
def test_a_word_of_several_is_found_by_its_parts(text: str, expected: list[list[str]]) -> None:
    """Where capitals tell them apart."""
    assert [[part.text for part in parts] for parts in inner_words(text)] == expected


@given(ANY)
def test_words_can_be_told_apart_again(text: str) -> None:
    """SQLite divides them at ASCII signs, at nothing else."""
    told = words(text)
    assert lexemes(text).split(" ") == (told or [""])
    for word in told:
        assert word
        assert all(char.isalnum() or not char.isascii() for char in word)
        assert word == word.lower() or not word.isascii()
        assert BREAK not in word
        word.encode()


@given(COMMON)
def test_the_places_of_words_are_those_of_the_words(text: str) -> None:
    """They stand where it says, in their order."""
    placed = placed_words(text)
    assert [word.text for word in placed] == words(text)
    assert all(words(text[word.start : word.end]) for word in placed)
    assert [word.start for word in placed] == sorted(word.start for word in placed)


@given(ANY)
def test_places_lie_within_any_text(text: str) -> None:
    """Also where a mark stands alone, or a character is two."""
    parts = [part for parts in inner_words(text) for part in parts]
    assert all(0 <= word.start < word.end <= len(text) for word in (*placed_words(text), *parts))
    assert all(text[part.start : part.end].lower() == part.text for part in parts)


@given(HAN, st.data())
def test_every_piece_of_a_text_without_spaces_is_words_of_it_in_their_order(
    text: str, data: st.DataObject
) -> None:
    """So it is found, of one character or more."""
    start = data.draw(st.integers(0, len(text) - 1))
    piece = words(text[start : data.draw(st.integers(start + 1, len(text)))])
    told = words(text)
    assert piece in [told[at : at + len(piece)] for at in range(len(told))]


@given(ANY, ANY)
def test_a_space_divides(one: str, other: str) -> None:
    """What is on one side of it says nothing of the other."""
    assert words(f"{one} {other}") == words(one) + words(other)


def test_a_long_word_is_cut_and_takes_no_long_time() -> None:
    """What was encoded in letters is no danger."""
    assert words("a" * 100_000) == ["a" * 8_000]
    assert words("é" * 100_000) == ["e" * 8_000]
    assert len(inner_words("aB" * 50_000)[0]) == 50_001
