"""The page of the example as it was written down, and many records in bounded time."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from sgm_git.report.review.page import html
from sgm_git.report.review.web.style import STYLE, style_hash
from tests.report.review.example import empty, example

GOLDEN = Path(__file__).parent.parent / "golden" / "review.html"
BOUND = 2.0  # seconds of this process, for what takes a few tenths of one


def test_the_page_is_as_it_was_written_down(*, update_golden: bool) -> None:
    text = html(example()).replace(STYLE, "STYLE").replace(style_hash(), "HASH")
    if update_golden:
        GOLDEN.write_text(text, encoding="utf-8", newline="\n")
    assert text == GOLDEN.read_text(encoding="utf-8") or update_golden


def test_a_page_is_the_same_each_time() -> None:
    assert html(example()) == html(example())


def test_a_page_of_hundreds_of_records_is_made_shortly() -> None:
    records = (example().records * 24)[:300]
    start = time.process_time()
    text = html(replace(empty(), records=records))
    assert time.process_time() - start < BOUND
    assert text.count("<article ") == len(records)
