"""No line that is printed in a pipeline is taken for a command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.logs import harmless
from tests.report.runner import commands_in

COMMANDS = (
    "::error file=a.py::no",
    "  \t::add-mask::x",
    "\u00a0\u200d::stop-commands::x",
    ":\u200d:error::x",
    "a word, then ##[add-mask]x",
    "#\u200c#[group]",
    "##vso[task.setvariable variable=x]y",
    "x ##teamcity[message]",
)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_one_no_more(line: str) -> None:
    assert commands_in([line])
    assert not commands_in([harmless(line)])
    assert harmless(harmless(line)) == harmless(line)


@pytest.mark.parametrize(
    "line", ["", "plain", "std::move", "# A heading", "## [x]y", "a: b", ":x:y", "#1 and ## 2"]
)
def test_other_lines_stay_as_they_are(line: str) -> None:
    assert harmless(line) == (line if line != "## [x]y" else "\u27e8U+0023\u27e9# [x]y")


@given(st.text(st.sampled_from("::##[[] \t\u200d\ufe0fabvso"), max_size=12))
def test_no_line_is_one(line: str) -> None:
    assert not commands_in([harmless(line)])
