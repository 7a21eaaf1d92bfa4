"""A rule is explained the same way everywhere."""

from __future__ import annotations

from sgm_git.checks.rule import Rule
from sgm_git.findings import Severity
from sgm_git.report.rules import markdown_table, overview_lines, rule_lines, rule_object
from sgm_git.report.style import Style


def _check() -> None:
    """The type is none of a | b
    that are known.

    Why: nobody else may understand it.

    Bad:
        type: decison

    Good:
        type: decision

    Fix: write it as the others do.
    """


TYPE = Rule("S203", "unknown-type", Severity.INFO, _check)
MENDED = Rule("F110", "readers-disagree", Severity.WARNING, _check, fixable=True)


def test_a_rule_is_told_in_full() -> None:
    assert rule_lines(TYPE) == [
        "S203 unknown-type (info)",
        "",
        "The type is none of a | b",
        "that are known.",
        "",
        "Why: nobody else may understand it.",
        "",
        "Fix: write it as the others do.",
        "",
        "Bad:",
        "    type: decison",
        "",
        "Good:",
        "    type: decision",
    ]


def test_a_rule_that_fix_mends_says_so() -> None:
    assert rule_lines(MENDED)[0] == "F110 readers-disagree (warning, sgm fix mends it)"


def test_the_overview_has_a_line_a_rule() -> None:
    assert list(overview_lines([TYPE, MENDED])) == [
        "S203  info          The type is none of a | b that are known.",
        "F110  warning  [*]  The type is none of a | b that are known.",
    ]


def test_the_table_of_the_readme_is_markdown() -> None:
    assert markdown_table([TYPE, MENDED]) == (
        "| code | severity | fix | what |\n"
        "|---|---|---|---|\n"
        "| S203 | info |  | The type is none of a \\| b that are known. |\n"
        "| F110 | warning | yes | The type is none of a \\| b that are known. |\n"
    )


def test_json_has_the_parts() -> None:
    assert rule_object(TYPE) == {
        "code": "S203",
        "name": "unknown-type",
        "severity": "info",
        "fixable": False,
        "what": "The type is none of a | b\nthat are known.",
        "why": "nobody else may understand it.",
        "bad": "type: decison",
        "good": "type: decision",
        "fix": "write it as the others do.",
    }


def test_colour_shows_the_weight() -> None:
    assert rule_lines(MENDED, Style(colour=True))[0].startswith("\x1b[33;1mF110\x1b[0m")
