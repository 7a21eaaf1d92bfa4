"""Findings as GitHub Actions shows them: workflow commands, and Markdown for the step summary.

A step shows ten annotations of each level and drops the others without a word, so the most
important come first, and the last one says where the rest is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible
from sgm_git.report.fencing import inline
from sgm_git.report.findings import summary_line
from sgm_git.report.formats.checked import by_weight, file_of, said
from sgm_git.report.logs import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.findings import Finding
    from sgm_git.report.formats.checked import Checked, Notice

_NOTICE = "notice"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: _NOTICE}
_MOST = 10  # annotations of one level that a step shows
ROOM = 1_000_000
"""How many bytes of a step's summary are filled: the limit is 1 MiB."""

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})
_LONGEST = 500
_MOST_TEXT = 4_000  # characters: the runner gives up an annotation of more than 64 KiB
_MEND = "sgm fix"


def commands(
    checked: Checked, notices: Sequence[Notice] = (), *, has_summary: bool = False
) -> Iterator[str]:
    """Give one workflow command a line; no text of a record can begin a line of its own.

    ``notices`` come before the findings of their level, in the order in which they are given: a
    heap of small findings is quickly made, and must not take their place. The step summary is
    named only where it is written.
    """
    told: dict[str, list[str]] = {level: [] for level in _LEVELS.values()}
    for notice in notices:
        told[_level(notice)].append(_noticed(notice))
    for finding in by_weight(checked.findings):
        told[_LEVELS[finding.severity]].append(_command(finding))
    place = " in the step summary" if has_summary else f": sgm {checked.command} tells them"
    for level, lines in told.items():
        shown = lines if len(lines) <= _MOST else lines[: _MOST - 1]
        yield from shown
        rest = len(lines) - len(shown)
        if rest:
            yield f"::{level} title=sgm::{rest} more of this level{place}"


def step_summary(checked: Checked, room: int = ROOM) -> str:
    """Give Markdown for the step summary: every finding, as far as ``room`` bytes hold them."""
    found = by_weight(checked.findings)
    head = f"### sgm {checked.command}: {summary_line(found, checked.summary, mend=_MEND)}\n\n"
    lines, size = [], len(head.encode())
    for place, finding in enumerate(found):
        line = _item(finding)
        size += len(line.encode("utf-8", "surrogatepass"))
        if size > room:
            lines.append(f"- and {len(found) - place} more\n")
            break
        lines.append(line)
    return head + "".join(lines)


def _command(finding: Finding) -> str:
    properties = {"file": file_of(finding), **_place(finding), "title": finding.code}
    return _line(_LEVELS[finding.severity], properties, finding.message)


def _level(notice: Notice) -> str:
    return _LEVELS[Severity.WARNING] if notice.is_grave else _NOTICE


def _noticed(notice: Notice) -> str:
    return _line(_level(notice), {"file": masked(notice.path), "title": notice.title}, notice.text)


def _line(level: str, properties: Mapping[str, str], message: str) -> str:
    told = ",".join(f"{k}={_shown(v).translate(_PROPERTY)}" for k, v in properties.items())
    return f"::{level} {told}::{_shown(message).translate(_DATA)}"


def _shown(text: str) -> str:
    shown = harmless(visible(text))
    return shown if len(shown) <= _MOST_TEXT else f"{shown[:_MOST_TEXT]}…"


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
