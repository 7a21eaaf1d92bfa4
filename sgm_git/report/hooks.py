"""What a hook says of the records of a commit, for the person who commits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity, gravity
from sgm_git.report.escape import visible
from sgm_git.report.findings import counted, finding_lines
from sgm_git.report.style import PLAIN, Style
from sgm_git.store.unfinished import way_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.workflows.hooks.committing import Gate
    from sgm_git.workflows.hooks.plan import Reason

_MOST = 50  # errors, or lines of shell, that are shown; what is first is mended first
_MOST_WARNINGS = 10
_DONE: dict[Reason, str] = {"complete": "completed", "stamp": "stamped", "restore": "restored"}
_KEEPING = "K"
_NEVER_CHANGE = frozenset(("P301", "P302"))


def gate_lines(gate: Gate, style: Style = PLAIN) -> list[str]:
    """Give what there is to say: nothing of a commit in which all is well.

    Findings come first, notes next, and last why the commit stops and what to do then.
    """
    verdict = gate.verdict
    lines = told_lines(verdict.findings, (*verdict.notes, *gate.applied.notes), style)
    if verdict.blocks:
        return [*lines, *_refusal(gate, style)]
    done = _done(gate)
    return [*lines, f"sgm: {done}"] if done else lines


def told_lines(
    findings: Sequence[Finding], notes: Sequence[str], style: Style = PLAIN
) -> list[str]:
    """Give errors and warnings, not endlessly many, and then the notes."""
    told = [each for each in findings if each.severity is not Severity.INFO]
    shown, left_out = _shown(told)
    lines = finding_lines(shown, style)
    if left_out:
        lines.append(f"and {counted(left_out)} more: sgm check shows all")
    return [*lines, *(f"sgm: {visible(note)}" for note in notes)]


def _shown(findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings that are shown, and those for which there is no room, each in their order."""
    room = {Severity.ERROR: _MOST, Severity.WARNING: _MOST_WARNINGS}
    shown: list[Finding] = []
    left_out: list[Finding] = []
    for each in findings:
        room[each.severity] -= 1
        (left_out if room[each.severity] < 0 else shown).append(each)
    return shown, left_out


def refused_lines(findings: Sequence[Finding], style: Style = PLAIN) -> list[str]:
    """Give why it stops, and what to do then, where only a person can mend it."""
    errors = [each for each in findings if each.severity is Severity.ERROR]
    lines = [f"{style.paint('sgm: refused:', 'red', 'bold')} {counted(errors) or 'see above'}"]
    if errors:
        worst = min((each.code for each in errors), key=gravity)
        hint = f"{_mending(errors)}, stage it and commit again; sgm rule {worst} explains"
        lines.append(f"{style.paint('hint:', 'cyan')} {hint}")
    return lines


def _mending(errors: Sequence[Finding]) -> str:
    fixable = sum(each.fix is not None for each in errors)
    if fixable == len(errors):
        return "run sgm fix, which mends it"
    return "run sgm fix for what is marked [*], mend the rest" if fixable else "mend it"


def files_line(gate: Gate) -> str:
    """Give the sentence that ends a run in which files were changed and the index was not."""
    number = len(gate.applied.paths)
    what = "file was" if number == 1 else "files were"
    return f"sgm: {number} {what} changed: stage {'it' if number == 1 else 'them'} and commit again"


def _done(gate: Gate) -> str:
    """What was done to how many records, such as ``completed 1, stamped 2 records``."""
    counts = {
        word: sum(reason in each.reasons for each in gate.verdict.amendments)
        for reason, word in _DONE.items()
    }
    parts = [f"{word} {number}" for word, number in counts.items() if number]
    if not parts:
        return ""
    return f"{', '.join(parts)} {'record' if parts[-1].endswith(' 1') else 'records'}"


def _refusal(gate: Gate, style: Style) -> Iterator[str]:
    errors = [each for each in gate.verdict.findings if each.severity is Severity.ERROR]
    lost, others = _split(errors)
    refused = refused_lines(errors, style)
    yield refused[0]
    if others:
        yield from refused_lines(others, style)[1:]
    if gate.verdict.commands:
        yield f"{style.paint('hint:', 'cyan')} {_way_out(gate, lost)}"
        yield from (f"  {visible(command)}" for command in gate.verdict.commands[:_MOST])
        left_out = len(gate.verdict.commands) - _MOST
        if left_out > 0:
            yield f"  (and {left_out} more, once these are run)"
    under_way = gate.verdict.under_way
    if under_way and any(each.code in _NEVER_CHANGE for each in others):
        way = f"finish the {under_way} ({way_on(under_way)}); it is changed on purpose after that"
        yield f"{style.paint('hint:', 'cyan')} put back what never changes, and {way}"


def _split(errors: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The errors about what was dropped, and the others."""
    lost = [each for each in errors if each.code.startswith(_KEEPING)]
    return lost, [each for each in errors if each not in lost]


def _way_out(gate: Gate, lost: Sequence[Finding]) -> str:
    put_back = {each.path for each in gate.verdict.amendments if "restore" in each.reasons}
    under_way = gate.verdict.under_way
    if under_way is None:
        again, on_purpose = "commit again", "to drop it on purpose, run this and commit again:"
    else:
        again = f"finish the {under_way} ({way_on(under_way)})"
        on_purpose = "to drop it on purpose, run this after that and commit:"
    if not put_back:
        keep = "" if under_way is None else f" and {again}"
        return f"put back what was dropped{keep}; {on_purpose}"
    where = "in the index and the file" if gate.in_index else "in the file"
    rest = "" if {each.path for each in lost} <= put_back else ", but for what has no way back"
    if not gate.in_index:
        again = f"stage it, or name it again, and {again if under_way else 'commit'}"
    return f"what was dropped is put back {where}{rest}: {again} to keep it; {on_purpose}"
