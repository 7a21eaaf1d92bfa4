"""Two texts beside each other, word by word."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.style import Style
from sgm_git.report.words import compared, word_lines
from tests.support import untraced

TEXTS = st.text(st.sampled_from("ab c.\n"), max_size=40)
MARKS = re.compile(r"\[-(.*?)-\]|\{\+(.*?)\+\}")


def test_words_are_marked_within_their_line() -> None:
    told = list(word_lines("one\ntwo words here\nthree", "one\ntwo other words\nthree"))
    assert told == ["one", "two {+other +}words[- here-]", "three"]


def test_lines_come_and_go_as_wholes() -> None:
    assert list(word_lines("a", "a\nnew line")) == ["a", "{+new line+}"]
    assert list(word_lines("a\nold line", "a")) == ["a", "[-old line-]"]


def test_what_is_alike_is_left_out_and_that_is_said() -> None:
    old = "\n".join(f"line {number}" for number in range(20))
    told = list(word_lines(old, old.replace("line 9", "row 9")))
    assert told == ["...", "line 8", "[-line-]{+row+} 9", "line 10", "..."]


def test_equal_texts_say_nothing() -> None:
    assert [line for line in word_lines("a\nb", "a\nb") if line != "..."] == []


def test_a_long_stretch_is_told_by_lines() -> None:
    old, new = "a " * 3_000, "b " * 3_000
    assert list(word_lines(old, new)) == [f"[-{old}-]", f"{{+{new}+}}"]


def test_lines_come_in_pieces_as_they_were_written() -> None:
    told = list(compared("x\ny\n\x1b a", "x\ny\n\x1b b"))
    marked = (("kept", "\x1b "), ("gone", "a"), ("new", "b"))
    assert told == [None, (("kept", "y"),), marked]


def test_too_many_lines_are_told_as_they_were_and_are() -> None:
    old, new = "\n".join("ab" * 600), "\n".join("ba" * 600)
    told = [kind for line in compared(old, new) for kind, _ in line or ()]
    assert told == ["gone"] * 1_200 + ["new"] * 1_200


@untraced
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\n".join("ab" * 20_000), "\n".join("ba" * 20_001)),
        ("a b c d e f g h " * 2_000, "h g f e d c b a " * 2_000),
        ("\n".join(["a b c d e f g h " * 15] * 900), "\n".join(["h g f e d c b a " * 15] * 900)),
    ],
    ids=["lines", "words", "words of lines"],
)
def test_large_texts_are_told_in_bounded_time(one: str, other: str) -> None:
    began = time.process_time()
    assert sum(1 for _ in compared(one, other)) > 0
    assert time.process_time() - began < 10


def test_nothing_acts_on_a_terminal() -> None:
    (line,) = word_lines("\x1b[2J", "\x1b[2K")
    assert "\x1b" not in line


def test_colours_stand_around_the_marks() -> None:
    (line,) = word_lines("a", "b", Style(colour=True))
    assert line == "\x1b[31m[-a-]\x1b[0m\x1b[32m{+b+}\x1b[0m"


@given(TEXTS, TEXTS)
def test_without_the_marks_both_texts_can_be_read(old: str, new: str) -> None:
    """Where nothing is left out, what is not new is the old text and what is not gone the new."""
    told = list(word_lines(old, new))
    if "..." in told:
        return
    text = "\n".join(told)
    kept = [MARKS.sub(side, text) for side in (r"\1", r"\2")]
    for whole, part in zip((old, new), kept, strict=True):
        assert sorted(part.replace("\n", "")) == sorted(whole.replace("\n", ""))
