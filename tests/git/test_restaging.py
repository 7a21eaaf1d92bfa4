"""Index entries that are to hold other blobs: one contract for both engines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git import recovery, restaging
from sgm_git.git.engine import open_repository
from sgm_git.git.staging import Restaged
from tests.git.support import ODD_PATHS, assert_sound, conflict, index, leftovers, oid
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository


@pytest.fixture
def staged(sandbox: GitSandbox) -> GitSandbox:
    """A sandbox in which ``a`` and ``b`` are staged with other content than HEAD has."""
    for name in ("a", "b", "other"):
        sandbox.write(name, "0")
    sandbox.commit()
    sandbox.write("a", "1")
    sandbox.write("b", "1")
    sandbox.run("add", ".")
    return sandbox


def entries(sandbox: GitSandbox) -> dict[str, str]:
    """Mode, blob and stage of each entry, by path."""
    listed = sandbox.run("ls-files", "--stage").decode().splitlines()
    return {line.split("\t")[1]: line.split("\t")[0] for line in listed}


def _written(file: Path) -> tuple[int, int, int]:
    seen = file.stat()
    return seen.st_ino, seen.st_mtime_ns, seen.st_size


class TestRestage:
    def test_changes_these_entries_alone(self, staged: GitSandbox, engine: Engine) -> None:
        staged.write("a", "2")
        repository = open_repository(staged.path, engine)
        repository.store_blobs([b"2"])
        before = entries(staged)
        repository.restage([Restaged("a", oid("1"), oid("2"))])
        assert entries(staged) == before | {"a": f"100644 {oid('2')} 0"}
        assert_sound(staged)

    def test_git_knows_the_file_that_has_the_content(
        self, staged: GitSandbox, repository: Repository
    ) -> None:
        staged.write("a", "two")
        repository.store_blobs([b"two"])
        repository.restage([Restaged("a", oid("1"), oid("two"))])
        told = staged.run("diff-files", "--name-only").decode()  # it compares no content
        assert told == ""

    def test_unstaged_work_stays_unstaged(self, staged: GitSandbox, repository: Repository) -> None:
        staged.write("a", "mine")
        repository.store_blobs([b"two"])
        repository.restage([Restaged("a", oid("1"), oid("two"))])
        assert (staged.path / "a").read_bytes() == b"mine"
        assert "1 MM N... 100644 100644 100644" in staged.status()

    def test_mode_and_flags_stay(self, staged: GitSandbox, repository: Repository) -> None:
        staged.run("update-index", "--chmod=+x", "a")
        staged.run("update-index", "--skip-worktree", "a")
        staged.run("update-index", "--assume-unchanged", "b")
        repository.store_blobs([b"2"])
        repository.restage([Restaged(name, oid("1"), oid("2")) for name in ("a", "b")])
        told = staged.run("ls-files", "-v", "--stage", "a", "b").decode().split()
        assert told[:2] == ["S", "100755"]
        assert told[5] == "h"

    @pytest.mark.parametrize("path", ["b", "nothing", "announced"])
    def test_all_or_none(self, staged: GitSandbox, repository: Repository, path: str) -> None:
        staged.write("announced", "")
        staged.run("add", "-N", "announced")
        repository.store_blobs([b"2"])
        before = index(staged)
        with pytest.raises(Refused, match=path):
            repository.restage(
                [Restaged("a", oid("1"), oid("2")), Restaged(path, oid("3"), oid("2"))]
            )
        assert index(staged) == before

    def test_a_conflict_is_not_what_was_expected(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        conflict(sandbox)
        before = index(sandbox)
        with pytest.raises(Refused):
            repository.restage([Restaged("a", oid("ours"), oid("base"))])
        assert index(sandbox) == before

    def test_nothing_to_do_writes_nothing(self, staged: GitSandbox, repository: Repository) -> None:
        before = _written(staged.path / ".git" / "index")
        repository.restage([])
        repository.restage([Restaged("a", oid("1"), oid("1"))])
        assert _written(staged.path / ".git" / "index") == before

    def test_a_lock_that_another_holds_is_named(
        self, staged: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.1)
        repository.store_blobs([b"2"])
        lock = staged.path / ".git" / "index.lock"
        lock.write_text("another's")
        before = index(staged)
        with pytest.raises(CannotRun, match=r"index\.lock"):
            repository.restage([Restaged("a", oid("1"), oid("2"))])
        assert index(staged) == before
        assert lock.read_text() == "another's"
        lock.unlink()
        assert leftovers(staged.path / ".git") == []

    def test_what_another_stages_meanwhile_is_kept(
        self, staged: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository.store_blobs([b"2"])
        link: Callable[[Path, Path], None] = os.link

        def late(one: Path, other: Path) -> None:
            """Be too late for what another stages, the first time."""
            monkeypatch.setattr(os, "link", link)
            staged.write("late", "late")
            staged.run("add", "late")
            link(one, other)

        monkeypatch.setattr(os, "link", late)
        repository.restage([Restaged("a", oid("1"), oid("2"))])
        assert oid("late") in entries(staged)["late"]
        assert oid("2") in entries(staged)["a"]

    def test_where_no_links_can_be_made(
        self, staged: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            """Be a file system without links."""
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
        repository.store_blobs([b"2"])
        repository.restage([Restaged("a", oid("1"), oid("2"))])
        assert oid("2") in entries(staged)["a"]
        assert_sound(staged)

    def test_what_is_raised_when_all_is_done_undoes_it(
        self, staged: GitSandbox, repository: Repository
    ) -> None:
        repository.store_blobs([b"2"])
        before = index(staged)
        seen: list[str] = []

        def interrupt() -> None:
            """Be a signal that comes late."""
            seen.append(entries(staged)["a"])
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            repository.restage([Restaged("a", oid("1"), oid("2"))], interrupt)
        assert oid("2") in seen[0]
        assert index(staged) == before
        assert_sound(staged)

    def test_what_another_did_since_is_not_undone(
        self, staged: GitSandbox, repository: Repository
    ) -> None:
        repository.store_blobs([b"2"])

        def late() -> None:
            """Be a signal that comes after somebody else has staged something."""
            staged.write("late", "late")
            staged.run("add", "late")
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            repository.restage([Restaged("a", oid("1"), oid("2"))], late)
        assert oid("late") in entries(staged)["late"]

    def test_nothing_to_do_is_done_too(self, repository: Repository) -> None:
        done: list[str] = []
        repository.restage([], lambda: done.append("done"))
        assert done == ["done"]

    def test_odd_names(self, sandbox: GitSandbox, repository: Repository) -> None:
        for name in ODD_PATHS:
            sandbox.write(name, "1")
        sandbox.run("add", ".")
        repository.store_blobs([b"2"])
        repository.restage([Restaged(name, oid("1"), oid("2")) for name in ODD_PATHS])
        assert {entry.oid for entry in repository.list_index()} == {oid("2")}

    def test_a_user_s_own_index_elsewhere(
        self, staged: GitSandbox, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = tmp_path / "index"
        other.write_bytes(index(staged))
        monkeypatch.chdir(staged.path)
        monkeypatch.setenv("GIT_INDEX_FILE", str(other))
        repository = open_repository(staged.path, engine)
        assert repository.index_in_use() == "temporary"
        repository.store_blobs([b"2"])
        before = index(staged)
        repository.restage([Restaged("a", oid("1"), oid("2"))])
        assert index(staged) == before
        assert oid("2") in entries(staged)["a"]  # under GIT_INDEX_FILE, too


def test_the_copy_of_a_killed_process_is_cleared_when_it_is_old(
    staged: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = recovery.copy_path(staged.path / ".git")
    copy.parent.mkdir()
    copy.touch()
    repository.recover()
    assert copy.exists()  # somebody may be at work
    monkeypatch.setattr(recovery, "STALE_SECONDS", -1.0)
    repository.recover()
    assert not copy.exists()


class TestRestageOwn:
    def test_whatever_index_is_in_use(
        self, staged: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = staged.path / ".git" / "next-index-1.lock"
        other.write_bytes(index(staged))
        monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
        repository = open_repository(staged.path, engine)
        repository.store_blobs([b"2"])
        before = other.read_bytes()
        wanted = [Restaged("b", oid("3"), oid("2")), Restaged("a", oid("1"), oid("2"))]
        assert repository.restage_own([*wanted, Restaged("nothing", oid("1"), oid("2"))]) == ["a"]
        assert other.read_bytes() == before
        monkeypatch.delenv("GIT_INDEX_FILE")
        assert oid("2") in entries(staged)["a"]
        assert oid("1") in entries(staged)["b"]


@pytest.mark.parametrize(
    ("file", "which"),
    [("index", "own"), ("index.lock", "locked"), ("next-index-7.lock", "temporary")],
)
@pytest.mark.parametrize("kind", ["main", "linked"])
def test_the_index_in_use(
    staged: GitSandbox,
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    which: str,
    kind: str,
) -> None:
    box, git_dir = staged, staged.path / ".git"
    if kind == "linked":
        place = staged.path.with_name("linked")
        staged.run("worktree", "add", "-q", str(place))
        box, git_dir = GitSandbox(place), git_dir / "worktrees" / "linked"
    assert open_repository(box.path, engine).index_in_use() == "own"
    if file != "index":
        (git_dir / file).write_bytes((git_dir / "index").read_bytes())
    monkeypatch.setenv("GIT_INDEX_FILE", os.path.relpath(git_dir / file, box.path))
    assert open_repository(box.path, engine).index_in_use() == which
    assert open_repository(box.path, engine).strange_index() is None


@pytest.mark.parametrize("file", ["outer/.git/index", ".git/index.lock", "nothing"])
def test_an_index_that_is_not_of_this_repository(
    staged: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    other = GitSandbox(staged.path / "outer")
    other.path.mkdir()
    other.run("init", "-q")
    other.write("x", "1")
    other.run("add", "x")
    assert open_repository(staged.path, engine).strange_index() is None
    monkeypatch.setenv("GIT_INDEX_FILE", file)
    assert open_repository(staged.path, engine).strange_index() == staged.path / file
