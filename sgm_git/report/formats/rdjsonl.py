"""Findings as lines of reviewdog's diagnostic format, with suggestions for what can be mended.

Its columns count bytes of UTF-8, so that only who has the text of a file can give them, and each
suggestion is a mend of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from sgm_git.findings import Edit, Severity, Span
from sgm_git.record.masking import masked
from sgm_git.report.findings import shown_edits
from sgm_git.report.formats.checked import file_of, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.report.formats.checked import Checked

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def diagnostics(checked: Checked) -> Iterator[JsonValue]:
    """Give one diagnostic a finding; of a file whose text is not known only its lines."""
    for path, findings in groupby(checked.findings, lambda finding: finding.path):
        source = _Source.of(checked.source(path))
        yield from (_diagnostic(finding, source) for finding in findings)


@dataclass(frozen=True, slots=True)
class _Source:
    """The text of a file, and where each of its lines begins; both are empty where unknown."""

    text: str
    starts: Sequence[int]

    @classmethod
    def of(cls, text: str) -> _Source:
        """Take a text; an empty one is not known."""
        lengths = [len(line) + 1 for line in text.split("\n")]
        return cls(text, [*accumulate(lengths[:-1], initial=0)] if text else [])

    def has(self, span: Span) -> bool:
        """Whether both ends of a span are places of the text."""
        ends = ((span.line, span.column), (span.end_line, span.end_column))
        return all(self._holds(line, column) for line, column in ends)

    def at(self, line: int, column: int) -> int:
        """Where a place is, in code points from 0."""
        return self.starts[line - 1] + column - 1

    def column(self, line: int, column: int) -> int:
        """The column in bytes of UTF-8, from 1."""
        before = self.text[self.starts[line - 1] : self.at(line, column)]
        return len(before.encode("utf-8", "surrogatepass")) + 1

    def _holds(self, line: int, column: int) -> bool:
        if not 1 <= line <= len(self.starts):
            return False
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return column >= 1 and self.at(line, column) <= end


def _diagnostic(finding: Finding, source: _Source) -> JsonObject:
    location: JsonObject = {"path": file_of(finding)}
    if finding.span is not None:
        location["range"] = _range(finding.span, source)
    told: JsonObject = {
        "message": said(finding),
        "location": location,
        "severity": _SEVERITIES[finding.severity],
        "source": {"name": "sgm"},
        "code": {"value": finding.code},
    }
    mend = _mend(shown_edits(finding), source)
    if mend is None:
        return told
    return told | {"suggestions": [{"range": _range(mend.span, source), "text": mend.text}]}


def _mend(edits: Sequence[Edit], source: _Source) -> Edit | None:
    """All edits as one; None where there are none, or the text between them may not be shown."""
    if not edits or not all(source.has(edit.span) for edit in edits):
        return None
    first, *others = sorted(edits, key=lambda edit: edit.span)
    text, last = first.text, first.span
    for edit in others:
        between = slice(source.at(last.end_line, last.end_column), source.at(*_start(edit.span)))
        text, last = text + source.text[between] + edit.text, edit.span
    span = Span(*_start(first.span), last.end_line, last.end_column)
    return Edit(span, text) if masked(text) == text else None


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _range(span: Span, source: _Source) -> JsonObject:
    ends = {"start": _start(span), "end": (span.end_line, span.end_column)}
    if not source.has(span):
        return {name: {"line": line} for name, (line, _) in ends.items()}
    return {
        name: {"line": line, "column": source.column(line, column)}
        for name, (line, column) in ends.items()
    }
