"""Trailer lines are added where git keeps them, and once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.trailer import said, with_lines

LINE = "SGM-Allow: dec-a /x_review"
OTHER = "SGM-Allow: dec-b /x"
_HELP = "# Please enter the commit message.\n#\n# On branch main\n"
_SCISSORS = "# ------------------------ >8 ------------------------\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Change\n", f"Change\n\n{LINE}\n"),
        ("Change", f"Change\n\n{LINE}\n"),
        ("Change\n\nWhy.\n", f"Change\n\nWhy.\n\n{LINE}\n"),
        ("Change\n\nSGM-Agent: bot\n", f"Change\n\nSGM-Agent: bot\n{LINE}\n"),
        ("fix: this\n", f"fix: this\n\n{LINE}\n"),
        (f"\n{_HELP}", f"\n\n{LINE}\n\n{_HELP}"),
        ("", f"\n\n{LINE}\n"),
        (f"Change\n\n{_HELP}", f"Change\n\n{LINE}\n\n{_HELP}"),
        (f"Change\n{_HELP}", f"Change\n\n{LINE}\n\n{_HELP}"),
        (
            f"Change\n{_HELP}{_SCISSORS}diff --git a b\n+{LINE}\n",
            f"Change\n\n{LINE}\n\n{_HELP}{_SCISSORS}diff --git a b\n+{LINE}\n",
        ),
        ("# a title\n\nText.\n", f"# a title\n\nText.\n\n{LINE}\n"),
        (f"Change\n\n{LINE}\n", f"Change\n\n{LINE}\n"),
        (f"Change\n\n  {LINE}  \n", f"Change\n\n  {LINE}  \n"),
    ],
)
def test_a_line_stands_before_what_is_not_committed(before: str, after: str) -> None:
    assert with_lines(before, [LINE], "#") == after


def test_a_line_in_a_comment_is_not_said() -> None:
    message = f"Change\n\n# {LINE}\n{_SCISSORS}{LINE}\n"
    assert said(message, "#") == "Change\n"
    assert with_lines(message, [LINE], "#").startswith(f"Change\n\n{LINE}\n")


def test_another_comment_character_is_known() -> None:
    message = "Change\n\n; help\n; ------------------------ >8 ------------------------\ndiff\n"
    assert said(message, ";") == said(message, "auto") == "Change\n"


def test_lines_are_added_once_and_together() -> None:
    message = with_lines("Change\n", [LINE, OTHER, LINE], "#")
    assert message == f"Change\n\n{LINE}\n{OTHER}\n"
    assert with_lines(message, [OTHER, LINE], "#") == message


_PIECES = st.sampled_from(
    ["Change\n", "\n", "# help\n", "Key: value\n", LINE + "\n", _SCISSORS, "text", " \n", "\r\n"]
)


@given(st.lists(_PIECES).map("".join))
def test_what_is_said_stays_and_the_lines_are_said(message: str) -> None:
    found = with_lines(message, [LINE], "#")
    assert with_lines(found, [LINE], "#") == found
    assert said(found, "#").startswith(said(message, "#"))
    assert LINE in [line.strip() for line in said(found, "#").splitlines()]
    assert [*filter(str.strip, found.splitlines())].count(LINE) <= message.count(LINE) + 1
