"""What a sync says, as text and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import jsonschema
import pytest
from referencing import Registry, Resource

from sgm_git.findings import Finding, Severity
from sgm_git.report.syncing import sync_lines, sync_notes, sync_object
from sgm_git.resources import schema_text
from sgm_git.workflows.syncing.model import (
    RecordChange,
    RecordConflict,
    SyncReport,
    SyncState,
    Traffic,
    Trouble,
)

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

CAME = RecordChange("memory/fact/a.md", "changed", "fact-a", "A")
LOST = RecordChange("memory/fact/b.md", "removed")
EVIL = "\x1b[31mred\n"
BAD = Finding("F101", Severity.ERROR, "memory/fact/bad.md", f"no front matter {EVIL}")
NOTE = Finding("S204", Severity.INFO, "memory/fact/a.md", "unknown")
FULL = SyncReport(
    SyncState.SYNCED,
    "origin",
    "main",
    "a" * 40,
    "b" * 40,
    2,
    pulled=Traffic(1, 0, (CAME, LOST)),
    pushed=Traffic(3, 1, (replace(CAME, action="added"),)),
    restamped=("memory/fact/a.md",),
    incoming=(BAD, NOTE),
    notes=("1 other commit goes along",),
)
STOPPED = SyncReport(
    SyncState.CONFLICT,
    "origin",
    "main",
    conflicts=(
        RecordConflict(f"memory/{EVIL}.md", "changed on both sides", "x", EVIL, ("/title", "/y")),
        RecordConflict("notes.txt", "deleted there"),
    ),
    trouble=Trouble("it has stopped", "go on", (f"remote: {EVIL}",)),
)


def _validated(report: SyncReport) -> JsonObject:
    shape = json.loads(schema_text("sync"))
    finding = Resource.from_contents(json.loads(schema_text("finding")))
    known = Registry().with_resource("urn:sgm-git:schema:finding", finding)
    value = sync_object(report)
    jsonschema.Draft202012Validator(shape, registry=known).validate(value)
    return value


@pytest.mark.parametrize("report", [FULL, STOPPED, SyncReport(SyncState.UNCHANGED)])
def test_the_json_has_its_shape_and_every_name(report: SyncReport) -> None:
    shape = json.loads(schema_text("sync"))
    assert list(_validated(report)) == shape["required"]


def test_the_json_tells_all() -> None:
    told = _validated(FULL)
    assert told["pulled"] == {
        "commits": 1,
        "records": [
            {
                "path": "memory/fact/a.md",
                "id": "fact-a",
                "title": "A",
                "action": "changed",
                "before": None,
            },
            {
                "path": "memory/fact/b.md",
                "id": None,
                "title": None,
                "action": "removed",
                "before": None,
            },
        ],
    }
    assert (told["message"], told["hint"], told["words"]) == (None, None, [])
    assert _validated(STOPPED)["words"] == [f"remote: {EVIL}"]


def test_every_record_has_a_line() -> None:
    assert list(sync_lines(FULL)) == [
        "pulled changed fact-a memory/fact/a.md",
        "pulled removed memory/fact/b.md",
        "pushed added fact-a memory/fact/a.md",
        "stamped memory/fact/a.md",
    ]
    assert list(sync_lines(replace(FULL, state=SyncState.PLANNED)))[2] == (
        "to push added fact-a memory/fact/a.md"
    )


def test_very_many_records_are_counted() -> None:
    many = replace(FULL, pulled=Traffic(1, 0, (CAME,) * 40), pushed=Traffic(), restamped=())
    lines = list(sync_lines(many))
    assert (len(lines), lines[-1]) == (31, "pulled: 10 more")


def test_a_conflict_names_its_fields_and_nothing_in_it_acts() -> None:
    assert list(sync_lines(STOPPED)) == [
        r"conflict x memory/\x1b[31mred\n.md: /title, /y (\x1b[31mred\n)",
        "conflict notes.txt: deleted there",
    ]
    assert list(sync_notes(STOPPED)) == [
        "sgm: error: it has stopped",
        r"  remote: \x1b[31mred\n",
        "hint: go on",
    ]


def test_the_notes_tell_findings_that_weigh_and_how_it_ended() -> None:
    assert list(sync_notes(FULL)) == [
        "sgm: in what came: 1 error",
        r"memory/fact/bad.md: F101 error: no front matter \x1b[31mred\n",
        "sgm: 1 other commit goes along",
        "synced with origin/main: 1 commit pulled, 3 commits pushed, in 2 attempts",
    ]


def test_few_findings_are_told_the_gravest_first() -> None:
    light = replace(BAD, severity=Severity.WARNING, message="light")
    crowded = replace(
        FULL, incoming=(), outgoing=(*(light,) * 17, BAD), outgoing_range="aaaa..bbbb"
    )
    lines = list(sync_notes(crowded))
    assert "F101 error" in lines[1]
    assert lines[6] == "and 13 more: sgm check --range aaaa..bbbb"


def test_what_came_incomplete_is_completed_by_its_range() -> None:
    gap = replace(BAD, code="S213")
    came = replace(FULL, incoming=(gap, gap), incoming_range="aaaa..bbbb")
    told = "sgm: 1 record came incomplete: sgm fix --range aaaa..HEAD completes what was committed"
    assert told in list(sync_notes(came))
    assert told not in list(sync_notes(replace(came, state=SyncState.PLANNED)))


@pytest.mark.parametrize(
    ("report", "ending"),
    [
        (SyncReport(SyncState.UNCHANGED), "nothing is under way now"),
        (SyncReport(SyncState.UNCHANGED, "o", "m"), "nothing to do: o/m is where we are"),
        (
            SyncReport(SyncState.PLANNED, "o", "m"),
            "would sync with o/m: 0 commits to pull, 0 commits to push; nothing was moved",
        ),
    ],
)
def test_every_end_is_said(report: SyncReport, ending: str) -> None:
    assert list(sync_notes(report)) == [ending]


def test_a_record_that_was_moved_is_told_with_both_paths() -> None:
    moved = replace(CAME, action="moved", before="memory/old.md")
    report = replace(FULL, pulled=Traffic(1, 0, (moved,)))
    assert next(sync_lines(report)) == "pulled moved fact-a memory/old.md -> memory/fact/a.md"
    _validated(report)
