"""Several processes at once, and processes that die: nothing is lost, nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.store.support import ada, open_store, rule
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

WRITERS = 8
WRITES = int(os.environ.get("SGM_WRITES", "5"))  # of each writer; 25 look longer
KILLS = int(os.environ.get("SGM_KILLS", "8"))  # of each engine; 40 look longer


def start_writer(
    sandbox: GitSandbox, name: str, count: int, engine: Engine = "git"
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", str(sandbox.path), engine, name, str(count)],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def begin(sandbox: GitSandbox, engine: Engine) -> Store:
    store = open_store(sandbox.path, engine)
    sandbox.write("other.txt", "0")
    sandbox.commit("begin")
    with store.transaction(ada(store)) as tx:
        tx.add({"id": "fact-shared", "type": "fact", "x_count": 0, "content": "shared"})
    return store


def shared_count(store: Store) -> int:
    record = store.get("fact-shared").record
    assert record is not None
    value = record["x_count"]
    assert isinstance(value, int)
    return value


def assert_clean(sandbox: GitSandbox) -> None:
    assert sandbox.run("fsck", "--strict", "--no-dangling") == b""
    assert not list((sandbox.path / ".git").glob("*.lock"))
    assert sandbox.status() == ""


@contextlib.contextmanager
def person_at_work(sandbox: GitSandbox) -> Iterator[list[str]]:
    """A person's plain ``git add`` and ``git commit`` in a loop, until the block ends."""
    script = (
        "i=0; while [ ! -e stop ]; do i=$((i+1)); echo $i > other.txt; "
        "git add other.txt && git commit -q -m person-$i && echo person-$i; done"
    )
    person = subprocess.Popen(
        ["sh", "-c", script],
        cwd=sandbox.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    commits: list[str] = []
    try:
        yield commits
    finally:
        (sandbox.path / "stop").touch()
        said, _ = person.communicate(timeout=60)
        commits += said.split()
        (sandbox.path / "stop").unlink()


@pytest.mark.parametrize("engine", ["git", "dulwich"])
def test_eight_writers_lose_nothing(sandbox: GitSandbox, engine: Engine) -> None:
    store = begin(sandbox, engine)
    writers = [start_writer(sandbox, f"w{n}", WRITES, engine) for n in range(WRITERS)]
    said = [writer.communicate(timeout=280) for writer in writers]
    assert [error for _, error in said] == [""] * WRITERS
    lines = [line for out, _ in said for line in out.splitlines()]
    assert shared_count(store) == WRITERS * WRITES
    assert sum(line.startswith("counted") for line in lines) == WRITERS * WRITES
    ids = {entry.id for entry in store.entries()}
    wanted = {f"fact-w{n}-{i}" for n in range(WRITERS) for i in range(WRITES)}
    assert ids == wanted | {"fact-shared"}
    commits = sandbox.run("rev-list", "--count", "HEAD").decode().strip()
    assert int(commits) == 2 + 2 * WRITERS * WRITES
    assert_clean(sandbox)


def test_a_person_with_plain_git_works_beside_the_writers(sandbox: GitSandbox) -> None:
    store = begin(sandbox, "git")
    with person_at_work(sandbox) as commits:
        writers = [start_writer(sandbox, f"w{n}", 8) for n in range(3)]
        said = [writer.communicate(timeout=280) for writer in writers]
    assert [error for _, error in said] == [""] * 3
    assert shared_count(store) == 24
    assert commits
    # Counted, not named: two git commits at one moment share .git/COMMIT_EDITMSG, git's own race.
    made = int(sandbox.run("rev-list", "--count", "HEAD"))
    assert made == 2 + 2 * 3 * 8 + len(commits)
    sandbox.run("checkout", "-q", "--", "other.txt")
    assert_clean(sandbox)


@pytest.mark.parametrize("engine", ["git", "dulwich"])
def test_a_killed_writer_leaves_a_store_that_goes_on(sandbox: GitSandbox, engine: Engine) -> None:
    store = begin(sandbox, engine)
    chance = random.Random(20_261_130)
    told = 0
    for number in range(KILLS):
        writer = start_writer(sandbox, f"k{number}", 50, engine)
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(chance.uniform(0, 0.25))
        os.kill(writer.pid, signal.SIGKILL)
        rest, error = writer.communicate(timeout=60)
        assert error == ""
        lines = [first, *rest.splitlines()]
        ids = {entry.id for entry in store.entries()}
        assert {line.split()[1] for line in lines if line.startswith("added")} <= ids
        assert all(entry.record is not None for entry in store.entries())
        told += sum(line.startswith("counted") for line in lines)
    with store.transaction(ada(store)) as tx:
        tx.add(rule("rule-after"))
    assert told <= shared_count(store) <= told + KILLS
    assert_clean(sandbox)
