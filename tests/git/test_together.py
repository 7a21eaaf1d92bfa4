"""Many writers at once, a person beside them, and processes that are killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.lock import repository_lock
from sgm_git.git.place import lock_of
from sgm_git.git.recovery import Note, index_lock, ref_lock, scratch_files
from tests.git.support import assert_sound, commit, hook

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from sgm_git.git.held import Held
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

CHECKOUT = Path(__file__).resolve().parents[2]
WRITER = """
import pathlib, sys
from sgm_git.git.engine import open_repository
from sgm_git.git.protocol import CommitRequest
top, engine, name, count = sys.argv[1:]
repository = open_repository(top, engine)
for number in range(int(count)):
    path = f"memory/{name}-{number % 4}.md"
    pathlib.Path(top, path).write_text(f"{name} {number}")
    print(repository.commit_paths(CommitRequest((path,), f"{name} {number}")).oid, flush=True)
"""


def writer(sandbox: GitSandbox, engine: str, name: str, count: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(sandbox.path), engine, name, str(count)]
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)


def person(sandbox: GitSandbox, number: int) -> bool:
    """One plain add and commit, given up where git says that it is locked."""
    name = f"person-{number}"
    sandbox.write(name, name)
    for call in (("add", name), ("commit", "-q", "-m", name)):
        done = subprocess.run(["git", *call], cwd=sandbox.path, capture_output=True, check=False)
        if done.returncode:
            return False
    return True


def messages(sandbox: GitSandbox) -> list[str]:
    return sandbox.run("log", "--format=%s").decode().split("\n")[:-1]


def test_nothing_is_lost_between_writers_and_a_person(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("memory/first", "1")
    sandbox.commit("first")
    names = ["one", "two", "three", "four"]
    writers = [writer(sandbox, engine, name, 8) for name in names]
    done = 0
    standing = []
    while any(process.poll() is None for process in writers):
        if person(sandbox, done):
            standing.append(f"person-{done}")
        done += 1
        time.sleep(random.uniform(0, 0.02))
    for process in writers:
        with process:
            assert process.wait() == 0
    told = messages(sandbox)
    ours = [f"{name} {number}" for name in names for number in range(8)]
    assert sorted(told) == sorted([*ours, *standing, "first"])
    for name in names:
        for number in range(4):
            path = f"memory/{name}-{number}.md"
            assert sandbox.run("show", f"HEAD:{path}").decode() == f"{name} {number + 4}"
    assert "memory/" not in sandbox.status()
    assert_sound(sandbox)


def test_a_commit_of_ours_never_holds_a_file_of_the_person(
    sandbox: GitSandbox, engine: Engine
) -> None:
    sandbox.write("memory/first", "1")
    sandbox.commit("first")
    process = writer(sandbox, engine, "ours", 10)
    for number in range(40):
        person(sandbox, number)
    with process:
        assert process.wait() == 0
    for line in sandbox.run("log", "--format=%x00%s", "--name-only").decode().split("\0")[1:]:
        subject, *files = [part for part in line.split("\n") if part]
        ours = subject.startswith(("ours ", "first"))
        assert all(file.startswith("memory/") == ours for file in files)


def test_a_git_that_outlives_its_killed_writer_is_waited_for(sandbox: GitSandbox) -> None:
    sandbox.write("memory/first", "0\n")
    sandbox.commit()
    started, go_on = sandbox.path / ".git" / "started", sandbox.path / ".git" / "go-on"
    hook(
        sandbox,
        "reference-transaction",
        f'[ "$1" = prepared ] || exit 0\n'
        f"touch '{started}'\nwhile [ -e '{started}' ] && [ ! -e '{go_on}' ]; do sleep 0.02; done",
    )
    with writer(sandbox, "git", "slow", 1) as process:
        while not started.exists():
            time.sleep(0.01)
        process.kill()
    repository = open_repository(sandbox.path, "git")
    with pytest.raises(CannotRun), repository_lock(repository.common_dir, 0.3):
        pass
    threading.Timer(0.3, go_on.touch).start()
    sandbox.write("memory/a", "1")
    commit(repository, "memory/a")
    subjects = sandbox.run("log", "--format=%s").decode().splitlines()
    assert subjects == ["memory: change", "slow 0", "change"]
    assert sandbox.status() == ""
    assert_sound(sandbox)


def test_killed_writers_block_nobody(sandbox: GitSandbox, engine: Engine) -> None:
    """Killed at random moments; the next write works at once and nothing is left lying."""
    (sandbox.path / "memory").mkdir()
    reported: list[bytes] = []
    for number in range(6):
        process = writer(sandbox, engine, f"killed{number}", 1000)
        time.sleep(random.uniform(0.25, 0.5))
        process.send_signal(signal.SIGKILL)
        with process:
            assert process.stdout is not None
            reported += [line.strip() for line in process.stdout if line.endswith(b"\n")]
    sandbox.write("memory/after.md", "1")
    commit(open_repository(sandbox.path, engine), "memory/after.md")
    assert set(reported) <= set(sandbox.run("rev-list", "HEAD").split())
    assert_sound(sandbox)
    staged = sandbox.run("diff", "--cached", "--name-only").decode()
    assert staged == ""


def test_a_disk_without_hard_links_will_do(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    sandbox.write("memory/a", "1")
    commit(repository, "memory/a")
    assert sandbox.status() == ""
    assert_sound(sandbox)


class TestRecovery:
    """A commit that is dead at each of its steps; whoever writes next finishes or undoes it."""

    @pytest.fixture
    def half(self, sandbox: GitSandbox) -> tuple[Held, Held, bytes]:
        """The locks of index and branch, and the index as it is with a second change staged."""
        sandbox.write("memory/a", "1")
        sandbox.commit()
        index = sandbox.path / ".git/index"
        before = index.read_bytes()
        sandbox.write("memory/a", "second")
        sandbox.run("add", "-A")
        after = index.read_bytes()
        index.write_bytes(before)
        git_dir = sandbox.path / ".git"
        (git_dir / "sgm").mkdir()
        return index_lock(git_dir), ref_lock(git_dir, git_dir / "refs/heads/main"), after

    def take(self, held: Held) -> None:
        held.own.write_bytes(b"token")
        held.lock.write_bytes(b"token")

    def test_dead_with_the_index_locked(
        self, sandbox: GitSandbox, engine: Engine, half: tuple[Held, Held, bytes]
    ) -> None:
        index, _, after = half
        self.take(index)
        index.prepare(after)
        assert index.is_ours()
        commit(open_repository(sandbox.path, engine), "memory/a")
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_dead_before_the_branch_moved(
        self, sandbox: GitSandbox, repository: Repository, half: tuple[Held, Held, bytes]
    ) -> None:
        index, ref, after = half
        head = sandbox.head()
        self.take(index)
        index.prepare(after)
        self.take(ref)
        Note("1" * 40, ref.target, index.target).write(repository.git_dir)
        repository.recover()
        assert sandbox.head() == head
        assert sandbox.run("diff", "--cached", "--name-only") == b""
        assert_sound(sandbox)

    def test_dead_after_the_branch_moved(
        self, sandbox: GitSandbox, repository: Repository, half: tuple[Held, Held, bytes]
    ) -> None:
        index, ref, after = half
        tree = sandbox.run("rev-parse", "HEAD^{tree}").decode().strip()
        index.target.write_bytes(after)
        tree = sandbox.run("write-tree").decode().strip()
        second = sandbox.run("commit-tree", tree, "-p", "HEAD", "-m", "2").decode().strip()
        sandbox.run("read-tree", "HEAD")
        sandbox.run("update-ref", "HEAD", second)
        self.take(index)
        index.prepare(after)
        Note(second, ref.target, index.target).write(repository.git_dir)
        repository.recover()
        assert sandbox.run("diff", "--cached", "--name-only") == b""
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_dead_after_the_index_was_installed(
        self, sandbox: GitSandbox, repository: Repository, half: tuple[Held, Held, bytes]
    ) -> None:
        index, ref, _ = half
        self.take(index)
        Note(sandbox.head(), ref.target, index.target).write(repository.git_dir)
        repository.recover()
        assert sandbox.run("diff", "--cached", "--name-only") == b""
        assert_sound(sandbox)

    def test_the_lock_of_a_living_git_is_left_alone(
        self, repository: Repository, half: tuple[Held, Held, bytes]
    ) -> None:
        index, _, _ = half
        index.own.write_bytes(b"token")
        index.lock.write_bytes(b"")
        repository.recover()
        assert index.lock.exists()
        assert not index.own.exists()

    def test_what_was_being_prepared_is_thrown_away(
        self, sandbox: GitSandbox, engine: Engine, half: tuple[Held, Held, bytes]
    ) -> None:
        repository = open_repository(sandbox.path, engine)
        index, _, _ = half
        scratch = scratch_files(repository.git_dir)
        for leftover in (index.fresh, lock_of(index.fresh), *scratch, *map(lock_of, scratch)):
            leftover.write_bytes(b"half")
        commit(repository, "memory/a")
        assert [path.name for path in (repository.git_dir / "sgm").iterdir()] == ["lock"]
        assert sandbox.status() == ""
