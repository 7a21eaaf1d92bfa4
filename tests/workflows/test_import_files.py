"""What is read of a source that is imported, and what is not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, UsageError
from sgm_git.record import fields
from sgm_git.workflows import sources
from sgm_git.workflows.importing import ImportOptions
from tests.workflows.support import bring, outcomes, record

if TYPE_CHECKING:
    from sgm_git.api import Store


def test_links_in_it_are_not_followed_and_reported(
    store: Store, notes: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret\n")
    (notes / "link.md").symlink_to(outside / "secret.md")
    (notes / "folder").symlink_to(outside, target_is_directory=True)
    (notes / "dangling.txt").symlink_to("nowhere")
    report = bring(store, notes)
    assert outcomes(report) == {"a": "added", "b": "added"}
    assert {each.source_path: "link" in each.reason for each in report.skipped} == {
        "dangling.txt": True,
        "folder": True,
        "link.md": True,
    }
    assert report.is_complete


def test_a_link_that_is_named_is_meant(store: Store, notes: Path, tmp_path: Path) -> None:
    (tmp_path / "latest").symlink_to(notes, target_is_directory=True)
    (tmp_path / "latest.md").symlink_to(notes / "a.md")
    bring(store, tmp_path / "latest")
    assert outcomes(bring(store, notes)) == {"a": "same", "b": "same"}
    assert outcomes(bring(store, tmp_path / "latest.md")) == {"latest": "added"}


def test_dot_files_are_none_of_it(store: Store, notes: Path) -> None:
    (notes / ".obsidian").mkdir()
    (notes / ".obsidian/x.md").write_text("x")
    (notes / ".hidden.md").write_text("x")
    report = bring(store, notes)
    assert outcomes(report) == {"a": "added", "b": "added"}
    assert report.skipped == ()


def test_what_cannot_be_read_does_not_stop_the_rest(
    store: Store, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(notes / "pipe.md")
    read = Path.read_bytes

    def refusing(place: Path) -> bytes:
        if place.name == "b.md":
            raise PermissionError(13, "Permission denied")
        return read(place)

    monkeypatch.setattr(Path, "read_bytes", refusing)
    report = bring(store, notes)
    assert outcomes(report) == {"a": "added"}
    assert {each.source_path: each.reason for each in report.skipped} == {
        "b.md": "cannot be read: Permission denied",
        "pipe.md": "no regular file",
    }
    assert not report.is_complete


def test_a_file_that_is_too_large_is_said(
    store: Store, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_MAX_BYTES", 1 << 20)
    (notes / "b.md").write_bytes(b"x" * ((1 << 20) + 1))
    report = bring(store, notes)
    assert outcomes(report) == {"a": "added"}
    assert report.skipped[0].reason == "larger than 1 MiB"
    with pytest.raises(CannotRun, match="larger than 1 MiB"):
        bring(store, notes / "b.md")


def test_an_empty_folder_is_no_fault(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    report = bring(store, tmp_path / "empty")
    assert (report.records, report.skipped, report.refused) == ((), (), ())
    assert report.commit is None


def test_one_that_is_not_there_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="no such file or folder"):
        bring(store, tmp_path / "nowhere")


def test_a_format_that_is_none_is_refused(store: Store, notes: Path) -> None:
    with pytest.raises(UsageError, match="no format yaml"):
        bring(store, notes, ImportOptions(format="yaml"))


@pytest.mark.parametrize("name", ["with space.md", "日本.md", "new\nline.md"])
def test_names_may_be_odd(store: Store, notes: Path, name: str) -> None:
    (notes / name).write_text("Odd.\n")
    report = bring(store, notes)
    (odd,) = [each for each in report.records if each.source_path == name]
    assert fields.provenance(record(store, odd.id))["source"] == f"notes/{name}"
    assert set(outcomes(bring(store, notes)).values()) == {"same"}


def test_a_name_that_is_not_utf_8_stops_nothing(store: Store, notes: Path) -> None:
    Path(os.fsdecode(os.fsencode(notes) + b"/latin-\xf8.md")).write_text("Odd.\n")
    report = bring(store, notes)
    assert {"a", "b"} <= outcomes(report).keys()
    assert len(report.records) + len(report.refused) + len(report.skipped) == 3
    assert set(outcomes(bring(store, notes)).values()) == {"same"}
