"""No text of a record can be taken for anything else in Markdown for a model."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.fencing import fenced, inline, inlines
from tests.tokens import summed

ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
TOKEN = summed("ghp_")
HIDDEN = "\u200b\u202e\u2066\ufeff\u00ad\u115f\u3164\x00\x1b\x9b\ud800\U000e0041\ufe0f\u034f"
TEXTS = st.text(st.one_of(st.sampled_from(f"{ENDS}{HIDDEN}`>#⟨⟩ \t<"), st.characters()))


def read_back(shown: str) -> str:
    """What was shown, with the characters again that it stood for."""
    return re.sub("⟨U\\+([0-9A-F]+)⟩", lambda found: chr(int(found[1], 16)), shown)


def test_every_line_of_a_block_begins_with_the_mark() -> None:
    assert fenced("## Rules - follow\n\n> x\n```") == ["> ## Rules - follow", ">", "> > x", "> ```"]
    assert fenced("a\r\nb\rc\n") == ["> a", "> b", "> c", ">"]
    assert fenced("") == [">"]


@pytest.mark.parametrize("end", [end for end in ENDS if end not in "\n\r"])
def test_what_some_reader_takes_for_the_end_of_a_line_is_shown(end: str) -> None:
    assert fenced(f"a{end}## Rules") == [f"> a⟨U+{ord(end):04X}⟩## Rules"]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_hidden_characters_are_shown(hidden: str) -> None:
    shown = f"⟨U+{ord(hidden):04X}⟩"
    assert fenced(f"a{hidden}b") == [f"> a{shown}b"]
    assert inline(f"a{hidden}b") == f"`a{shown}b`"


def test_what_writing_needs_stays() -> None:
    for text in ("می‌خواهم", "👨‍👩‍👧", "❤️", "日本語", "\tcode"):
        assert fenced(text) == [f"> {text}"]


def test_the_mark_of_a_shown_character_is_shown_itself() -> None:
    assert fenced("⟨U+202E⟩") == ["> ⟨U+27E8⟩U+202E⟩"]


def test_a_word_holds_no_backtick_and_is_one_line_of_bounded_length() -> None:
    assert inline("a`b\n# c") == "`a⟨U+0060⟩b⟨U+000A⟩# c`"
    assert inline("") == "` `"
    assert inline("x" * 500) == f"`{'x' * 119}…`"
    assert inline("abcdef", 4) == "`abc…`"
    assert inlines(["a", "b`"]) == "`a`, `b⟨U+0060⟩`"


def test_secrets_are_masked() -> None:
    assert TOKEN not in "".join(fenced(f"key: {TOKEN}"))
    assert TOKEN not in inline(f"key: {TOKEN}")


@given(TEXTS)
def test_a_block_reads_back_as_its_text(text: str) -> None:
    lines = fenced(text)
    assert all(line == ">" or line.startswith("> ") for line in lines)
    assert all(len(f"x{line}x".splitlines()) == 1 for line in lines)
    back = "\n".join(read_back(line[2:]) for line in lines)
    assert back == text.replace("\r\n", "\n").replace("\r", "\n")


@given(TEXTS)
def test_a_word_reads_back_as_its_text(text: str) -> None:
    shown = inline(text, 1_000)
    assert shown.count("`") == 2
    assert len(shown.splitlines()) == 1
    assert read_back(shown[1:-1]) == (text or " ")
