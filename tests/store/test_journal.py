from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from sgm_git.store.below import Below
from sgm_git.store.files import FileChange
from sgm_git.store.journal import Journal
from tests.store.swapping import needs_swapping, swapping

if TYPE_CHECKING:
    from pathlib import Path

CHANGES = (
    FileChange("memory/new/a.md", None, b"new"),
    FileChange("memory/b.md", b"old b", b"newer b"),
    FileChange("memory/c.md", b"old c", None),
)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    place = tmp_path / "top"
    (place / "memory").mkdir(parents=True)
    for change in CHANGES:
        if change.before is not None:
            (place / change.path).write_bytes(change.before)
    return place


@pytest.fixture
def journal(tmp_path: Path, top: Path) -> Journal:
    return Journal(tmp_path / "git" / "journal", top)


def files(top: Path) -> dict[str, bytes]:
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*") if p.is_file()}


BEFORE = {"memory/b.md": b"old b", "memory/c.md": b"old c"}
AFTER = {"memory/new/a.md": b"new", "memory/b.md": b"newer b"}


def nothing_landed(_: object) -> tuple[str, ...]:
    return ()


def test_apply_makes_every_change_and_leaves_no_temporary_file(top: Path, journal: Journal) -> None:
    journal.apply(CHANGES)
    assert files(top) == AFTER


def test_roll_back_makes_every_file_what_it_was(top: Path, journal: Journal) -> None:
    journal.apply(CHANGES)
    journal.roll_back()
    assert files(top) == BEFORE
    assert not (top / "memory" / "new").exists()


def test_roll_back_undoes_what_others_made_of_the_write(top: Path, journal: Journal) -> None:
    (top / "memory/b.md").chmod(0o755)
    (top / "memory/c.md").chmod(0o600)
    journal.apply(CHANGES)
    (top / "memory/b.md").write_bytes(b"formatted")
    (top / "memory/b.md").chmod(0o644)
    (top / "memory/c.md").write_bytes(b"made again")
    (top / "memory/new/a.md").unlink()
    (top / "memory/new/a.md").symlink_to("nowhere")
    journal.roll_back()
    assert files(top) == BEFORE
    assert not (top / "memory" / "new").exists()
    assert (top / "memory/b.md").stat().st_mode & 0o777 == 0o755
    assert (top / "memory/c.md").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["a.md", "b.md"])
def test_a_failing_rename_leaves_all_files_as_they_were(
    top: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    take = Below.take

    def failing(tree: Below, saved: Path, path: str) -> None:
        if path.endswith(name) and saved.name.endswith(".new"):
            raise OSError(errno.EIO, "input/output error")
        take(tree, saved, path)

    monkeypatch.setattr(Below, "take", failing)
    with pytest.raises(OSError, match="input/output"):
        journal.apply(CHANGES)
    assert files(top) == BEFORE


def test_a_full_disk_stops_before_any_file_is_replaced(
    top: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = os.fsync
    writes = iter(range(10))

    def full(handle: int) -> None:
        if next(writes) == 2:
            raise OSError(errno.ENOSPC, "no space left on device")
        flush(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        journal.apply(CHANGES)
    assert files(top) == BEFORE


def test_a_journal_on_another_disk_does_the_same(
    top: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (top / "memory/b.md").chmod(0o640)

    def elsewhere(_tree: Below, _saved: Path, _path: str) -> None:
        raise OSError(errno.EXDEV, "invalid cross-device link")

    monkeypatch.setattr(Below, "take", elsewhere)
    journal.apply(CHANGES)
    assert files(top) == AFTER
    assert (top / "memory/b.md").stat().st_mode & 0o777 == 0o640
    journal.roll_back()
    assert files(top) == BEFORE
    assert (top / "memory/b.md").stat().st_mode & 0o777 == 0o640


def test_a_folder_that_was_there_stays_when_a_write_is_undone(top: Path, journal: Journal) -> None:
    (top / "empty").mkdir()
    changes = [FileChange(f"empty/{name}", None, b"new") for name in ("a.md", "b/c/d.md")]
    journal.apply(changes)
    journal.roll_back()
    assert sorted(path.name for path in top.iterdir()) == ["empty", "memory"]
    assert [*(top / "empty").iterdir()] == []


@pytest.mark.parametrize("keeps", [False, True])
def test_a_folder_may_outlive_its_last_file(tmp_path: Path, top: Path, *, keeps: bool) -> None:
    changes = [FileChange(f"memory/{name}.md", f"old {name}".encode(), None) for name in "bc"]
    Journal(tmp_path / "git", top, keeps_folders=keeps).apply(changes)
    assert (top / "memory").exists() == keeps


def test_a_file_that_cannot_be_written_is_named(
    top: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(os, "fsync", full)
    for change in CHANGES:
        with pytest.raises(OSError, match="File too large") as error:
            journal.apply([change])
        assert error.value.filename == str(top / change.path)
    assert files(top) == BEFORE


def test_recovery_undoes_a_write_whose_writer_died(top: Path, journal: Journal) -> None:
    journal.apply(CHANGES)
    put_back = journal.recover(nothing_landed)
    assert files(top) == BEFORE
    assert sorted(put_back) == sorted(c.path for c in CHANGES)


def test_recovery_keeps_what_was_committed(top: Path, journal: Journal) -> None:
    journal.apply(CHANGES)
    assert journal.recover(set) == []
    assert files(top) == AFTER


def test_recovery_leaves_files_that_somebody_edited_since(top: Path, journal: Journal) -> None:
    journal.apply(CHANGES)
    (top / "memory/b.md").write_bytes(b"typed by hand")
    journal.recover(nothing_landed)
    assert files(top) == BEFORE | {"memory/b.md": b"typed by hand"}


def test_recovery_without_a_journal_does_nothing(top: Path, journal: Journal) -> None:
    assert journal.recover(nothing_landed) == []
    assert files(top) == BEFORE


def test_a_torn_journal_is_forgotten(top: Path, journal: Journal, tmp_path: Path) -> None:
    folder = tmp_path / "git" / "journal"
    folder.mkdir(parents=True)
    (folder / "plan.json").write_bytes(b'[["memory/b.md"')
    assert journal.recover(nothing_landed) == []
    assert files(top) == BEFORE
    assert not folder.exists()


def test_a_kill_while_the_journal_is_removed_leaves_nothing_to_undo(
    top: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.apply(CHANGES)

    def killed(_folder: Path, **_options: bool) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("shutil.rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            journal.close()
    assert journal.recover(nothing_landed) == []
    assert files(top) == AFTER


@needs_swapping
def test_a_link_that_comes_meanwhile_lets_nothing_out(tmp_path: Path) -> None:
    top, outside = tmp_path / "top", tmp_path / "outside"
    for folder in (top / "a/b", outside / "b"):
        folder.mkdir(parents=True)
    (top / "a/b/x.md").write_bytes(b"0")
    (outside / "b/x.md").write_bytes(b"secret")
    journal = Journal(tmp_path / "journal", top)
    with swapping(top / "a", outside):
        for number in range(500):
            change = FileChange("a/b/x.md", b"0", b"1")
            new = FileChange(f"a/b/n{number}.md", None, b"new")
            with suppress(OSError):
                journal.apply([change, new])
                journal.roll_back()
    assert {path.name: path.read_bytes() for path in (outside / "b").iterdir()} == {
        "x.md": b"secret"
    }
    assert {path.read_bytes() for path in (top / "a/b").iterdir()} <= {b"0", b"1", b"new"}
