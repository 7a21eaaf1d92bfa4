"""Findings as GitHub Actions shows them: workflow commands, and Markdown for the step summary.

A step shows ten annotations of each level and drops the others without a word, so the most
important come first, and the last one says where the rest is.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.escape import visible
from sgm_git.report.fencing import inline
from sgm_git.report.findings import summary_line
from sgm_git.report.formats.checked import by_weight, file_of, said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.findings import Finding
    from sgm_git.report.formats.checked import Checked

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST = 10  # annotations of one level that a step shows
_LARGEST = 1_000_000  # bytes of a step's summary: the limit is 1 MiB
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})
_LONGEST = 500
_MEND = "sgm fix"


def commands(checked: Checked) -> Iterator[str]:
    """Give one workflow command a line; no text of a record can begin a line of its own."""
    for severity, group in groupby(by_weight(checked.findings), lambda f: f.severity):
        found = list(group)
        shown = found if len(found) <= _MOST else found[: _MOST - 1]
        yield from map(_command, shown)
        rest = len(found) - len(shown)
        if rest:
            yield f"::{_LEVELS[severity]} title=sgm::{rest} more of this level in the step summary"


def step_summary(checked: Checked) -> str:
    """Give Markdown for the step summary: every finding, as far as there is room."""
    found = by_weight(checked.findings)
    head = f"### sgm check: {summary_line(found, checked.summary, mend=_MEND)}\n\n"
    lines, size = [], len(head.encode())
    for place, finding in enumerate(found):
        line = _item(finding)
        size += len(line.encode("utf-8", "surrogatepass"))
        if size > _LARGEST:
            lines.append(f"- and {len(found) - place} more\n")
            break
        lines.append(line)
    return head + "".join(lines)


def _command(finding: Finding) -> str:
    properties = {"file": visible(file_of(finding)), **_place(finding), "title": finding.code}
    told = ",".join(f"{name}={value.translate(_PROPERTY)}" for name, value in properties.items())
    return f"::{_LEVELS[finding.severity]} {told}::{said(finding).translate(_DATA)}"


def _place(finding: Finding) -> dict[str, str]:
    """The lines, and the column where it is one line: others may have none."""
    span = finding.span
    if span is None:
        return {}
    place = {"line": str(span.line), "endLine": str(span.end_line)}
    return place | {"col": str(span.column)} if span.line == span.end_line else place


def _item(finding: Finding) -> str:
    place = file_of(finding) if finding.span is None else f"{file_of(finding)}:{finding.span.line}"
    word = _LEVELS[finding.severity]
    return (
        f"- {finding.code} {word}, {inline(place, _LONGEST)}: {inline(said(finding), _LONGEST)}\n"
    )
