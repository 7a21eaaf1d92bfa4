from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.names import folded, path_component, slug

_WINDOWS = {"con", "prn", "aux", "nul", "com1", "lpt9"}


@given(st.text(max_size=300))
def test_any_text_becomes_one_safe_component(text: str) -> None:
    name = path_component(text, ".md")
    assert len(name.encode()) <= 255
    assert not set(name) & set('/\\:*?"<>|\0\n')
    assert name[0] not in ".- "
    assert name.removesuffix(".md")[-1] not in ". "
    assert name.split(".")[0].casefold() not in _WINDOWS | {"index", "log"}
    assert unicodedata.normalize("NFC", name) == name


@given(st.text(max_size=300))
def test_a_safe_component_stays_as_it_is(text: str) -> None:
    name = path_component(text)
    assert path_component(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("dec-keep-datastore", "dec-keep-datastore.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("..", "untitled.md"),
        ("-rf", "rf.md"),
        (".hidden", "hidden.md"),
        ("CON", "CON-record.md"),
        ("aux.c", "aux-record.c.md"),
        ("index", "index-record.md"),
        ("a:b", "a-b.md"),
        ("e\u0301", "\u00e9.md"),
        ("", "untitled.md"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert path_component(text, ".md") == name


def test_a_long_name_is_cut_by_bytes_on_a_character_border() -> None:
    assert path_component("한" * 100, ".md") == "한" * 82 + ".md"
    assert path_component("한" * 100) == "한" * 85


def test_a_cut_never_parts_a_character_from_its_marks() -> None:
    marked = "x" * 246 + "q\u0323\u0307" * 3
    assert path_component(marked, ".md") == "x" * 246 + ".md"


@pytest.mark.parametrize("text", ["\u0301" * 300, "a" + "\u0301" * 300, "\u0e31" * 200])
def test_a_name_of_marks_alone_is_still_a_name(text: str) -> None:
    name = path_component(text, ".md")
    assert len(name.encode()) <= 255
    assert len(name) > 50


def test_no_name_holds_what_nobody_sees() -> None:
    assert path_component("a\u202eb\u200b\U000e0041c\u00ad", ".md") == "abc.md"
    assert path_component("\u200b", ".md") == "untitled.md"
    assert path_component("e\u200d\u0301", ".md") == "\u00e9.md"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("decision Keep the current datastore", "decision-keep-the-current-datastore"),
        ("rule 12. Use `git push` - never --force!", "rule-12-use-git-push-never-force"),
        ("fact Größe über alles", "fact-grösse-über-alles"),
        ("  ", ""),
    ],
)
def test_slugs_are_readable(text: str, wanted: str) -> None:
    assert slug(text) == wanted


def test_a_long_slug_is_cut_between_words() -> None:
    text = slug("word " * 40)
    assert len(text) <= 60
    assert text.endswith("-word")


@pytest.mark.parametrize(
    ("one", "other"), [("Dec-Keep", "dec-keep"), ("é", "e\u0301"), ("ﬁ", "fi")]
)
def test_names_that_a_file_system_may_take_for_one_fold_alike(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_a_long_word_is_cut_and_not_left_out() -> None:
    assert slug("fact " + "한" * 100) == "fact-" + "한" * 55
