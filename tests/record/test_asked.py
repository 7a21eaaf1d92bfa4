"""What is typed to search means what a person expects."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.asked import Asked, Phrase, asked
from sgm_git.record.lexis import words
from sgm_git.record.searched import Searched, indexed

ANY = st.text(st.characters(exclude_categories=[]), max_size=30) | st.text(
    st.sampled_from('ab"-*() \tORANDT'), max_size=20
)


def shown(query: Asked) -> tuple[list[list[str]], list[str]]:
    """What is wanted, and what is not, as short texts."""

    def text(phrase: Phrase) -> str:
        return " ".join(phrase.words) + "*" * phrase.is_prefix

    return [list(map(text, group)) for group in query.wanted], list(map(text, query.unwanted))


@pytest.mark.parametrize(
    ("query", "wanted", "unwanted"),
    [
        ("one two", [["one"], ["two"]], []),
        ("one one", [["one"]], []),
        ('"one two" three', [["one two"], ["three"]], []),
        ("“one two”", [["one two"]], []),
        ('"one two"* thr*', [["one two*"], ["thr*"]], []),
        ("-one two", [["two"]], ["one"]),
        ('-"one two" -thr*', [], ["one two", "thr*"]),
        ("one OR two three", [["one", "two"], ["three"]], []),
        ("one OR two OR three", [["one", "two", "three"]], []),
        ("one AND two", [["one"], ["two"]], []),
        ("one AND OR two", [["one", "two"]], []),
        ("one or two and three", [["one"], ["or"], ["two"], ["and"], ["three"]], []),
        ("OR", [["or"]], []),
        ("AND one OR", [["and"], ["one"], ["or"]], []),
        ("one OR !!! two", [["one", "two"]], []),
        ("one OR -two", [["one"]], ["two"]),
        ("one NOT two", [["one"]], ["two"]),
        ('one NOT "two three" four', [["one"], ["four"]], ["two three"]),
        ("one AND NOT two*", [["one"]], ["two*"]),
        ("one OR NOT two three", [["one", "three"]], ["two"]),
        ("one NOT -two NOT !!! three", [["one"]], ["two", "three"]),
        ("one not two", [["one"], ["not"], ["two"]], []),
        ("NOT one two", [["not"], ["one"], ["two"]], []),
        ("one NOT", [["one"], ["not"]], []),
        ("(one OR two) three", [["one", "two"], ["three"]], []),
        ("(-one) (two*)", [["two*"]], ["one"]),
        ("NEAR(one two)", [["near one"], ["two"]], []),
        ("title:one ^two", [["title one"], ["two"]], []),
        ("snake_case kebab-case", [["snake case"], ["kebab case"]], []),
        ("path/to/fi*", [["path to fi*"]], []),
        ("GitHub v1.2.3", [["github"], ["v1 2 3"]], []),
        ("--since -> - * one*two", [["since"], ["one two"]], []),
        ('one "two', [["one"], ["two"]], []),
        ('5" 7', [["5"], ["7"]], []),
        ('one"two three"four', [["one"], ["two three"], ["four"]], []),
        ("東京 京*", [["東 京"], ["京*"]], []),
        ("🚀", [["🚀"]], []),
        ("don't", [["don t"]], []),
        ("", [], []),
        ('"" () * - … \x00', [], []),
    ],
)
def test_words_ask_for(query: str, wanted: list[list[str]], unwanted: list[str]) -> None:
    """All of it, one of it, none of it."""
    assert shown(asked(query)) == (wanted, unwanted)
    assert asked(query).is_empty is not bool(wanted or unwanted)


@given(ANY)
def test_whatever_is_typed_means_something(query: str) -> None:
    """Only words are asked for, and none that was not typed."""
    found = asked(query)
    told = set(words(query.translate(str.maketrans("“”„‟", '""""'))))
    phrases = (*found.phrases, *found.unwanted)
    assert found.is_empty is not bool(phrases)
    assert all(phrase.words for phrase in phrases)
    assert {word for phrase in phrases for word in phrase.words} <= told
    assert all(found.wanted)


@given(st.lists(st.sampled_from(["ab", "b", "abc"]), max_size=5))
def test_words_that_are_all_asked_for_must_all_occur(typed: list[str]) -> None:
    """In any order; together only in quotes."""
    told = Searched("", ("b", "abc b"), "ab b")
    in_order = any(
        typed == text[at : at + len(typed)]
        for text in (["b"], ["abc", "b"], ["ab", "b"])
        for at in range(len(text))
    )
    assert asked(" ".join(typed)).matches(indexed(told))
    assert not asked(" ".join([*typed, "a"])).matches(indexed(told))
    assert asked(" ".join([*typed, "a*"])).matches(indexed(told))
    assert asked(f'"{" ".join(typed)}"').matches(indexed(told)) is (in_order or not typed)


@pytest.mark.parametrize(
    ("text", "finding", "missing"),
    [
        ("snake_case", ["snake_case", "snake", "case", "sna*"], ["nake", "case_snake"]),
        ("kebab-case", ["kebab-case", "kebab", "Case"], ["kebab-cas"]),
        ("src/path/to/file.py", ["path/to/file.py", "file.py", "to/fi*"], ["path/file.py"]),
        ("CamelCase", ["CamelCase", "camelcase", "camel", "case", "Camel*"], ["amel", "melc"]),
        ("a GitHub hook", ["github hook", '"a github hook"', "git", "GitH*"], ['"git hook"']),
        ("uses github", ["GitHub"], ["hub"]),
        ("v1.2.3", ["v1.2.3", "v1", "1.2.3 OR v1.2"], ["v2"]),
        ("東京都です", ["東京", "京都", "都", "東京都です"], ["京東", "都京"]),
    ],
)
def test_identifiers_are_found_whole_and_by_their_parts(
    text: str, finding: list[str], missing: list[str]
) -> None:
    """And by nothing that is no part of them."""
    told = indexed(Searched("", (), text))
    assert [query for query in finding if not asked(query).matches(told)] == []
    assert [query for query in missing if asked(query).matches(told)] == []


def test_words_of_two_places_do_not_stand_together() -> None:
    """Neither of two notes, nor of two words of several parts."""
    told = indexed(Searched("one", ("two", "three"), "four GitHub LabStuff"))
    for query in ('"one two"', '"two three"', '"three four"', '"hub lab"', '"labstuff git"'):
        assert not asked(query).matches(told), query
