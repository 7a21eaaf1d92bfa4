"""What a watch tells, as lines and as JSON (DESIGN section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_lines, finding_object
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.watching.event import Event


def event_lines(event: Event, style: Style = PLAIN) -> list[str]:
    """The lines of an event that are data: findings, and where there are none any more."""
    if event.kind == "ok":
        place = f"{visible(event.path or '')}:"
        return [f"{style.paint(place, 'bold')} ok"]
    return finding_lines(event.findings, style) if event.kind == "findings" else []


def event_notes(event: Event) -> list[str]:
    """What a person is told of an event besides."""
    if event.kind in ("saved", "ok", "findings"):
        return []
    path, why = event.path or "", event.why or ""
    said = {
        "watching": "watching; Ctrl-C ends it",
        "gone": f"{path}: the file is gone",
        "committed": f"{path}: committed as {short(event.commit or '')}",
        "left": f"{path}: left uncommitted: {why}" if path else f"left uncommitted: {why}",
        "synced": f"synced {why}",
        "unsynced": f"not synced: {why}",
    }.get(event.kind, why)
    lines = [said]
    if event.kind == "synced":
        lines += finding_lines(event.findings)
    return lines if event.hint is None else [*lines, f"hint: {event.hint}"]


def event_object(event: Event) -> JsonObject:
    """Give the JSON shape of an event: every name always there, what is absent ``null``."""
    return {
        "event": event.kind,
        "path": None if event.path is None else masked(event.path),
        "id": None if event.id is None else masked(event.id),
        "findings": [finding_object(each) for each in event.findings],
        "commit": event.commit,
        "why": None if event.why is None else masked(event.why),
        "hint": None if event.hint is None else masked(event.hint),
        "time": event.time,
    }


def is_worth_telling(event: Event) -> bool:
    """Whether a program that is told of what happens wants to know."""
    return event.kind not in ("saved", "watching")
