"""The index is disposable: whatever becomes of its file, the work is done (DESIGN section 10)."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from sgm_git.store.index import database
from sgm_git.store.index.database import Unusable, select_among, with_index

if TYPE_CHECKING:
    from pathlib import Path

_INSERT = "INSERT OR IGNORE INTO commits VALUES(?, ?)"


@pytest.fixture
def common_dir(tmp_path: Path) -> Path:
    """A git common directory."""
    return tmp_path


def put(common_dir: Path, oid: str) -> None:
    """Keep one row."""
    with_index(common_dir, lambda index: index.execute(_INSERT, (oid, "said")))


def kept(common_dir: Path) -> list[str]:
    """The rows that are kept."""
    return with_index(
        common_dir, lambda index: [oid for (oid,) in index.execute("SELECT oid FROM commits")]
    )


def file_of(common_dir: Path) -> Path:
    """Where the index lies."""
    return common_dir / "sgm" / "index.sqlite"


def test_what_is_written_is_there_the_next_time(common_dir: Path) -> None:
    """An index that forgets is no use."""
    put(common_dir, "a")
    put(common_dir, "b")
    assert kept(common_dir) == ["a", "b"]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_else_may_read_it(common_dir: Path) -> None:
    """It holds what a team keeps to itself."""
    put(common_dir, "a")
    assert stat.S_IMODE(file_of(common_dir).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "rubbish", [b"", b"x", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096]
)
def test_a_broken_file_is_replaced(common_dir: Path, rubbish: bytes) -> None:
    """A half-written index is never an error, and is there again the next time."""
    put(common_dir, "a")
    file_of(common_dir).write_bytes(rubbish)
    put(common_dir, "b")
    assert kept(common_dir) == ["b"]


def test_another_versions_file_is_replaced(
    common_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another version worked out may mean something else."""
    put(common_dir, "a")
    monkeypatch.setattr(database, "_VERSION", "later")
    assert kept(common_dir) == []
    put(common_dir, "b")
    assert kept(common_dir) == ["b"]


def test_a_file_that_is_broken_inside_is_replaced_and_the_work_done_anew(common_dir: Path) -> None:
    """Not every fault shows at the door."""
    for number in range(200):
        put(common_dir, f"{number:0200}")
    data = bytearray(file_of(common_dir).read_bytes())
    page = int.from_bytes(data[16:18], "big")
    for start in range(page * 2, len(data), page):
        data[start : start + page] = b"\xee" * page
    file_of(common_dir).write_bytes(bytes(data))
    assert kept(common_dir) == []
    put(common_dir, "b")
    assert kept(common_dir) == ["b"]


def test_rows_that_make_no_sense_let_the_work_be_done_anew(common_dir: Path) -> None:
    """A row may be damaged where SQLite cannot know it."""
    put(common_dir, "a")

    def work(index: sqlite3.Connection) -> int:
        number = len(index.execute("SELECT oid FROM commits").fetchall())
        if number:
            raise Unusable("no sense")
        return number

    assert with_index(common_dir, work) == 0
    assert kept(common_dir) == []


def test_an_index_that_another_process_holds_is_bypassed(
    common_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight checks at once must not fail, nor wait for each other for long."""
    put(common_dir, "a")
    monkeypatch.setattr(database, "_WAIT_SECONDS", 0.05)
    with closing(sqlite3.connect(file_of(common_dir))) as other:
        other.execute("BEGIN EXCLUSIVE")
        put(common_dir, "b")
        other.rollback()
    assert kept(common_dir) == ["a"]


@pytest.mark.parametrize("obstacle", ["file", "folder"])
def test_an_index_that_cannot_be_made_is_bypassed(common_dir: Path, obstacle: str) -> None:
    """A read-only repository, or one where something else lies in the place."""
    if obstacle == "file":
        (common_dir / "sgm").write_bytes(b"")
    else:
        file_of(common_dir).mkdir(parents=True)
    put(common_dir, "a")
    assert kept(common_dir) == []


def test_any_number_of_keys_can_be_asked_for(common_dir: Path) -> None:
    """SQLite takes so many variables in one statement and no more."""
    oids = [str(number) for number in range(2_345)]

    def work(index: sqlite3.Connection) -> list[tuple[str, ...]]:
        index.executemany(_INSERT, [(oid, "") for oid in oids])
        return list(select_among(index, "SELECT oid FROM commits WHERE oid IN", oids))

    assert sorted(int(oid) for (oid,) in with_index(common_dir, work)) == list(range(2_345))


@pytest.mark.skipif(os.name != "posix", reason="links need no rights on POSIX only")
def test_an_index_is_not_made_through_a_link(common_dir: Path, tmp_path: Path) -> None:
    """Nothing is written outside the repository."""
    outside = tmp_path / "outside.sqlite"
    (common_dir / "sgm").mkdir()
    file_of(common_dir).symlink_to(outside)
    put(common_dir, "a")
    assert not outside.exists()
    assert kept(common_dir) == []


def test_nothing_is_kept_while_a_push_is_judged(
    common_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was pushed may be refused, and its objects be gone."""
    monkeypatch.setenv("GIT_QUARANTINE_PATH", str(common_dir / "objects" / "incoming"))
    put(common_dir, "a")
    assert kept(common_dir) == []
    assert not file_of(common_dir).exists()
    monkeypatch.delenv("GIT_QUARANTINE_PATH")
    put(common_dir, "b")
    monkeypatch.setenv("GIT_QUARANTINE_PATH", str(common_dir / "objects" / "incoming"))
    put(common_dir, "c")
    monkeypatch.delenv("GIT_QUARANTINE_PATH")
    assert kept(common_dir) == ["b"]


def test_others_read_while_much_is_written(
    common_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save is judged while an index of thousands is brought up."""
    put(common_dir, "a")
    monkeypatch.setattr(database, "_WAIT_SECONDS", 0.1)
    with closing(database.connect(common_dir)) as writer:
        writer.execute("INSERT INTO reports VALUES('here', '', 0, ?)", ("x" * 8_000_000,))
        assert kept(common_dir) == ["a"]
