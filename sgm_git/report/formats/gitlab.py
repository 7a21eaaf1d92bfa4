"""Findings as a Code Quality report of GitLab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.formats.checked import file_of, line_of, numbered, said

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue
    from sgm_git.report.formats.checked import Checked

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def code_quality(checked: Checked) -> JsonValue:
    """Give the report: a list; fingerprints stay where lines move, and each is there once."""
    prints = numbered(checked.findings)
    return [
        {
            "description": f"{finding.code}: {said(finding)}",
            "check_name": finding.code,
            "fingerprint": prints[place],
            "severity": _SEVERITIES[finding.severity],
            "location": {"path": file_of(finding), "lines": {"begin": line_of(finding)}},
        }
        for place, finding in enumerate(checked.findings)
    ]
