from __future__ import annotations

import time
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.workflows.importers.outline import Outline


def _headings(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in Outline(text).headings]


def test_headings_have_their_level_and_words() -> None:
    text = "# One #\n\n## Two\ntext\n   ### Three `x`\n#no\n####\n"
    assert _headings(text) == [(1, "One"), (2, "Two"), (3, "Three `x`"), (4, "")]


def test_underlined_headings_count_and_rules_do_not() -> None:
    text = "Title\n=====\n\nStatus\n---\n\n---\n\n* item\n---\n"
    assert _headings(text) == [(1, "Title"), (2, "Status")]


def test_headings_in_code_and_comments_are_no_headings() -> None:
    text = "```sh\n# not\n```\n\n~~~~\n~~~\n# nor\n~~~~\n<!--\n# nor this\n-->\n# Yes\n"
    assert _headings(text) == [(1, "Yes")]


def test_a_fence_that_is_never_closed_hides_the_rest() -> None:
    assert _headings("# Yes\n```\n# not\n") == [(1, "Yes")]


def test_sections_end_at_the_next_heading_of_any_level() -> None:
    outline = Outline("# T\n\n## 2. Status:\n\nAccepted\n\n### More\n\nx\n\n## Empty\n")
    assert outline.section({"status"}) == "Accepted"
    assert outline.section({"empty"}) == ""
    assert outline.section({"decision"}) is None


def test_the_preamble_is_what_stands_between_title_and_next_heading() -> None:
    assert Outline("# T\nDate: x\n## S\ny").preamble == "Date: x\n"
    assert Outline("Date: x\n").preamble == "Date: x\n"
    assert Outline("## S\nDate: x\n").preamble == ""


def test_links_in_code_are_no_links() -> None:
    text = '[a](a.md) `[b](b.md)` ![c](c.png "t") [`d`](<d e.md>)\n\n[ref]: f.md\n[^1]: g.md\n'
    assert [link.target for link in Outline(text).links()] == ["a.md", "c.png", "d e.md", "f.md"]


def test_a_code_span_does_not_reach_over_a_blank_line() -> None:
    assert [link.target for link in Outline("`x\n\n[a](a.md) `").links()] == ["a.md"]


@given(st.text(alphabet="`~#<!->=[](): \n\tab\u2028", max_size=200))
def test_masking_keeps_every_offset_and_line(text: str) -> None:
    outline = Outline(text)
    assert len(outline.masked) == len(text)
    assert outline.masked.count("\n") == text.count("\n")
    for heading in outline.headings:
        assert 0 <= heading.start <= heading.end <= len(text)
    assert all(link.target in text for link in outline.links())


@pytest.mark.parametrize(
    "unit", ["`", "[", "](", "](<", "# ", "#", " ", "<!--", "``` \n", "[a]: ", "=\n", "`` `"]
)
def test_looking_is_linear_in_hostile_text(unit: str) -> None:
    outline = Outline(unit * (500_000 // len(unit)))
    start = time.process_time()
    assert outline.section({"status"}) is None
    deque(outline.links(), maxlen=0)
    assert time.process_time() - start < 5
