"""A review as Markdown: it fits a comment, and what others wrote is nothing but quoted text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from sgm_git.report.review.fitting import size
from sgm_git.report.review.markdown import LIMIT, markdown
from sgm_git.witness.reading import Standing
from sgm_git.workflows.review.model import FileReview
from tests.report.review.building import entry, reading, record_review
from tests.report.review.example import empty, example
from tests.report.review.hostile import HOSTILE, SECRET, TEXTS, marked_by
from tests.report.runner import commands_in
from tests.support import untraced

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.review.model import RecordReview, Review

GOLDEN = Path(__file__).parent / "golden" / "review.md"
ROOMY = 400_000

Shape: TypeAlias = "list[tuple[str, str, str, str, object]]"

_READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_QUOTED = ("code_inline", "fence")


def test_the_report_is_as_it_was_written_down(*, update_golden: bool) -> None:
    text = markdown(example())
    if update_golden:
        GOLDEN.write_text(text, encoding="utf-8", newline="\n")
    assert text == GOLDEN.read_text(encoding="utf-8") or update_golden


def test_a_range_that_touches_nothing_is_told_shortly() -> None:
    text = markdown(empty())
    assert "**No record of the team's memory is touched.**" in text
    assert "###" not in text


def test_what_nobody_need_look_at_first_is_folded() -> None:
    text = markdown(example())
    first, others = text.index("### Look at these first"), text.index("### Other records")
    assert first < text.index("#### Rule `rule-review`") < others
    assert others < text.index("<summary>1 added (1 fact)</summary>") < text.index("`fact-hosts`")


def test_words_of_a_body_are_marked() -> None:
    assert "\n!   [-Run-]{+Skip+} the tests.\n" in markdown(example())


def test_a_blank_line_of_a_new_body_is_new_too() -> None:
    record = added("fact-x", "one\n\n```\ntwo")
    assert "\n````diff\n+ content:\n+   one\n+\n+   ```\n+   two\n````\n" in markdown(of(record))


def test_a_secret_is_shown_nowhere() -> None:
    assert SECRET not in markdown(example(lambda text: f"{SECRET} {text}"))


@pytest.mark.parametrize("limit", [LIMIT, 20_000, 9_000])
def test_a_large_review_fits_and_says_what_it_leaves_out(limit: int) -> None:
    review = of(*(changed(f"fact-{number}", "word " * 2_000) for number in range(300)))
    text = markdown(replace(review, notes=("x",) * 400), limit)
    assert limit * 0.9 < size([text]) <= limit
    assert "more, for which there is no room here" in text
    assert "`sgm review origin/main..HEAD`" in text


def test_many_facts_of_one_kind_are_counted() -> None:
    note = "a note"
    record = added("fact-x", "x")
    after = replace(record.after, notes=(note,) * 40) if record.after else None
    text = markdown(of(replace(record, after=after)))
    assert text.count("- note: `a note`") == 30
    assert "\n- note: 10 more\n" in text


def test_a_large_record_leaves_room_for_those_behind_it() -> None:
    large = [added(f"fact-{number}", "a line\n" * 5_000) for number in range(3)]
    text = markdown(of(*large), 9_000)
    assert all(f"#### Fact `fact-{number}` added" in text for number in range(3))
    assert "lines more" in text


def test_of_many_that_come_or_go_each_is_a_line() -> None:
    text = markdown(of(*(added(f"fact-{number}", "It is so.") for number in range(6))))
    assert "\n- fact `fact-5` added: `T`\n" in text
    assert "It is so." not in text
    gone = of(*(record_review(added(f"fact-{n}", "It is so.").after, None) for n in range(6)))
    assert "\n- fact `fact-5` removed: `T`\n" in markdown(gone)
    few = markdown(of(*(added(f"fact-{number}", "It is so.") for number in range(5))))
    assert few.count("It is so.") == 5


def test_the_drawing_has_its_room_before_large_records() -> None:
    large = of(*(changed(f"fact-{number}", "a line\n" * 5_000) for number in range(40)))
    text = markdown(replace(large, graph=example().graph), 9_000)
    assert "```mermaid" in text
    assert "no room here.\n" not in text


def test_hostile_texts_are_quoted_everywhere() -> None:
    plain, hostile = (shape(example(say)) for say in (marked_by("", ""), marked_by(HOSTILE, "")))
    assert hostile == plain


@untraced
@given(TEXTS, TEXTS)
def test_no_text_of_others_stands_outside_code(before: str, after: str) -> None:
    text = markdown(example(marked_by(before, after)), ROOMY)
    assert shape_of(text) == PLAIN
    assert commands_in(text.split("\n")) == []


def added(name: str, content: str) -> RecordReview:
    record: JsonObject = {"id": name, "type": "fact", "title": "T", "content": content}
    after = reading(entry(record, f"memory/{name}.md"), Standing.STATED)
    return record_review(None, after)


def test_effects_of_a_file_for_which_there_is_no_room_are_counted() -> None:
    keys = tuple(f"the key {number} is new" for number in range(3_000))
    told = markdown(replace(empty(), files=(FileReview(".sgm/x", "trust", "added", keys),)))
    assert "the key 99 is new" in told
    assert "  - 2900 effects more" in told.splitlines()


def test_what_is_cut_off_a_line_is_counted() -> None:
    told = markdown(of(added("a", "x" * 5_000)))
    assert "characters more" in told


def changed(name: str, content: str) -> RecordReview:
    return record_review(added(name, "before").after, added(name, content).after)


def of(*records: RecordReview) -> Review:
    return replace(empty(), records=records)


def shape(review: Review) -> Shape:
    return shape_of(markdown(review, ROOMY))


def shape_of(text: str) -> Shape:
    """All that a reader of Markdown finds, with the words that stand outside code."""
    return [_told(token) for token in _all(_READER.parse(text))]


def _all(tokens: list[Token]) -> list[Token]:
    return [each for token in tokens for each in (token, *_all(token.children or []))]


def _told(token: Token) -> tuple[str, str, str, str, object]:
    is_quoted = token.type in _QUOTED or token.type == "inline"
    content = "" if is_quoted else token.content
    return token.type, token.tag, token.info, content, token.attrs


PLAIN = shape(example(marked_by("", "")))
