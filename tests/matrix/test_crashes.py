"""In the middle of a commit: a full disk, a signal, another process that holds the index's lock.

Every step at which something is written is struck once. The commit is then refused with all as it
was, or it stands and is right; a hook that is killed outright has at most saved a file.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import SITUATIONS
from tests.matrix.support import PLAIN, STAMPED, Bench, put_program
from tests.matrix.test_ways import assert_right
from tests.matrix.ways import WAYS
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.matrix.support import Outcome, Snapshot

SITUATION = SITUATIONS["stamped"]
MOST_STEPS = 60
WAYS_IN_TURN = ("commit", "-a", "PATH")


@pytest.fixture
def faulty(bench: Bench, tmp_path: Path) -> Bench:
    """A repository whose ``sgm`` is going to fail, with an edit that its hook will stamp."""
    starts = f'exec "{sys.executable}" -B -m tests.matrix.faults "$@"\n'
    program = put_program(tmp_path / "faulty", f"#!/bin/sh\n{starts}".encode())
    bench.run("config", "sgm.path", str(program))
    bench.write(STAMPED, SITUATION.typed)
    bench.run("add", STAMPED)
    bench.settle()
    return bench


def struck(bench: Bench, kind: str, way: str, step: int) -> Outcome | None:
    """Commit with a fault at this step; None if it has not come to that."""
    mark = bench.path.parent / "struck"
    mark.unlink(missing_ok=True)
    there = bench.under(
        SGM_TEST_FAULT=kind,
        SGM_TEST_STEP=str(step),
        SGM_TEST_PLACE=str(bench.path),
        SGM_TEST_STRUCK=str(mark),
        PYTHONPATH=str(CHECKOUT),
    )
    outcome = WAYS[way].commit(there, STAMPED)
    return outcome if mark.exists() else None


def assert_as_it_was(bench: Bench, before: Snapshot, kind: str) -> None:
    """Nothing of a commit that did not come about is there, but for a file that was saved.

    That is all that may be left where the hook was killed outright, or where git was ended when the
    hook had done its part already; then the index may have been saved, too.
    """
    after = bench.snapshot()
    saved = after.files[STAMPED] != before.files[STAMPED]
    if saved and kind in {"SIGKILL", "^C"}:
        assert SITUATION.committed is not None
        assert SITUATION.committed(after.files[STAMPED][1])
        assert bench.at("", STAMPED) in {SITUATION.typed, after.files[STAMPED][1]}
    else:
        assert (after.index, after.files) == (before.index, before.files)
    assert (after.head, after.refs) == (before.head, before.refs)


def again(bench: Bench, head: str) -> Snapshot:
    """Let everything be as it was before the first commit."""
    for leftover in (bench.git_dir / "index.lock", bench.git_dir / "sgm" / "stamps"):
        leftover.unlink(missing_ok=True)
    bench.run("reset", "-q", "--hard", head)
    bench.write(STAMPED, SITUATION.typed)
    bench.run("add", STAMPED)
    bench.settle()
    return bench.snapshot()


@pytest.mark.parametrize("kind", ["ENOSPC", "SIGTERM", "SIGKILL", "^C"])
def test_at_each_step(faulty: Bench, kind: str) -> None:
    """Each kind of index has its turn; those who look thoroughly strike all at all steps."""
    head, missed = faulty.head(), 0
    thorough = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
    for step in range(1, MOST_STEPS):
        for way in WAYS if thorough else [WAYS_IN_TURN[step % len(WAYS_IN_TURN)]]:
            before = again(faulty, head)
            outcome = struck(faulty, kind, way, step)
            missed = missed + 1 if outcome is None else 0
            if outcome is None or outcome.status == 0:
                assert_stands(faulty)
            else:
                assert_as_it_was(faulty, before, kind)
        if missed >= len(WAYS_IN_TURN):
            return
    raise AssertionError("it does not end")


def assert_stands(bench: Bench) -> None:
    """The commit is right; an index that could not be carried along is with the next one."""
    assert_right(bench, SITUATION)
    if bench.changed():
        assert (bench.git_dir / "sgm" / "stamps").exists()
        bench.write(PLAIN, SITUATIONS["good"].typed)
        bench.run("add", PLAIN)
        assert bench.attempt("commit", "-q", "-m", "next").status == 0
        assert_right(bench, SITUATION)
        assert bench.changed() == {}


class TestLockOfAnother:
    """Another process holds git's lock on the index."""

    def test_from_before_is_git_s_own_matter(self, bench: Bench) -> None:
        bench.write(PLAIN, SITUATIONS["good"].typed)
        bench.run("add", PLAIN)
        bench.settle()
        lock = bench.git_dir / "index.lock"
        lock.touch()
        before = bench.snapshot()
        for way in WAYS.values():
            assert way.commit(bench, PLAIN).status != 0
            assert bench.snapshot() == before
        assert lock.exists()

    def test_taken_meanwhile_refuses_the_commit(self, bench: Bench) -> None:
        """As by a hook that was there before ours and left something running."""
        lock = bench.git_dir / "index.lock"
        earlier = bench.git_dir / "hooks" / "pre-commit.before-sgm"
        put_program(earlier, f'#!/bin/sh\n: >"{lock}"\n'.encode())
        bench.write(STAMPED, SITUATION.typed)
        bench.run("add", STAMPED)
        bench.settle()
        before = bench.snapshot()
        outcome = bench.attempt("commit", "-q", "-m", "x")
        assert outcome.status != 0
        assert "index.lock" in outcome.said
        assert bench.snapshot() == before
        lock.unlink()
        earlier.unlink()
        assert bench.attempt("commit", "-q", "-m", "x").status == 0
        assert_right(bench, SITUATION)


def test_a_git_that_cannot_write_objects(bench: Bench, tmp_path: Path) -> None:
    """The disk is full for git, too."""
    full = 'echo "fatal: unable to write: No space left on device" >&2; exit 128'
    names = "*' hash-object '* | *' update-index '*"
    real = bench.start("sh", "-c", "command -v git").said.strip()
    shim = f'#!/bin/sh\ncase " $* " in {names}) {full} ;; esac\nexec {real} "$@"\n'
    put_program(tmp_path / "git", shim.encode())
    bench.write(STAMPED, SITUATION.typed)
    bench.run("add", STAMPED)
    bench.settle()
    before = bench.snapshot()
    path = bench.start("sh", "-c", 'echo "$PATH"').said.strip()
    hook = bench.git_dir / "hooks" / "pre-commit"
    text = hook.read_bytes()
    put_program(hook, text.replace(b"\n", f"\nPATH={tmp_path}:{path}\n".encode(), 1))
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status != 0
    assert "No space left" in outcome.said
    assert bench.snapshot() == before
