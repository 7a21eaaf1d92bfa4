"""Findings as lines of reviewdog's diagnostic format, with suggestions for what can be mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.findings import shown_edits
from sgm_git.report.formats.checked import file_of, said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.findings import Finding, Span
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.report.formats.checked import Checked

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def diagnostics(checked: Checked) -> Iterator[JsonValue]:
    """Give one diagnostic a finding."""
    return map(_diagnostic, checked.findings)


def _diagnostic(finding: Finding) -> JsonObject:
    location: JsonObject = {"path": file_of(finding)}
    if finding.span is not None:
        location["range"] = _range(finding.span)
    told: JsonObject = {
        "message": said(finding),
        "location": location,
        "severity": _SEVERITIES[finding.severity],
        "source": {"name": "sgm"},
        "code": {"value": finding.code},
    }
    suggestions: list[JsonValue] = [
        {"range": _range(edit.span), "text": edit.text} for edit in shown_edits(finding)
    ]
    return told | {"suggestions": suggestions} if suggestions else told


def _range(span: Span) -> JsonObject:
    return {
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }
