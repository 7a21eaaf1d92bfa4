"""Diagnostics for reviewdog: columns are bytes of UTF-8, and a suggestion mends on its own."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.findings import Edit, Fix, Severity, Span
from sgm_git.record.value import dumps
from sgm_git.report.formats.rdjsonl import diagnostics
from tests.report.formats.examples import CHECKS, checked
from tests.report.formats.forms import REVIEWDOG
from tests.report.test_findings import BARE as TWICE
from tests.report.test_findings import FINDING as RETYPED
from tests.report.test_findings import SPAN
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from sgm_git.findings import Finding
    from sgm_git.report.formats.checked import Checked

SOURCE = "---\nid: x\ntype: decison\n---\n"


def told(source: str, *findings: Finding) -> list[Any]:
    """What is told of findings in a file of this text."""
    return parsed(replace(checked(*findings), source=lambda _: source))


def parsed(check: Checked) -> list[Any]:
    return [json.loads(dumps(each, ascii=True)) for each in diagnostics(check)]


def applied(source: str, diagnostic: dict[str, Any]) -> str:
    """What reviewdog makes of the lines, as its format says: in bytes, the end not in it."""
    (suggestion,) = diagnostic["suggestions"]
    lines = source.encode().split(b"\n")
    at = [
        sum(len(line) + 1 for line in lines[: end["line"] - 1]) + end["column"] - 1
        for end in (suggestion["range"]["start"], suggestion["range"]["end"])
    ]
    data, text = source.encode(), str(suggestion["text"])
    return (data[: at[0]] + text.encode() + data[at[1] :]).decode()


def test_reviewdog_can_offer_what_sgm_fix_would_do() -> None:
    (found,) = told(SOURCE, RETYPED)
    where = {"start": {"line": 3, "column": 7}, "end": {"line": 3, "column": 14}}
    assert found == {
        "message": "type 'decison' is not known",
        "location": {"path": "memory/dec-x.md", "range": where},
        "severity": "INFO",
        "source": {"name": "sgm"},
        "code": {"value": "S203"},
        "suggestions": [{"range": where, "text": "decision"}],
    }


def test_a_finding_without_a_place_has_no_range() -> None:
    (found,) = told(SOURCE, TWICE)
    assert found["location"] == {"path": "memory/b.md"}
    assert "suggestions" not in found


def test_columns_count_bytes() -> None:
    source = "é🚀x: decison\n"
    fix = Fix((Edit(Span(1, 6, 1, 13), "decision"),))
    (found,) = told(source, replace(RETYPED, span=Span(1, 2, 1, 3), fix=fix))
    assert found["location"]["range"]["start"] == {"line": 1, "column": 3}
    assert found["location"]["range"]["end"] == {"line": 1, "column": 7}
    assert applied(source, found) == "é🚀x: decision\n"


def test_of_a_text_that_nobody_knows_only_the_lines_are_told() -> None:
    for source in ("", "---\nid: x\n", "---\nid: x\nkey\n"):
        (found,) = told(source, RETYPED)
        assert found["location"]["range"] == {"start": {"line": 3}, "end": {"line": 3}}
        assert "suggestions" not in found


def test_several_edits_are_one_suggestion() -> None:
    source = "a: ä\nb: 2\nc: 3\n"
    edits = (Edit(Span(3, 4, 3, 5), "5"), Edit(Span(1, 1, 1, 1), "x: 0\n"))
    (found,) = told(source, replace(RETYPED, fix=Fix(edits)))
    assert applied(source, found) == "x: 0\na: ä\nb: 2\nc: 5\n"


def test_no_suggestion_shows_a_secret() -> None:
    puts_back = replace(RETYPED, fix=Fix((Edit(SPAN, f"key: {TOKEN}"),)))
    around = Fix((Edit(Span(1, 1, 1, 1), "x"), Edit(Span(3, 1, 3, 1), "y")))
    source = f"---\nkey: {TOKEN}\ntype: decison\n"
    for finding in (puts_back, replace(RETYPED, fix=around)):
        (found,) = told(source, finding)
        assert "suggestions" not in found


TEXTS = st.text(st.sampled_from("aé🚀\r\n\u2028 :"), max_size=30)


@given(TEXTS, st.data())
def test_a_suggestion_does_what_its_edits_say(source: str, data: st.DataObject) -> None:
    offsets = st.lists(st.integers(0, len(source)), min_size=2, max_size=6, unique=True)
    marks = sorted(data.draw(offsets) if source else [0, 0])
    pairs = list(zip(marks[::2], marks[1::2], strict=False))
    edits = [Edit(span(source, *pair), data.draw(TEXTS)) for pair in pairs]
    (found,) = told(source, replace(RETYPED, fix=Fix(tuple(edits))))
    wanted = source
    for (start, end), edit in reversed([*zip(pairs, edits, strict=True)]):
        wanted = wanted[:start] + edit.text + wanted[end:]
    assert not source or applied(source, found) == wanted


def span(source: str, start: int, end: int) -> Span:
    ends = []
    for offset in (start, end):
        before = source[:offset].split("\n")
        ends += [len(before), len(before[-1]) + 1]
    return Span(*ends)


SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


@given(CHECKS, TEXTS)
def test_each_line_is_a_diagnostic_of_the_documented_form(check: Checked, source: str) -> None:
    lines = parsed(replace(check, source=lambda _: source))
    for found, finding in zip(lines, check.findings, strict=True):
        REVIEWDOG.validate(found)
        assert found["severity"] == SEVERITIES[finding.severity]
