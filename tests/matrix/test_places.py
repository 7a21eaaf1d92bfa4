"""Where people commit: linked work trees, submodules, first commits, indexes of their own."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import SITUATIONS
from tests.matrix.support import (
    NEW,
    PLAIN,
    Bench,
    put_hooks,
)
from tests.matrix.test_ways import assert_right
from tests.matrix.ways import WAYS, assert_kept, prepare
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ["linked", "submodule"]


def elsewhere(bench: Bench, kind: str) -> Bench:
    """Give the same memory in a linked work tree, or as a submodule of another repository."""
    place = bench.path.with_name(f"{kind} 'place'")
    if kind == "linked":
        bench.run("worktree", "add", "-q", "-b", "other", str(place))
        return Bench(place)
    place.mkdir()
    outer = GitSandbox(place)
    outer.run("init", "-q")
    allow = ("-c", "protocol.file.allow=always")
    outer.run(*allow, "submodule", "add", "-q", str(bench.path), "inner")
    inner = Bench(place / "inner")
    inner.run("remote", "remove", "origin")  # what is published is another matter
    inner.run("config", "sgm.path", bench.run("config", "sgm.path").decode().strip())
    put_hooks(inner.git_dir / "hooks")
    return inner


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("way", "name"), [("commit", "new"), ("-a", "stamped"), ("PATH", "new")])
def test_a_commit_that_goes_on(bench: Bench, kind: str, way: str, name: str) -> None:
    situation, chosen = SITUATIONS[name], WAYS[way]
    there = elsewhere(bench, kind)
    here = bench.snapshot()
    work = prepare(there, chosen, situation)
    outcome = chosen.commit(there, situation.path)
    assert outcome.status == 0, outcome.said
    assert_right(there, situation)
    assert_kept(there, chosen, work)
    there.assert_sound()
    after = bench.snapshot()
    assert (after.head, after.index, after.files) == (here.head, here.index, here.files)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["-a", "PATH"])
def test_a_commit_that_is_refused(bench: Bench, kind: str, way: str) -> None:
    situation, chosen = SITUATIONS["faulty"], WAYS[way]
    there = elsewhere(bench, kind)
    prepare(there, chosen, situation)
    before = there.snapshot()
    assert chosen.commit(there, situation.path).status == 1
    assert there.snapshot() == before


class TestUnborn:
    @pytest.fixture
    def first(self, bench: Bench) -> Bench:
        """A branch without a commit, with all of the memory staged."""
        bench.run("checkout", "-q", "--orphan", "first")
        return bench

    def test_the_first_commit(self, first: Bench) -> None:
        first.write(NEW, SITUATIONS["new"].typed)
        first.run("add", ".")
        outcome = first.attempt("commit", "-q", "-m", "x")
        assert outcome.status == 0, outcome.said
        assert_right(first, SITUATIONS["new"])
        assert first.changed() == {}
        first.assert_sound()

    def test_is_refused_like_any_other(self, first: Bench) -> None:
        first.write(PLAIN, SITUATIONS["faulty"].typed)
        first.run("add", ".")
        first.settle()
        before = first.snapshot()
        assert first.attempt("commit", "-q", "-m", "x").status == 1
        assert first.snapshot() == before
        assert before.head == ""

    def test_without_any_file(self, first: Bench) -> None:
        first.run("rm", "-rfq", ".")
        assert first.attempt("commit", "-q", "-m", "x", "--allow-empty").status == 0


class TestOtherIndex:
    """``GIT_INDEX_FILE`` names an index of the user's."""

    def test_is_the_one_that_is_judged_and_completed(self, bench: Bench, tmp_path: Path) -> None:
        other = str(tmp_path / "an index")
        shutil.copy2(bench.git_dir / "index", other)
        situation = SITUATIONS["new"]
        bench.write(situation.path, situation.typed)
        bench.settle()
        before = bench.snapshot()
        bench.under(GIT_INDEX_FILE=other).attempt("add", situation.path)
        outcome = bench.under(GIT_INDEX_FILE=other).attempt("commit", "-q", "-m", "x")
        assert outcome.status == 0, outcome.said
        assert_right(bench, situation)
        assert bench.snapshot().index == before.index
        assert bench.under(GIT_INDEX_FILE=other).attempt("status", "--porcelain").said == ""

    def test_is_refused_with_both_as_they_were(self, bench: Bench, tmp_path: Path) -> None:
        other = tmp_path / "an index"
        shutil.copy2(bench.git_dir / "index", other)
        bench.write(PLAIN, SITUATIONS["faulty"].typed)
        there = bench.under(GIT_INDEX_FILE=str(other))
        there.run("add", PLAIN)
        there.settle()
        before, staged = bench.snapshot(), other.read_bytes()
        outcome = there.attempt("commit", "-q", "-m", "x")
        assert outcome.status == 1
        assert bench.snapshot() == before
        assert other.read_bytes() == staged


