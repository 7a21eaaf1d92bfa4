"""Colour is for terminals, and the user has the last word."""

from __future__ import annotations

import pytest

from sgm_git.report.style import Style, colour_wanted


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", False, {"FORCE_COLOR": "1"}, True),
        ("auto", True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {"FORCE_COLOR": "1"}, False),
    ],
)
def test_when_colours_are_written(
    choice: str, *, terminal: bool, environment: dict[str, str], wanted: bool
) -> None:
    assert colour_wanted(choice, terminal=terminal, environment=environment) is wanted


def test_a_style_without_colour_leaves_text_alone() -> None:
    assert Style(colour=False).paint("x", "red") == "x"


def test_a_style_with_colour_ends_what_it_begins() -> None:
    assert Style(colour=True).paint("x", "red", "bold") == "\x1b[31;1mx\x1b[0m"
    assert Style(colour=True).paint("", "red") == ""
