"""Findings as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sgm_git.checks.registry import rule
from sgm_git.findings import Severity
from sgm_git.report.findings import shown_edits
from sgm_git.report.formats.checked import by_weight, file_of, numbered, said
from sgm_git.report.rules import summary
from sgm_git.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.checks.rule import Rule
    from sgm_git.findings import Finding, Span
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.report.formats.checked import Checked

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
MOST = 25_000
"""How many results GitHub takes; it refuses the whole of what has more."""

_TOP = "%SRCROOT%"
_PRINT = "sgmFindingHash/v1"
_WHOLE = {"startLine": 1}


def sarif(checked: Checked) -> JsonValue:
    """Give the log: one run, with the rules that were broken and their help.

    Code scanning holds it against the former log of the same command alone: a review tells what is
    new, a check what there is. Where there are more than ``MOST`` results, the most important come
    first and the others are counted.
    """
    findings = checked.findings
    if len(findings) > MOST:
        findings = by_weight(findings)[:MOST]
    codes = list(dict.fromkeys(finding.code for finding in findings))
    rules = [found for found in map(rule, codes) if found is not None]
    places = {found.code: place for place, found in enumerate(rules)}
    prints = numbered(findings)
    driver: JsonObject = {
        "name": "sgm",
        "semanticVersion": __version__,
        "rules": [_descriptor(found) for found in rules],
    }
    run: JsonObject = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"sgm/{checked.command}/"},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, prints[place], places) for place, finding in enumerate(findings)
        ],
    }
    if len(findings) < len(checked.findings):
        run["invocations"] = [_left_out(len(checked.findings) - len(findings))]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _left_out(number: int) -> JsonObject:
    text = f"{number} findings are left out: code scanning takes {MOST} at most"
    note: JsonObject = {"level": "warning", "message": {"text": text}}
    return {"executionSuccessful": True, "toolExecutionNotifications": [note]}


def _descriptor(found: Rule[object]) -> JsonObject:
    told = found.explanation
    examples = f"Bad:\n\n```\n{told.bad}\n```\n\nGood:\n\n```\n{told.good}\n```"
    return {
        "id": found.code,
        "name": "".join(word.capitalize() for word in found.name.split("-")),
        "shortDescription": {"text": summary(found)},
        "fullDescription": {"text": f"{summary(found)} {told.why[:1].upper()}{told.why[1:]}"},
        "help": {
            "text": f"{told.why}\n\nFix: {told.fix}",
            "markdown": f"{told.why}\n\n**Fix**: {told.fix}\n\n{examples}",
        },
        "defaultConfiguration": {"level": _LEVELS[found.severity]},
    }


def _result(finding: Finding, fingerprint: str, places: Mapping[str, int]) -> JsonObject:
    result: JsonObject = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": said(finding)},
        "locations": [{"physicalLocation": _place(finding)}],
        "partialFingerprints": {_PRINT: fingerprint},
    }
    if finding.code in places:
        result["ruleIndex"] = places[finding.code]
    replacements: list[JsonValue] = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        for edit in shown_edits(finding)
    ]
    if replacements:
        change: JsonObject = {"artifactLocation": _file(finding), "replacements": replacements}
        text = "As sgm fix does it."
        result["fixes"] = [{"description": {"text": text}, "artifactChanges": [change]}]
    return result


def _place(finding: Finding) -> JsonObject:
    region: JsonObject = dict(_WHOLE) if finding.span is None else _region(finding.span)
    return {"artifactLocation": _file(finding), "region": region}


def _file(finding: Finding) -> JsonObject:
    path = file_of(finding).encode("utf-8", "surrogateescape")
    return {"uri": quote(path), "uriBaseId": _TOP}


def _region(span: Span) -> JsonObject:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
