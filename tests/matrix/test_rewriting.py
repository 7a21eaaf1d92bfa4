"""Commits that are made again: amended, picked, reverted, rebased; and stashes, which are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import SITUATIONS, put_back
from tests.matrix.support import CODE, NEW, PLAIN, PLAIN_BEFORE, STAMPED, STAMPED_BEFORE
from tests.matrix.test_merges import ELSEWHERE, LOSSY, TITLED, commit

if TYPE_CHECKING:
    from tests.matrix.support import Bench, Outcome

FAULTY = SITUATIONS["faulty"].typed


def stage(bench: Bench, files: dict[str, bytes]) -> None:
    """Write files and stage them."""
    for name, data in files.items():
        bench.write(name, data)
    bench.run("add", *files)
    bench.settle()


def amend(bench: Bench) -> Outcome:
    """Amend HEAD by what is staged."""
    return bench.attempt("commit", "-q", "--amend", "--no-edit")


class TestAmend:
    def test_of_an_unpublished_loss_may_bring_back_what_was_lost(self, bench: Bench) -> None:
        commit(bench, {PLAIN: LOSSY}, "x")
        stage(bench, {PLAIN: TITLED})
        outcome = amend(bench)
        assert outcome.status == 0, outcome.said

    def test_of_an_unpublished_addition_may_take_it_back(self, bench: Bench) -> None:
        commit(
            bench, {PLAIN: PLAIN_BEFORE.replace(b"x_review: 42", b"x_review: 42\nx_more: 1")}, "x"
        )
        stage(bench, {PLAIN: TITLED})
        outcome = amend(bench)
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", PLAIN) == TITLED

    def test_of_a_published_addition_may_not(self, bench: Bench) -> None:
        more = PLAIN_BEFORE.replace(b"x_review: 42", b"x_review: 42\nx_more: 1")
        commit(bench, {PLAIN: more}, "x")
        bench.run("update-ref", "refs/remotes/origin/main", "HEAD")
        stage(bench, {PLAIN: TITLED})
        head = bench.head()
        outcome = amend(bench)
        assert outcome.status == 1
        assert "x_more" in outcome.said
        assert bench.head() == head
        assert bench.read(PLAIN) == bench.at("", PLAIN)
        assert b"x_more: 1" in bench.read(PLAIN)

    def test_of_a_record_that_head_made_stamps_nothing(self, bench: Bench) -> None:
        stage(bench, {NEW: SITUATIONS["new"].typed})
        assert bench.attempt("commit", "-q", "-m", "x").status == 0
        completed = bench.read(NEW)
        stage(bench, {NEW: completed.replace(b"By hand", b"By my hand")})
        outcome = amend(bench)
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", NEW) == completed.replace(b"By hand", b"By my hand")

    def test_that_is_refused_leaves_head(self, bench: Bench) -> None:
        stage(bench, {PLAIN: FAULTY})
        before = bench.snapshot()
        assert amend(bench).status == 1
        assert bench.snapshot() == before

    def test_of_words_alone_judges_nothing(self, bench: Bench) -> None:
        commit(bench, {PLAIN: FAULTY}, "x")
        assert bench.attempt("commit", "-q", "--amend", "-m", "other words").status == 0


class TestPick:
    @pytest.fixture
    def loss(self, bench: Bench) -> str:
        """A commit on another branch that drops a field, made without hooks."""
        bench.run("checkout", "-q", "-b", "side")
        commit(bench, {PLAIN: LOSSY}, "x")
        made = bench.head()
        bench.run("checkout", "-q", "main")
        return made

    def test_runs_no_hook_and_is_what_git_makes_it(self, bench: Bench, loss: str) -> None:
        assert bench.attempt("cherry-pick", loss).status == 0
        assert bench.at("HEAD", PLAIN) == LOSSY
        assert bench.changed() == {}
        bench.assert_sound()

    def test_without_a_commit_is_judged_with_the_next_one(self, bench: Bench, loss: str) -> None:
        bench.run("cherry-pick", "-n", loss)
        outcome = bench.attempt("commit", "-q", "-m", "x")
        assert outcome.status == 1
        assert bench.read(PLAIN) == bench.at("", PLAIN) == put_back(LOSSY)

    def test_that_stopped_is_judged_when_it_is_committed(self, bench: Bench, loss: str) -> None:
        commit(bench, {PLAIN: PLAIN_BEFORE.replace(b"x_review: 42", b"x_review: 43")}, "y")
        assert bench.attempt("cherry-pick", loss).status == 1
        stage(bench, {PLAIN: FAULTY})
        before = bench.snapshot()
        assert bench.attempt("commit", "-q", "--no-edit").status == 1
        assert bench.snapshot() == before
        stage(bench, {PLAIN: TITLED.replace(b"x_review: 42", b"x_review: 43")})
        outcome = bench.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 0, outcome.said
        assert not (bench.git_dir / "CHERRY_PICK_HEAD").exists()
        bench.assert_sound()


class TestRevert:
    def test_runs_no_hook_and_is_what_git_makes_it(self, bench: Bench) -> None:
        commit(
            bench, {PLAIN: PLAIN_BEFORE.replace(b"x_review: 42", b"x_review: 42\nx_more: 1")}, "x"
        )
        assert bench.attempt("revert", "--no-edit", "HEAD").status == 0
        assert bench.at("HEAD", PLAIN) == PLAIN_BEFORE
        assert bench.changed() == {}

    def test_without_a_commit_is_judged_with_the_next_one(self, bench: Bench) -> None:
        commit(bench, {PLAIN: LOSSY}, "x")
        bench.run("revert", "-n", "HEAD")
        outcome = bench.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", PLAIN) == PLAIN_BEFORE
        bench.assert_sound()


class TestRebase:
    @pytest.fixture
    def branch(self, bench: Bench) -> Bench:
        """A branch with two commits beside a ``main`` that has gone on."""
        bench.run("checkout", "-q", "-b", "side")
        commit(bench, {PLAIN: TITLED}, "first")
        commit(bench, {STAMPED: STAMPED_BEFORE.replace(*ELSEWHERE)}, "second")
        bench.run("checkout", "-q", "main")
        commit(bench, {CODE: b"two\n"}, "ours")
        bench.run("checkout", "-q", "side")
        return bench

    def test_is_what_git_makes_it(self, branch: Bench) -> None:
        outcome = branch.attempt("rebase", "-q", "main")
        assert outcome.status == 0, outcome.said
        assert branch.at("HEAD", PLAIN) == TITLED
        assert branch.at("HEAD", STAMPED) == STAMPED_BEFORE.replace(*ELSEWHERE)
        assert branch.changed() == {}
        branch.assert_sound()

    def edit(self, bench: Bench) -> None:
        """Stop a rebase at its first commit."""
        editor = "sed -i -e '1s/^pick/edit/'"
        there = bench.under(GIT_SEQUENCE_EDITOR=editor)
        outcome = there.attempt("rebase", "-q", "-i", "main")
        assert outcome.status == 0, outcome.said

    def test_stopped_to_edit_a_commit_goes_on(self, branch: Bench) -> None:
        self.edit(branch)
        stage(branch, {PLAIN: TITLED.replace(b"Ours", b"Ours again")})
        outcome = amend(branch)
        assert outcome.status == 0, outcome.said
        outcome = branch.attempt("rebase", "--continue")
        assert outcome.status == 0, outcome.said
        assert branch.at("HEAD", PLAIN) == TITLED.replace(b"Ours", b"Ours again")
        assert branch.run("log", "--format=%s", "main..HEAD").split() == [b"second", b"first"]
        branch.assert_sound()

    def test_stopped_to_edit_a_commit_is_refused(self, branch: Bench) -> None:
        self.edit(branch)
        stage(branch, {PLAIN: FAULTY})
        before = branch.snapshot()
        assert amend(branch).status == 1
        assert branch.snapshot() == before
        assert (branch.git_dir / "rebase-merge").exists()

    def test_stopped_by_a_conflict_is_judged_when_it_is_committed(self, branch: Bench) -> None:
        branch.run("checkout", "-q", "main")
        commit(branch, {PLAIN: PLAIN_BEFORE.replace(b"A title", b"Main's")}, "theirs")
        branch.run("checkout", "-q", "side")
        assert branch.attempt("rebase", "-q", "main").status == 1
        stage(branch, {PLAIN: FAULTY})
        before = branch.snapshot()
        assert branch.attempt("commit", "-q", "--no-edit").status == 1
        assert branch.snapshot() == before
        stage(branch, {PLAIN: TITLED})
        assert branch.attempt("commit", "-q", "--no-edit").status == 0
        outcome = branch.attempt("rebase", "--continue")
        assert outcome.status == 0, outcome.said
        assert branch.at("HEAD", PLAIN) == TITLED


@pytest.mark.parametrize("options", [(), ("--keep-index",), ("-u",)])
def test_a_stash_keeps_all_work_whatever_it_is(bench: Bench, options: tuple[str, ...]) -> None:
    stage(bench, {PLAIN: FAULTY})
    bench.write(STAMPED, STAMPED_BEFORE.replace(*ELSEWHERE))
    bench.write(NEW, SITUATIONS["new"].typed)
    bench.settle()
    before = bench.snapshot()
    assert bench.attempt("stash", "push", "-q", *options).status == 0
    if "--keep-index" in options:
        bench.run("reset", "-q", "--hard")
    assert bench.attempt("stash", "pop", "-q", "--index").status == 0
    after = bench.snapshot()
    assert (after.head, after.refs, after.files) == (before.head, before.refs, before.files)
    assert bench.at("", PLAIN) == FAULTY
    bench.assert_sound()
