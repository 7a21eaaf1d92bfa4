"""What is known of provenance: declared, and where it says nothing, by git."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.witness.effective import Extent
from sgm_git.workflows.knowing import know, know_if_possible, know_one, undeclared_edits
from tests.store.support import BASE, NOW, open_store
from tests.workflows.support import begin
from tests.workflows.test_history import PATH, REF, change

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonValue
    from tests.support import GitSandbox

BARE = b"---\nid: bare\n---\n\nNothing is declared.\n"


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """A record that declares its beginning, and one that declares nothing."""
    begin(sandbox)
    sandbox.write(PATH, BASE)
    sandbox.write("memory/bare.md", BARE)
    sandbox.commit("add", date="2026-10-10T18:30:00Z")
    return sandbox


def fields(box: GitSandbox, engine: Engine, ref: str) -> dict[str, tuple[JsonValue, str]]:
    """The effective fields of a record."""
    _, found, _ = know_one(open_store(box.path, engine).records, ref, NOW)
    return {name: (known.value, known.source.value) for name, known in found.fields.items()}


def test_gaps_are_filled_and_what_is_declared_stays(box: GitSandbox, engine: Engine) -> None:
    change(box, title="New")
    box.commit("edit", author="Bob <bob@example.org>", date="2026-10-11T09:00:00Z")
    declared = fields(box, engine, REF)
    assert declared["agent"] == ("build-agent", "declared")
    assert declared["modified_by"] == ("Bob", "witnessed")
    assert declared["modified_at"] == ("2026-10-11T09:00:00Z", "witnessed")
    assert fields(box, engine, "bare") == {
        "agent": ("Ada", "witnessed"),
        "created_at": ("2026-10-10T18:30:00Z", "witnessed"),
        "modified": (False, "witnessed"),
    }


def test_an_edit_that_is_not_committed_counts(box: GitSandbox, engine: Engine) -> None:
    change(box, title="New")
    assert fields(box, engine, REF)["modified"] == (True, "witnessed")
    entry, found, _ = know_one(open_store(box.path, engine).records, REF, NOW, rev="HEAD")
    assert (entry.title, found.witness.modified) == ("Keep the current datastore", None)


def test_edits_that_are_not_declared_are_counted(box: GitSandbox, engine: Engine) -> None:
    def count() -> int:
        records = open_store(box.path, engine).records
        entries = list(records.entries())
        return undeclared_edits(entries, know(records, entries, NOW))

    assert count() == 0
    change(box, title="New")
    assert count() == 1
    change(box, provenance__modified=True)
    assert count() == 0
    change(box, provenance__modified=False)
    assert count() == 1


def test_where_history_cannot_be_asked_that_is_a_note(box: GitSandbox, engine: Engine) -> None:
    records = open_store(box.path, engine).records
    entries = list(records.entries())
    for place in (box.path / ".git/objects").glob("??/*"):
        if box.run("cat-file", "-t", place.parent.name + place.name) == b"tree\n":
            place.unlink()
    with pytest.raises(CannotRun):
        know(records, entries, NOW)
    known = know_if_possible(records, entries, NOW)
    assert known.by_path == {}
    assert known.notes[0].startswith("history could not be asked: ")


def test_cut_history_leaves_gaps_and_says_so(
    box: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    box.commit("later")
    box.run("clone", "-q", "--depth", "1", f"file://{box.path}", str(tmp_path / "cut"))
    records = open_store(tmp_path / "cut", engine).records
    _, found, notes = know_one(records, "bare", NOW)
    assert (dict(found.fields), found.witness.extent) == ({}, Extent.CUT)
    assert len(notes) == 1
