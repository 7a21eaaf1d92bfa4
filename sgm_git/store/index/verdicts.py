"""What was said of documents, as text: all of a finding but its path."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sgm_git.findings import Edit, Finding, Fix, Severity, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def said_text(findings: Iterable[Finding]) -> str:
    """Write findings about one document; without any it is empty."""
    told = [
        [
            *(each.code, each.severity, each.message, _places(each.span), each.pointer, each.id),
            *(_fix_list(each.fix), each.commit),
        ]
        for each in findings
    ]
    return json.dumps(told) if told else ""


def findings_from(path: str, text: str) -> list[Finding]:
    """Read findings about the document at a path; raises one of ``NONSENSE`` for what is none."""
    return [
        Finding(code, Severity(severity), path, message, _span(span), at, name, _fix(fix), commit)
        for code, severity, message, span, at, name, fix, commit in json.loads(text or "[]")
    ]


def _places(span: Span | None) -> list[int] | None:
    return None if span is None else [span.line, span.column, span.end_line, span.end_column]


def _span(told: Sequence[int] | None) -> Span | None:
    return None if told is None else Span(*told)


def _fix_list(fix: Fix | None) -> list[object] | None:
    if fix is None:
        return None
    return [[[_places(edit.span), edit.text] for edit in fix.edits], fix.move_to]


def _fix(told: tuple[list[tuple[list[int], str]], str | None] | None) -> Fix | None:
    if told is None:
        return None
    edits, move_to = told
    return Fix(tuple(Edit(Span(*span), text) for span, text in edits), move_to)
