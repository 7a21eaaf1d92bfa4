"""Findings of every weight, some of them hostile, and what a check of them is."""

from __future__ import annotations

from hypothesis import strategies as st

from sgm_git.findings import Edit, Finding, Fix, Severity, Span
from sgm_git.report.formats.checked import Checked

WHOLE = Finding(code="P313", severity=Severity.WARNING, path=".", message="history is cut")

HOSTILE = st.text(
    st.sampled_from("::error file=x%,\r\n`<>|@#]]>&\"'\\ \u2028\u202e\x1b\x00\ufffe\udc80a"),
    max_size=30,
)
SPANS = st.builds(
    lambda line, column, more, width: Span(line, column, line + more, column + width),
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(0, 2),
    st.integers(0, 5),
)
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(["S203", "L501", "X601", "K401", "P313"]),
    severity=st.sampled_from(Severity),
    path=HOSTILE.map(lambda text: f"memory/{text}.md"),
    message=HOSTILE.map(lambda text: f"{text}!"),
    span=st.none() | SPANS,
    fix=st.none() | st.builds(lambda span, text: Fix((Edit(span, text),)), SPANS, HOSTILE),
)


def checked(*findings: Finding, strict: bool = False) -> Checked:
    words = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "infos"}
    counts = {word: sum(f.severity is each for f in findings) for each, word in words.items()}
    return Checked(findings, {"records": 2, **counts}, strict)


CHECKS = st.lists(FINDINGS, max_size=5).map(lambda found: checked(*found))
