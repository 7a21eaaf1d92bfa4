"""``created_at`` of what is imported: the source's date, else its history, else now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.record import fields
from tests.store.support import STAMP
from tests.workflows.support import another, bring, record

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store
    from tests.support import GitSandbox


@pytest.fixture
def source(tmp_path: Path) -> GitSandbox:
    box = another(tmp_path / "elsewhere")
    box.write("docs/old.md", "Old.\n")
    box.commit(date="2011-03-04T05:06:07Z")
    box.write("docs/dated.md", "---\ndate: 2009-01-02\n---\n\nDated.\n")
    box.write("docs/old.md", "Old, and edited.\n")
    box.commit(date="2012-03-04T05:06:07Z")
    box.write("docs/new.md", "Never committed.\n")
    return box


def test_by_date_history_and_clock(store: Store, source: GitSandbox) -> None:
    bring(store, source.path / "docs")
    found = {
        name: fields.provenance(record(store, name))["created_at"]
        for name in ("dated", "old", "new")
    }
    assert found == {
        "dated": "2009-01-02T00:00:00Z",
        "old": "2011-03-04T05:06:07Z",
        "new": STAMP,
    }
    assert record(store, "dated")["date"] == "2009-01-02"


def test_of_a_single_file_too(store: Store, source: GitSandbox) -> None:
    bring(store, source.path / "docs/old.md")
    provenance = fields.provenance(record(store, "old"))
    assert provenance["created_at"] == "2011-03-04T05:06:07Z"
    assert provenance["source"] == "elsewhere/docs/old.md"


def test_not_by_a_repository_that_a_hook_speaks_of(
    store: Store,
    source: GitSandbox,
    sandbox: GitSandbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GIT_DIR", str(sandbox.path / ".git"))
    bring(store, source.path / "docs")
    assert fields.provenance(record(store, "old"))["created_at"] == "2011-03-04T05:06:07Z"


@pytest.mark.parametrize(
    ("stated", "taken"),
    [
        ("2099-01-01", STAMP),
        (STAMP, STAMP),
        ("2026-11-18T12:06:41+01:00", STAMP),
        ("2026-11-18T12:06:39+01:00", "2026-11-18T12:06:39+01:00"),
    ],
)
def test_never_in_the_future(store: Store, tmp_path: Path, stated: str, taken: str) -> None:
    (tmp_path / "x.md").write_text(f"---\ndate: {stated}\n---\n\nText.\n")
    report = bring(store, tmp_path / "x.md")
    got = record(store, "x")
    assert got["date"] == stated
    assert fields.provenance(got)["created_at"] == taken
    told = [note for note in report.records[0].notes if "future" in note]
    assert len(told) == (taken != stated)


def test_not_by_a_commit_of_the_future(store: Store, tmp_path: Path) -> None:
    box = another(tmp_path / "ahead")
    box.write("x.md", "Text.\n")
    box.commit(date="2099-01-01T00:00:00Z")
    bring(store, box.path)
    assert fields.provenance(record(store, "x"))["created_at"] == STAMP


def test_a_repository_that_git_would_not_open_says_nothing(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (folder / "x.md").write_text("Text.\n")
    bring(store, folder)
    assert fields.provenance(record(store, "x"))["created_at"] == STAMP
