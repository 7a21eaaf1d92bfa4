"""Findings as text and as JSON (DESIGN section 11, "finding")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.findings import Severity
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.findings import Edit, Finding, Fix, Span
    from sgm_git.record.value import JsonObject

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
NO_FILES = "no file lies in memory/, or below a root of .sgm/config.toml; sgm init begins a memory"
_PLACE = ("line", "column", "end_line", "end_column")


def finding_object(finding: Finding) -> JsonObject:
    """Give the JSON shape of a finding: every name always there, what is absent ``null``.

    Secrets are masked wherever they stand, in a path or pointer too. An edit that would have to
    show one, because it puts one back, is not given; ``sgm fix`` makes it all the same.
    """
    place: JsonObject = dict.fromkeys(_PLACE)
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "path": masked(finding.path),
        **(place if finding.span is None else _place(finding.span)),
        "pointer": _masked(finding.pointer),
        "id": _masked(finding.id),
        "message": masked(finding.message),
        "fix": None if finding.fix is None else _fix_object(finding.fix),
        "commit": finding.commit,
        "fingerprint": finding.fingerprint,
    }


def _place(span: Span) -> JsonObject:
    return {name: getattr(span, name) for name in _PLACE}


def _masked(text: str | None) -> str | None:
    return None if text is None else masked(text)


def shown_edits(finding: Finding) -> tuple[Edit, ...]:
    """Give the edits of a finding's fix; none where one of them would show a secret."""
    fix = finding.fix
    return () if fix is None or _shows_secret(fix) else fix.edits


def _shows_secret(fix: Fix) -> bool:
    texts = (fix.move_to or "", *(edit.text for edit in fix.edits))
    return any(masked(text) != text for text in texts)


def _fix_object(fix: Fix) -> JsonObject | None:
    if _shows_secret(fix):
        return None
    return {"edits": [_edit_object(edit) for edit in fix.edits], "move_to": fix.move_to}


def _edit_object(edit: Edit) -> JsonObject:
    return {**_place(edit.span), "text": edit.text}


def report_object(findings: Sequence[Finding], summary: Mapping[str, int]) -> JsonObject:
    """Give the whole report: ``{findings, summary: {records, errors, warnings, infos}}``."""
    return {"findings": [finding_object(f) for f in findings], "summary": dict(summary)}


def finding_line(finding: Finding, style: Style = PLAIN) -> str:
    """Give ``path:line:column: CODE severity: message``, with ``[*]`` where a fix is known."""
    place = visible(finding.path)
    if finding.span is not None:
        place = f"{place}:{finding.span.line}:{finding.span.column}"
    colour = _COLOURS[finding.severity]
    parts = [
        style.paint(f"{place}:", "bold") if place else "",
        style.paint(finding.code, colour, "bold"),
        style.paint(f"{finding.severity.value}:", colour),
        visible(finding.message),
        _commit(finding),
        style.paint("[*]", "cyan") if finding.fix is not None else "",
    ]
    return " ".join(part for part in parts if part)


def _commit(finding: Finding) -> str:
    """The commit that a finding is about, where its message does not say so."""
    commit = short(finding.commit or "")
    return f"(commit {commit})" if commit and commit not in finding.message else ""


def finding_lines(findings: Iterable[Finding], style: Style = PLAIN) -> list[str]:
    """Give one line a finding, in the order in which they come."""
    return [finding_line(finding, style) for finding in findings]


def summary_line(
    findings: Sequence[Finding],
    summary: Mapping[str, int],
    nothing: str = NO_FILES,
    mend: str = "sgm fix",
) -> str:
    """Give the sentence that ends a check, with the number of findings that ``mend`` can clear.

    ``nothing`` says why no record was checked; ``mend`` is a command.
    """
    if not summary["records"] and not findings:
        return f"0 records checked: {nothing}"
    kinds = (("errors", "error"), ("warnings", "warning"), ("infos", "note"))
    counts = [_count(summary[key], word) for key, word in kinds if summary[key]]
    line = f"{_count(summary['records'], 'record')} checked: {', '.join(counts) or 'all good'}"
    fixable = sum(finding.fix is not None for finding in findings)
    return f"{line} ({fixable} fixable: {mend})" if fixable else line


def counted(findings: Sequence[Finding]) -> str:
    """Give how many there are of each weight, such as ``1 error, 38 warnings``; empty for none."""
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    counts = [(sum(f.severity is each for f in findings), word) for each, word in words.items()]
    return ", ".join(_count(number, word) for number, word in counts if number)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
