"""A text in short says what the title beside it does not."""

from __future__ import annotations

import pytest

from sgm_git.workflows.context.brevity import brief_text

TITLE = "Use PostgreSQL"


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("Ask first. Then push.", "Ask first."),
        ("Use 3.11 here", "Use 3.11 here"),
        ("A title\n\nThe rest", "A title"),
        ("x" * 900, "x" * 200),
        ("まず聞く。 次に", "まず聞く。"),
        ("1. Ask first. 2. Push.", "1. Ask first."),
        ("42.", "42."),
        ("", ""),
    ],
)
def test_the_first_sentence_speaks_for_a_text(text: str, brief: str) -> None:
    assert brief_text(text) == brief


@pytest.mark.parametrize(
    "start",
    [
        "# 39. Use PostgreSQL\n\n",
        "# Use PostgreSQL\n",
        "Use PostgreSQL\n==============\n\n",
        "**Use PostgreSQL.**\n\n",
        "39. use postgresql\n",
        "# Use PostgreSQL\n\nDate: 2016-02-12\n\n## Status\n\nAccepted\n\n## Context\n\n",
        "* Status: accepted\n* Deciders: Ada, Bob\n* Date: 2020-01-01\n\n## Context\n\n",
        "***\n\n",
        "",
    ],
)
def test_headings_labels_and_the_title_are_passed_over(start: str) -> None:
    assert brief_text(f"{start}We need rows. And more.", TITLE) == "We need rows."


def test_a_label_is_better_than_nothing_and_a_heading_is_not() -> None:
    assert brief_text("# Use PostgreSQL\n\n## Status\n\nAccepted\n", TITLE) == "Accepted"
    assert brief_text("# 39. Use PostgreSQL\n\n## Context", TITLE) == ""


def test_another_title_is_text() -> None:
    assert brief_text("Use PostgreSQL only. Always.", TITLE) == "Use PostgreSQL only."
