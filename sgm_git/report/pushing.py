"""What is said of a push to whoever pushes: little, and the worst first (DESIGN section 7).

git puts ``remote:`` before each line that a server says, and a pusher reads the first ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity, gravity
from sgm_git.report.advice import advices, checking
from sgm_git.report.escape import visible
from sgm_git.report.findings import counted, finding_line
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.workflows.hooks.updates import Judged, PushReport

MOST_LINES = 30
_MOST_FINDINGS = 20
_MOST_OTHERS = 4
_LENGTH = 400
_WEIGHTS = (Severity.ERROR, Severity.WARNING)


def push_lines(report: PushReport, style: Style = PLAIN) -> list[str]:
    """Give at most ``MOST_LINES`` lines: nothing of a push in which all is well."""
    if not report.fails:
        return _cut([line for each in report.judged for line in _passing(each)][:_MOST_OTHERS])
    failing = [each for each in report.judged if each.report.fails(strict=False)]
    lines = [f"sgm: {visible(why)}" for why in report.refusals[:_MOST_FINDINGS]]
    lines += _findings(failing, style)
    lines += [f"sgm: {visible(each.ref)}: {_count(each)}" for each in failing[:_MOST_OTHERS]]
    lines += _notes(failing)
    return _cut([*lines, *_ending(failing, style)])


def _notes(failing: Sequence[Judged]) -> list[str]:
    notes = dict.fromkeys(note for each in failing for note in each.report.notes)
    return [f"sgm: {visible(note)}" for note in [*notes][:_MOST_OTHERS]]


def _findings(failing: Sequence[Judged], style: Style) -> Iterator[str]:
    found = _worst_first([each for one in failing for each in one.report.findings])
    yield from (finding_line(each, style) for each in found[:_MOST_FINDINGS])
    if len(found) > _MOST_FINDINGS:
        yield f"({counted(found[_MOST_FINDINGS:])} more)"


def _worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """Errors before warnings, the gravest first; what is only for information is left out."""
    told = dict.fromkeys(each for each in findings if each.severity in _WEIGHTS)
    return sorted(told, key=_order)


def _order(finding: Finding) -> tuple[object, ...]:
    return _WEIGHTS.index(finding.severity), gravity(finding.code), finding.sort_key


def _passing(judged: Judged) -> Iterator[str]:
    """What is to be known of a ref that is let in: by what it was judged, and its warnings."""
    told = _worst_first(judged.report.findings)
    if not judged.report.records:  # what its rules say of themselves is no news to others
        told = [each for each in told if each.code[0] != "C"]
    if not judged.report.records and not told:
        return
    for note in judged.report.notes:
        yield f"sgm: {visible(judged.ref)}: {visible(note)}"
    if told:
        yield f"sgm: {visible(judged.ref)}: {counted(told)}; {checking(judged)} shows them"


def _ending(failing: Sequence[Judged], style: Style) -> Iterator[str]:
    errors = [each for one in failing for each in one.report.findings]
    number = counted([each for each in dict.fromkeys(errors) if each.severity is Severity.ERROR])
    why = number or "see above"
    yield f"{style.paint('sgm: the push is refused:', 'red', 'bold')} {why}"
    hint = style.paint("hint:", "cyan")
    told = advices(failing) if failing else ("nothing of it was taken",)
    yield from (f"{hint} {advice}" for advice in told)


def _count(judged: Judged) -> str:
    number = judged.report.records
    records = "1 record" if number == 1 else f"{number} records"
    return f"{counted(_worst_first(judged.report.findings))} in what it brings ({records})"


def _cut(lines: Sequence[str]) -> list[str]:
    return [line if len(line) <= _LENGTH else f"{line[:_LENGTH]}…" for line in lines]