class TestLeakingVariables:
    """A commit is made from within a hook, or another program, of another repository."""

    @pytest.fixture
    def outer(self, tmp_path: Path) -> GitSandbox:
        """Another repository without a memory."""
        place = tmp_path / "outer"
        place.mkdir()
        box = GitSandbox(place)
        box.run("init", "-q")
        box.write("x", "1")
        return box

    @pytest.mark.parametrize("way", ["-a", "PATH"])
    def test_a_hook_there_commits_here(self, bench: Bench, outer: GitSandbox, way: str) -> None:
        situation, chosen = SITUATIONS["stamped"], WAYS[way]
        work = prepare(bench, chosen, situation)
        names = f"-- {situation.path}" if chosen.names_path else "-a"
        hook = outer.path / ".git/hooks/pre-commit"
        hook.write_text(
            "#!/bin/sh\nunset $(git rev-parse --local-env-vars)\n"
            f'exec git -C "{bench.path}" commit -q -m x {names}\n'
        )
        hook.chmod(0o755)
        outer.run("add", "x")
        outer.run("commit", "-q", "-m", "x", "-a")
        assert_right(bench, situation)
        assert_kept(bench, chosen, work)

    @pytest.mark.parametrize("options", ["", "-a"])
    def test_a_hook_there_that_lets_its_index_leak_is_stopped(
        self, bench: Bench, outer: GitSandbox, options: str
    ) -> None:
        """Git would commit that all is deleted here, and leave it lying in the work tree."""
        prepare(bench, WAYS["commit"], SITUATIONS["stamped"])
        hook = outer.path / ".git/hooks/pre-commit"
        said = outer.path / "said"
        hook.write_text(
            f'#!/bin/sh\ngit -C "{bench.path}" commit -q -m x {options} 2>"{said}"\nexit 0\n'
        )
        hook.chmod(0o755)
        outer.run("add", "x")
        before = bench.snapshot()
        outer.run("commit", "-q", "-m", "x", "-a")
        assert bench.snapshot() == before
        assert "GIT_INDEX_FILE" in said.read_text()

    def test_variables_of_there_change_nothing_there(self, bench: Bench, outer: GitSandbox) -> None:
        """What leaks makes git itself commit there: nothing of here may come along."""
        outer.run("add", "x")
        bench.write(PLAIN, SITUATIONS["faulty"].typed)
        bench.run("add", PLAIN)
        bench.settle()
        before = bench.snapshot()
        leak = {
            "GIT_DIR": str(outer.path / ".git"),
            "GIT_WORK_TREE": str(outer.path),
            "GIT_INDEX_FILE": str(outer.path / ".git/index"),
        }
        assert bench.under(**leak).attempt("commit", "-q", "-m", "x").status == 0
        assert bench.snapshot() == before
        assert outer.run("ls-tree", "--name-only", "HEAD") == b"x\n"

    def test_git_dir_of_this_very_repository(self, bench: Bench, tmp_path: Path) -> None:
        situation = SITUATIONS["stamped"]
        bench.write(situation.path, situation.typed)
        bench.run("add", situation.path)
        here = {"GIT_DIR": str(bench.path / ".git"), "GIT_WORK_TREE": str(bench.path)}
        outside = Bench(tmp_path, here)
        outcome = outside.attempt("commit", "-q", "-m", "x")
        assert outcome.status == 0, outcome.said
        assert_right(bench, situation)
        assert bench.changed() == {}
