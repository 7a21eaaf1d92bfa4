"""What ``sgm diff`` tells of records, for people and for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

from sgm_git.report.comparing import diff_object, diff_text, stat_lines, total
from sgm_git.resources import schema_text
from sgm_git.workflows.diffing import WORK_TREE, Side, diff
from tests.store.support import BASE
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.workflows.diffing import RecordDiff
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
LONG = b"word " * 20


@pytest.fixture
def found(sandbox: GitSandbox) -> list[RecordDiff]:
    sandbox.write(PATH, BASE)
    sandbox.write("memory/fact/gone.md", b"---\nid: gone\ntype: fact\n---\n")
    sandbox.write("memory/fact/broken.md", b"---\nid: broken\ntype: fact\n---\n")
    sandbox.write("memory/fact/old.md", b"---\nid: old\ntype: fact\n---\n")
    store = begin(sandbox)
    sandbox.write(PATH, BASE.replace(b"Body text", LONG).replace(b"title: Keep", b"title: Hold"))
    (sandbox.path / "memory/fact/gone.md").unlink()
    sandbox.write("memory/fact/broken.md", b"---\nid: [\n---\n")
    sandbox.run("mv", "memory/fact/old.md", "memory/fact/new.md")
    return diff(store.records, Side("HEAD"), WORK_TREE)


def test_each_record_has_a_head_and_its_fields(found: list[RecordDiff]) -> None:
    told = list(diff_text(found))
    assert told[:3] == [
        f"{PATH}  dec-keep-datastore changed",
        '  title: "Keep the current datastore" -> "Hold the current datastore"',
        "  content:",
    ]
    assert "memory/fact/gone.md  gone removed" in told
    assert "memory/fact/new.md  old moved from memory/fact/old.md" in told
    assert any(line.startswith("  cannot be read now: ") for line in told)


def test_a_line_a_record_names_the_fields(found: list[RecordDiff]) -> None:
    told = list(stat_lines(found))
    assert told[0] == f"{PATH}  dec-keep-datastore changed: title, content"
    assert len(told) == len(found) == 4


def test_the_last_line_counts(found: list[RecordDiff]) -> None:
    assert total(found) == "4 records differ: 2 changed, 1 moved, 1 removed"
    assert total(found[:1]) == "1 record differs: 1 changed"
    assert total([]) == "no record differs"


def test_a_text_that_becomes_something_else_is_told_with_both(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"title: Keep the current datastore", b"title: " + LONG))
    store = begin(sandbox)
    sandbox.write(PATH, BASE.replace(b"title: Keep the current datastore", b"title: {a: 1}"))
    (line,) = (
        line
        for line in diff_text(diff(store.records, Side("HEAD"), WORK_TREE))
        if line.startswith("  title: ")
    )
    assert line.endswith('-> {"a": 1}')


def test_programs_get_what_the_schema_promises(found: list[RecordDiff]) -> None:
    told = diff_object(found)
    jsonschema.validate(told, json.loads(schema_text("diff")))
    patches = {each["path"]: each["patch"] for each in told["records"]}  # type: ignore[index, union-attr, call-overload]  # as the schema says
    assert patches["memory/fact/broken.md"] is None
    assert patches["memory/fact/gone.md"] == [{"op": "remove", "path": ""}]
    assert patches["memory/fact/new.md"] == []
