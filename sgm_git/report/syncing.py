"""What came of a sync, as text and as JSON (DESIGN 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible
from sgm_git.report.findings import counted, finding_line, finding_object
from sgm_git.report.style import PLAIN, Style
from sgm_git.workflows.syncing.model import SyncState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.syncing.model import (
        RecordChange,
        RecordConflict,
        SyncReport,
        Traffic,
        Trouble,
    )

_MOST_RECORDS = 30
_MOST_FINDINGS = 5
_MOST_WORDS = 40
_INCOMPLETE = "S213"
_MOST_TITLE = 60
_USUAL = "changed on both sides"  # goes without saying where the fields are named


def sync_lines(report: SyncReport) -> Iterator[str]:
    """Give a line for each record that came or went, or is in conflict; not of endless many."""
    ways = (("pulled", report.pulled), ("pushed", report.pushed))
    if report.state is SyncState.PLANNED:
        ways = (("to pull", report.pulled), ("to push", report.pushed))
    for way, traffic in ways:
        yield from (_change(way, each) for each in traffic.records[:_MOST_RECORDS])
        left_out = len(traffic.records) - _MOST_RECORDS
        if left_out > 0:
            yield f"{way}: {left_out} more"
    yield from (visible(f"stamped {path}") for path in report.restamped[:_MOST_RECORDS])
    yield from map(_conflict, report.conflicts)


def _change(way: str, change: RecordChange) -> str:
    place = change.path if change.before is None else f"{change.before} -> {change.path}"
    return visible(" ".join(filter(None, (way, change.action, change.id, place))))


def _conflict(conflict: RecordConflict) -> str:
    words = ["conflict", conflict.id, conflict.path]
    line = " ".join(word for word in words if word)
    is_told = bool(conflict.fields) and conflict.kind == _USUAL
    what = ": ".join(filter(None, ("" if is_told else conflict.kind, ", ".join(conflict.fields))))
    title = conflict.title or ""
    shown = title if len(title) <= _MOST_TITLE else f"{title[:_MOST_TITLE]}…"
    return visible(f"{line}: {what}{f' ({shown})' if shown else ''}")


def sync_notes(report: SyncReport, style: Style = PLAIN) -> Iterator[str]:
    """Give what a person wants to know besides: findings, notes, and how it ended."""
    yield from _findings(report.incoming, "in what came", report.incoming_range, style)
    yield from _incomplete(report)
    yield from _findings(report.outgoing, "in what goes", report.outgoing_range, style)
    yield from (f"sgm: {visible(note)}" for note in report.notes)
    if report.trouble is None:
        yield visible(_ending(report))
    else:
        yield from _trouble(report.trouble, style)


def _findings(
    findings: Sequence[Finding], where: str, span: str | None, style: Style
) -> Iterator[str]:
    """The gravest first, and where all of them are told."""
    weighing = (each for each in findings if each.severity is not Severity.INFO)
    told = sorted(weighing, key=lambda each: each.severity is not Severity.ERROR)
    if told:
        yield f"sgm: {where}: {counted(told)}"
    yield from (finding_line(each, style) for each in told[:_MOST_FINDINGS])
    if len(told) > _MOST_FINDINGS:
        how = "sgm check" if span is None else f"sgm check --range {span}"
        yield f"and {len(told) - _MOST_FINDINGS} more: {how}"


def _incomplete(report: SyncReport) -> Iterator[str]:
    """Say what completes records that are committed already, which ``sgm fix`` leaves."""
    number = len({each.path for each in report.incoming if each.code == _INCOMPLETE})
    is_here = report.state in (SyncState.SYNCED, SyncState.REFUSED)
    if number and is_here and report.incoming_range is not None:
        start = report.incoming_range.partition("..")[0]
        what = "1 record came incomplete" if number == 1 else f"{number} records came incomplete"
        yield f"sgm: {what}: sgm fix --range {start}..HEAD completes what was committed"


def _trouble(trouble: Trouble, style: Style) -> Iterator[str]:
    yield f"{style.paint('sgm: error:', 'red', 'bold')} {visible(trouble.message)}"
    yield from (f"  {visible(word)}" for word in trouble.words[-_MOST_WORDS:])
    if trouble.hint:
        yield f"{style.paint('hint:', 'cyan')} {visible(trouble.hint)}"


def _ending(report: SyncReport) -> str:
    there = f"{report.remote}/{report.branch}" if report.remote else ""
    if report.state is SyncState.UNCHANGED:
        return f"nothing to do: {there} is where we are" if there else "nothing is under way now"
    came, went = _commits(report.pulled), _commits(report.pushed)
    if report.state is SyncState.PLANNED:
        return f"would sync with {there}: {came} to pull, {went} to push; nothing was moved"
    again = f", in {report.attempts} attempts" if report.attempts > 1 else ""
    return f"synced with {there}: {came} pulled, {went} pushed{again}"


def _commits(traffic: Traffic) -> str:
    return "1 commit" if traffic.commits == 1 else f"{traffic.commits} commits"


def sync_object(report: SyncReport) -> JsonObject:
    """Give the JSON shape (``sgm schema sync``): every name always there, absent is null."""
    return {
        "state": report.state.value,
        "remote": report.remote or None,
        "branch": report.branch or None,
        "before": report.before,
        "after": report.after,
        "attempts": report.attempts,
        "mode": report.mode,
        "pulled": {"commits": report.pulled.commits, "records": _records(report.pulled)},
        "pushed": {
            "commits": report.pushed.commits,
            "other_commits": report.pushed.other_commits,
            "records": _records(report.pushed),
        },
        "restamped": list(report.restamped),
        "conflicts": [_conflict_object(each) for each in report.conflicts],
        "incoming": [finding_object(each) for each in report.incoming],
        "outgoing": [finding_object(each) for each in report.outgoing],
        "incoming_range": report.incoming_range,
        "outgoing_range": report.outgoing_range,
        "notes": list(report.notes),
        **_trouble_object(report.trouble),
    }


def _trouble_object(trouble: Trouble | None) -> JsonObject:
    if trouble is None:
        return {"message": None, "hint": None, "words": []}
    words = [masked(word) for word in trouble.words]
    return {"message": trouble.message, "hint": trouble.hint, "words": [*words]}


def _records(traffic: Traffic) -> list[JsonValue]:
    return [
        {
            "path": each.path,
            "id": each.id,
            "title": each.title,
            "action": each.action,
            "before": each.before,
        }
        for each in traffic.records
    ]


def _conflict_object(conflict: RecordConflict) -> JsonObject:
    return {
        "path": conflict.path,
        "id": conflict.id,
        "title": conflict.title,
        "kind": conflict.kind,
        "fields": list(conflict.fields),
    }
