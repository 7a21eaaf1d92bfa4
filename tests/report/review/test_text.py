"""A review as text: complete, in order, and nothing in it acts on a terminal or a runner."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given

from sgm_git.report.review.text import review_lines
from sgm_git.report.style import Style
from tests.report.review.example import empty, example
from tests.report.review.hostile import HOSTILE, SECRET, TEXTS, marked_by
from tests.report.runner import commands_in

if TYPE_CHECKING:
    from sgm_git.workflows.review.model import Review

GOLDEN = Path(__file__).parent / "golden" / "review.txt"
_PAINT = re.compile(r"\x1b\[[0-9;]+m")


def test_the_report_is_as_it_was_written_down(*, update_golden: bool) -> None:
    text = "".join(f"{line}\n" for line in review_lines(example()))
    if update_golden:
        GOLDEN.write_text(text, encoding="utf-8", newline="\n")
    assert text == GOLDEN.read_text(encoding="utf-8") or update_golden


def test_a_range_that_touches_nothing_is_told_in_three_lines() -> None:
    assert list(review_lines(empty())) == [
        'What merging "HEAD" into "origin/main" changes',
        "No record of the team's memory is touched.",
        "New findings: none.",
    ]


def test_what_will_bind_is_shown_though_it_stays_as_it_is() -> None:
    text = "\n".join(review_lines(example()))
    card = text.partition("\nrule rule-review changed\n")[2].partition("\n\n")[0]
    assert '    status: "proposed" -> "accepted"\n    content, which stays as it is:\n' in card


def test_colours_change_no_word() -> None:
    painted = list(review_lines(example(), Style(colour=True)))
    assert [_PAINT.sub("", line) for line in painted] == list(review_lines(example()))
    assert "\x1b[31;1mhidden text:\x1b[0m" in "".join(painted)


def test_a_text_of_any_length_is_one_line_of_a_card() -> None:
    lines = list(review_lines(example(lambda text: text * 50)))
    assert max(len(line) for line in lines if line.startswith("  title: ")) < 600


def test_a_secret_is_shown_nowhere() -> None:
    assert SECRET not in "".join(review_lines(example(lambda text: f"{SECRET} {text}")))


def test_hostile_texts_do_nothing() -> None:
    assert acting(example(lambda text: HOSTILE + text)) == []


@given(TEXTS, TEXTS)
def test_no_text_acts_on_a_terminal_or_a_runner(before: str, after: str) -> None:
    assert acting(example(marked_by(before, after))) == []


def acting(review: Review) -> list[str]:
    """The lines that would do something."""
    lines = list(review_lines(review))
    unseen = [line for line in lines if any(map(is_acting, line))]
    return unseen + commands_in(lines)


def is_acting(character: str) -> bool:
    return character not in "\u200c\u200d" and unicodedata.category(character) in {
        "Cc",
        "Cf",
        "Cs",
        "Zl",
        "Zp",
    }
