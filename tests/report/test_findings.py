"""Findings read the same for people and for programs."""

from __future__ import annotations

from sgm_git.findings import Edit, Finding, Fix, Severity, Span
from sgm_git.report.excerpt import excerpt
from sgm_git.report.findings import finding_line, finding_object, report_object, summary_line
from sgm_git.report.style import Style

SPAN = Span(3, 7, 3, 14)
FINDING = Finding(
    code="S203",
    severity=Severity.INFO,
    path="memory/dec-x.md",
    message="type 'decison' is not known",
    span=SPAN,
    pointer="/type",
    id="dec-x",
    fix=Fix(edits=(Edit(SPAN, "decision"),)),
)
BARE = Finding(code="L501", severity=Severity.ERROR, path="memory/b.md", message="id stands twice")
SUMMARY = {"records": 2, "errors": 1, "warnings": 0, "infos": 1}


def test_a_line_has_place_code_severity_message_and_the_mark_of_a_fix() -> None:
    assert finding_line(FINDING) == (
        "memory/dec-x.md:3:7: S203 info: type 'decison' is not known [*]"
    )


def test_a_finding_without_a_place_has_its_path_alone() -> None:
    assert finding_line(BARE) == "memory/b.md: L501 error: id stands twice"


def test_a_finding_about_the_whole_store_begins_with_its_code() -> None:
    whole = Finding("P313", Severity.ERROR, "", "history is cut", commit="a" * 40)
    assert finding_line(whole) == "P313 error: history is cut (commit aaaaaaaaaa)"


def test_a_line_stays_one_line_and_harmless() -> None:
    nasty = Finding("S203", Severity.ERROR, "a\x1b[2J\n.md", "type '\u202e\x07\n' is not known")
    assert finding_line(nasty) == (
        "a\\x1b[2J\\n.md: S203 error: type '\\u202e\\x07\\n' is not known"
    )


def test_colour_marks_the_severity() -> None:
    assert "\x1b[31;1mL501\x1b[0m" in finding_line(BARE, Style(colour=True))


def test_the_json_shape_has_every_name_and_null_for_what_is_absent() -> None:
    assert finding_object(FINDING) == {
        "code": "S203",
        "severity": "info",
        "path": "memory/dec-x.md",
        "line": 3,
        "column": 7,
        "end_line": 3,
        "end_column": 14,
        "pointer": "/type",
        "id": "dec-x",
        "message": "type 'decison' is not known",
        "fix": {
            "edits": [
                {"line": 3, "column": 7, "end_line": 3, "end_column": 14, "text": "decision"}
            ],
            "move_to": None,
        },
        "commit": None,
        "fingerprint": FINDING.fingerprint,
    }
    assert finding_object(BARE).keys() == finding_object(FINDING).keys()
    assert finding_object(BARE)["line"] is None


def test_the_report_is_findings_and_summary() -> None:
    report = report_object([FINDING, BARE], SUMMARY)
    assert report == {
        "findings": [finding_object(FINDING), finding_object(BARE)],
        "summary": SUMMARY,
    }


def test_the_summary_counts_and_names_the_way_to_fix() -> None:
    assert summary_line([FINDING, BARE], SUMMARY) == (
        "2 records checked: 1 error, 1 note (1 fixable: sgm fix)"
    )
    clean = {"records": 1, "errors": 0, "warnings": 0, "infos": 0}
    assert summary_line([], clean) == "1 record checked: all good"


def test_an_excerpt_marks_the_place() -> None:
    assert excerpt("---\nid: x\ntype: decison\n", SPAN) == [
        "3 | type: decison",
        "  |       ^^^^^^^",
    ]


def test_an_excerpt_counts_wide_and_escaped_characters() -> None:
    assert excerpt("東\x1bab", Span(1, 3, 1, 4)) == ["1 | 東\\x1bab", "  |       ^"]


def test_an_excerpt_of_many_lines_marks_the_first_to_its_end() -> None:
    assert excerpt("a: |\r\n b\r\n", Span(1, 4, 2, 2)) == ["1 | a: |", "  |    ^"]


def test_an_excerpt_of_a_long_line_is_cut_around_the_place() -> None:
    line, mark = excerpt("x" * 5000 + "BAD" + "y" * 5000, Span(1, 5001, 1, 5004))
    assert line == "1 | …" + "x" * 60 + "BAD" + "y" * 97
    assert mark.index("^") == line.index("BAD")


def test_there_is_no_excerpt_of_a_line_that_is_not_there() -> None:
    assert excerpt("one line", Span(7, 1, 7, 2)) == []
