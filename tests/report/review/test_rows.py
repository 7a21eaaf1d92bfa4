"""A review as a table."""

from __future__ import annotations

import csv

from hypothesis import given

from sgm_git.report.review.rows import COLUMNS, review_rows
from sgm_git.report.review.wording import BECAME
from tests.report.formats.examples import HOSTILE
from tests.report.review.example import empty, example


def rows(lines: list[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(lines))


def test_each_record_is_a_line() -> None:
    found = {each["id"]: each for each in rows([*review_rows(example())])}
    assert found["rule-review"] == {
        "change": "changed",
        "concerns": "binds",
        "type": "rule",
        "id": "rule-review",
        "title": "Every push needs a review",
        "path": "memory/rule-review.md",
        "old_path": "",
        "standing_before": "proposed",
        "standing_after": "in-force",
        "binds_before": "no",
        "binds_after": "yes",
        "trust": "signed",
        "fields": "status",
        "gives_up": "",
        "errors": "0",
        "warnings": "0",
        "notes": "0",
        "known": "0",
    }
    given_up = found["dec-datastore"]
    assert given_up["concerns"] == "disputed, word-changes, reason-lost, gives-up"
    assert (given_up["gives_up"], given_up["errors"], given_up["known"]) == ("/ticket", "1", "1")
    assert found["fact-limit"]["old_path"] == "memory/fact-limit.md"
    assert found["rule-old"]["standing_after"] == ""


def test_a_table_without_records_has_its_head() -> None:
    (head,) = review_rows(empty())
    assert next(csv.reader([head])) == [*COLUMNS]


@given(HOSTILE)
def test_no_text_of_a_record_begins_a_line_or_is_run(text: str) -> None:
    review = example(lambda each: text + each)
    lines = list(review_rows(review))
    assert len(lines) == len(review.records) + 1
    for line, cells in zip(lines[1:], csv.reader(lines[1:]), strict=True):
        assert line.splitlines() == [line]
        assert line.startswith(tuple(f'"{became}"' for became in BECAME))
        assert len(cells) == len(COLUMNS)
        assert not any(cell[:1] in set("=+-@\t\r") and cell for cell in cells)
