"""What was written is said once, for people and for programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.findings import Finding, Severity
from sgm_git.report.findings import finding_object
from sgm_git.report.imports import import_lines, import_notes, import_object, import_summary
from sgm_git.report.results import result_lines, result_notes, result_object
from sgm_git.store.drafts import Written
from sgm_git.store.transaction import WriteResult
from sgm_git.workflows.importers import Skipped
from sgm_git.workflows.importing import ImportedRecord, ImportReport

ADDED = Written("fact-a", "fact", "memory/fact/fact-a.md", "add")
SAME = Written("fact-b", "fact", "memory/fact/fact-b.md", "same")
WARNING = Finding("S205", Severity.WARNING, "memory/x.md", "no rationale")
RESULT = WriteResult("c" * 40, (ADDED, SAME), (WARNING,), ("hooks not run",))
REPORT = ImportReport(
    "madr",
    (
        ImportedRecord("d-1", "memory/d-1.md", "0001.md", "added", ("status was 'done'",)),
        ImportedRecord("d-2", "memory/d-2.md", "0002.md", "same"),
        ImportedRecord("d-3", "memory/d-3.md", "0003\x1b.md", "edited here"),
    ),
    (Skipped("notes.md", "no decision"),),
    (Skipped("bad.jsonl", "S201 no id", 7),),
    (WARNING,),
    "c" * 40,
)


def test_a_write_is_a_line_a_record_and_a_note_of_the_commit() -> None:
    assert list(result_lines(RESULT)) == [
        "add fact-a memory/fact/fact-a.md",
        "same fact-b memory/fact/fact-b.md",
    ]
    assert list(result_notes(RESULT)) == ["committed as cccccccccc", "hooks not run"]


def test_a_write_that_changes_nothing_says_so() -> None:
    assert list(result_notes(WriteResult(None, (SAME,)))) == ["nothing to change"]


def test_a_write_is_an_object() -> None:
    assert result_object(RESULT) == {
        "commit": "c" * 40,
        "written": [
            {"action": "add", "id": "fact-a", "path": "memory/fact/fact-a.md", "blob": None},
            {"action": "same", "id": "fact-b", "path": "memory/fact/fact-b.md", "blob": None},
        ],
        "findings": [finding_object(WARNING)],
        "notes": ["hooks not run"],
    }


def test_what_is_written_cannot_act_on_the_terminal() -> None:
    nasty = Written("\x1b[2J", "fact", "a\n\u202e.md", "add")
    assert list(result_lines(WriteResult(None, (nasty,)))) == [r"add \x1b[2J a\n\u202e.md"]


def test_an_import_tells_what_changed_and_what_was_left_out() -> None:
    assert list(import_lines(REPORT)) == [
        "added d-1 from 0001.md: status was 'done'",
        r"edited here d-3 from 0003\x1b.md",
        "skipped notes.md: no decision",
        "refused bad.jsonl:7: S201 no id",
    ]


def test_an_import_that_is_not_made_tells_what_it_would_do() -> None:
    assert list(import_lines(REPORT, dry_run=True)) == [
        "would add d-1 from 0001.md: status was 'done'",
        r"edited here d-3 from 0003\x1b.md",
        "would skip notes.md: no decision",
        "would refuse bad.jsonl:7: S201 no id",
    ]


def test_an_import_is_summed_up_with_its_format() -> None:
    assert import_summary(REPORT, dry_run=False) == (
        "madr: 1 added, 0 changed, 1 same, 1 edited here and left alone, 1 skipped, 1 refused"
    )
    nothing = ImportReport("jsonl", (), (), (), (), None)
    assert import_summary(nothing, dry_run=True) == (
        "jsonl: would be: 0 added, 0 changed, 0 same, 0 skipped"
    )


def test_what_is_wrong_with_what_came_in_is_counted_and_not_listed() -> None:
    assert list(import_notes(REPORT, dry_run=False)) == [
        "1 warning: sgm check shows it",
        "committed as cccccccccc",
    ]
    error = replace(WARNING, code="S203", severity=Severity.INFO)
    several = replace(REPORT, findings=(error, WARNING, error), commit=None)
    assert list(import_notes(several, dry_run=True)) == [
        "1 warning, 2 notes: sgm check would show them"
    ]
    assert list(import_notes(replace(several, findings=()), dry_run=True)) == []


@pytest.mark.parametrize(
    ("paths", "sharded", "command"),
    [
        (["memory/fact/a.md"], False, ":/memory/fact/a.md"),
        (["memory/fact/a.md", "memory/rule/b.md"], False, ":/memory"),
        (["a.md", "b.md"], False, ":/"),
        (["my notes/a.md", "my notes/b.md"], True, "':/my notes' :/.sgm/config.toml"),
    ],
)
def test_what_was_written_and_not_committed_is_said_with_the_way_on(
    paths: list[str], sharded: bool, command: str
) -> None:
    records = tuple(ImportedRecord(path, path, path, "added") for path in paths)
    same = ImportedRecord("c", "elsewhere/c.md", "c", "same")
    report = ImportReport("madr", (*records, same), (), (), (), None, sharded)
    said = f"written, not committed: git add -- {command} && git commit"
    assert list(import_notes(report, dry_run=False))[-1] == said
    assert said not in import_notes(report, dry_run=True)


def test_nothing_is_left_to_do_where_nothing_was_written() -> None:
    report = ImportReport("madr", (ImportedRecord("a", "a.md", "a", "same"),), (), (), (), None)
    assert list(import_notes(report, dry_run=False)) == []


def test_where_nothing_is_to_be_found_it_is_said_what_was_looked_for() -> None:
    report = ImportReport("markdown", (), (Skipped("a.txt", "no Markdown"),), (), (), None)
    said = "records are looked for in .md, .markdown, .mdc, .json, .jsonl, .ndjson"
    for dry_run in (False, True):
        assert list(import_notes(report, dry_run=dry_run)) == [f"nothing to import there: {said}"]


def test_folders_by_shard_are_said() -> None:
    sharded = replace(REPORT, findings=(), sharded=True, notes=("hooks not run",))
    assert list(import_notes(sharded, dry_run=False)) == [
        "so many records lie in folders by shard: .sgm/config.toml has the new layout",
        "committed as cccccccccc",
        "hooks not run",
    ]


def test_an_import_is_an_object() -> None:
    found = import_object(REPORT)
    assert (found["sharded"], found["notes"]) == (False, [])
    assert found["format"] == "madr"
    assert found["refused"] == [
        {"source_path": "bad.jsonl", "line": 7, "reason": "S201 no id"},
    ]
    assert found["records"] == [
        {
            "id": record.id,
            "path": record.path,
            "source_path": record.source_path,
            "outcome": record.outcome,
            "notes": list(record.notes),
        }
        for record in REPORT.records
    ]
