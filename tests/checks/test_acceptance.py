"""An acceptance closes one finding, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.checks.acceptance import closed, is_acceptable, value_digest
from sgm_git.findings import Finding, Severity
from sgm_git.policy.accepted import Accepted
from tests.checks.support import document, provenance, subject

PATH = "memory/decision/dec-x.md"
SUBJECT = subject(document(provenance("modified_by: Bob")), PATH)
RECORD = SUBJECT.reading.document.record if SUBJECT.reading.document else {}
COMMIT = "a" * 40
FINDING = Finding(
    "P305",
    Severity.ERROR,
    PATH,
    "m",
    pointer="/provenance/modified_by",
    id="dec-x",
    commit=COMMIT,
)
LINE = Accepted(
    "dec-x",
    "P305",
    "so",
    None,
    "/provenance/modified_by",
    COMMIT,
    value_digest(RECORD, "/provenance/modified_by"),
)


def is_closed(finding: Finding, line: Accepted) -> bool:
    standing, accepted = closed([finding], [line], {PATH: SUBJECT})
    assert sorted([*standing, *accepted], key=id) == [finding]
    return accepted == [finding]


def test_a_finding_is_closed_by_its_own_line() -> None:
    assert is_closed(FINDING, LINE)
    assert is_closed(FINDING, replace(LINE, root="memory", reason="else", by="x", at="y"))
    assert is_closed(replace(FINDING, message="said otherwise by now"), LINE)


@pytest.mark.parametrize(
    "line",
    [
        replace(LINE, id="dec-y"),
        replace(LINE, code="P304"),
        replace(LINE, commit="b" * 40),
        replace(LINE, commit=None),
        replace(LINE, pointer="/provenance/agent"),
        replace(LINE, pointer=""),
        replace(LINE, value=None),
        replace(LINE, value=value_digest({"x": "Bob "}, "/x")),
        replace(LINE, root="notes"),
        Accepted("dec-x", "P305", "a line that says too little closes nothing"),
    ],
)
def test_a_line_for_anything_else_closes_nothing(line: Accepted) -> None:
    assert not is_closed(FINDING, line)


def test_a_finding_about_a_whole_record_or_about_no_value() -> None:
    whole = replace(FINDING, pointer="")
    assert is_closed(whole, replace(LINE, pointer="", value=value_digest(RECORD, "")))
    assert not is_closed(whole, replace(LINE, pointer="", value=None))
    none = replace(FINDING, code="P312", pointer=None)
    assert is_closed(none, replace(LINE, code="P312", pointer="", value=None))


@pytest.mark.parametrize(
    "finding",
    [
        replace(FINDING, code="S201"),
        replace(FINDING, commit=None),
        replace(FINDING, id=None),
    ],
)
def test_what_can_be_mended_is_never_closed(finding: Finding) -> None:
    assert not is_acceptable(finding)
    line = Accepted(finding.id or "", finding.code, "so", None, LINE.pointer, finding.commit)
    assert not is_closed(finding, replace(line, value=LINE.value))


def test_what_cannot_be_read_any_more_is_not_closed() -> None:
    broken = subject("---\nid: [\n---\n", PATH)
    assert closed([FINDING], [LINE], {PATH: broken}) == ([FINDING], [])
    assert closed([FINDING], [LINE], {}) == ([FINDING], [])


def test_a_digest_is_of_the_exact_value() -> None:
    values = [1, 1.0, "1", True, None, [1], {"a": 1}]
    digests = {value_digest({"x": value}, "/x") for value in values}  # type: ignore[dict-item]  # JSON
    assert len(digests) == len(values)
    assert value_digest({"x": {"a": 1, "b": 2}}, "/x") == value_digest(
        {"x": {"b": 2, "a": 1}}, "/x"
    )
    assert value_digest({}, "/x") is None
    assert value_digest({"x": 1}, None) is None
    assert (value_digest({"x": "\ud800"}, "/x") or "").startswith("sha256:")
