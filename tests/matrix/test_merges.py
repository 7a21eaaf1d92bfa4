"""Merges and squashes: what either side did on its own is not held against who merges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import put_back
from tests.matrix.support import PLAIN, PLAIN_BEFORE, STAMPED, STAMPED_BEFORE, record

if TYPE_CHECKING:
    from tests.matrix.support import Bench, Outcome

LOSSY = PLAIN_BEFORE.replace(b"x_review: 42\n", b"")
TITLED = PLAIN_BEFORE.replace(b"A title", b"Ours")
ELSEWHERE = (b"Line 20 of it.", b"Line 20, theirs")


def sides(bench: Bench, theirs: dict[str, bytes], ours: dict[str, bytes], words: str = "x") -> None:
    """Let a branch ``side`` and our own go apart, made by people without hooks."""
    bench.run("checkout", "-q", "-b", "side")
    commit(bench, theirs, words)
    bench.run("checkout", "-q", "main")
    commit(bench, ours, "ours")


def commit(bench: Bench, files: dict[str, bytes], words: str) -> None:
    """Commit as somebody who has no hooks."""
    for name, data in files.items():
        bench.write(name, data)
    bench.run("add", *files)
    bench.run("commit", "-q", "--no-verify", "-m", words)


def merge(bench: Bench, *options: str) -> Outcome:
    """Merge the other branch."""
    return bench.attempt("merge", "-q", "--no-edit", *options, "side")


class TestCleanMerge:
    def test_goes_on_without_a_stamp(self, bench: Bench) -> None:
        theirs = STAMPED_BEFORE.replace(b"Stamped", b"Theirs")
        sides(bench, {STAMPED: theirs}, {PLAIN: TITLED})
        outcome = merge(bench)
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", STAMPED) == theirs
        assert bench.at("HEAD", PLAIN) == TITLED
        assert bench.changed() == {}
        bench.assert_sound()

    def test_of_one_record_that_both_changed_is_no_change_of_ours(self, bench: Bench) -> None:
        theirs = STAMPED_BEFORE.replace(*ELSEWHERE)
        ours = STAMPED_BEFORE.replace(b"Stamped", b"Ours")
        sides(bench, {STAMPED: theirs}, {STAMPED: ours})
        outcome = merge(bench)
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", STAMPED) == ours.replace(*ELSEWHERE)

    def test_takes_what_their_side_lost_as_it_is(self, bench: Bench) -> None:
        sides(bench, {PLAIN: LOSSY}, {PLAIN: PLAIN_BEFORE.replace(*ELSEWHERE)})
        outcome = merge(bench)
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", PLAIN) == LOSSY.replace(*ELSEWHERE)

    def test_in_which_one_side_is_preferred_stops_to_be_stamped(self, bench: Bench) -> None:
        theirs = STAMPED_BEFORE.replace(b"Line 1 of it.", b"Line 1, theirs")
        ours = STAMPED_BEFORE.replace(b"Line 1 of it.", b"Ours").replace(*ELSEWHERE)
        sides(bench, {STAMPED: theirs}, {STAMPED: ours})
        head = bench.head()
        outcome = merge(bench, "-X", "theirs")
        assert (outcome.status, bench.head()) == (1, head)
        assert "git commit completes it" in outcome.said
        merged = theirs.replace(*ELSEWHERE)
        assert bench.at("", STAMPED) == bench.read(STAMPED) != merged
        assert bench.attempt("commit", "-q", "--no-edit").status == 0
        committed = bench.at("HEAD", STAMPED)
        assert committed is not None
        assert committed[-300:] == merged[-300:]
        assert b'modified_at: "2026-10-11' not in committed
        assert len(bench.run("log", "-1", "--format=%P").split()) == 2
        assert bench.changed() == {}
        bench.assert_sound()

    def test_that_makes_a_fault_is_refused_and_can_be_aborted(self, bench: Bench) -> None:
        double = record("fact-x")
        sides(bench, {"memory/fact/one.md": double}, {"memory/fact/two.md": double})
        bench.settle()
        before = bench.snapshot()
        outcome = merge(bench)
        assert outcome.status == 1
        assert "L501" in outcome.said
        assert bench.head() == before.head.strip()
        bench.run("merge", "--abort")
        bench.settle()
        after = bench.snapshot()
        assert (after.refs, after.files) == (before.refs, before.files)
        assert bench.changed() == {}

    def test_without_a_commit_of_its_own_runs_no_hook(self, bench: Bench) -> None:
        bench.run("checkout", "-q", "-b", "side")
        commit(bench, {PLAIN: LOSSY}, "x")
        bench.run("checkout", "-q", "main")
        assert merge(bench).status == 0
        assert bench.at("HEAD", PLAIN) == LOSSY


class TestConflict:
    @pytest.fixture
    def stopped(self, bench: Bench) -> Bench:
        """A merge that waits for a person to choose a title."""
        sides(bench, {PLAIN: PLAIN_BEFORE.replace(b"A title", b"Theirs")}, {PLAIN: TITLED})
        assert merge(bench).status == 1
        return bench

    def test_of_stamps_is_stamped_by_who_resolves_it(self, bench: Bench) -> None:
        theirs, ours = (
            STAMPED_BEFORE.replace(b"Stamped", title).replace(b"-11T08", day)
            for title, day in ((b"Theirs", b"-12T08"), (b"Ours", b"-13T08"))
        )
        sides(bench, {STAMPED: theirs}, {STAMPED: ours})
        assert merge(bench).status == 1
        bench.write(STAMPED, ours.replace(b"Ours", b"Both"))
        bench.run("add", STAMPED)
        outcome = bench.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 0, outcome.said
        committed = bench.at("HEAD", STAMPED)
        assert committed is not None
        assert b'modified_at: "2026-10-1' not in committed
        assert bench.read(STAMPED) == committed

    def resolve(self, bench: Bench, data: bytes) -> Outcome:
        """Resolve the conflict in this way and commit."""
        bench.write(PLAIN, data)
        bench.run("add", PLAIN)
        bench.settle()
        return bench.attempt("commit", "-q", "--no-edit")

    def test_is_nothing_that_git_would_commit(self, stopped: Bench) -> None:
        before = stopped.snapshot()
        assert stopped.attempt("commit", "-q", "--no-edit").status != 0
        assert stopped.snapshot() == before

    @pytest.mark.parametrize("title", [b"Ours", b"Theirs", b"Both"])
    def test_resolved_goes_on(self, stopped: Bench, title: bytes) -> None:
        resolved = PLAIN_BEFORE.replace(b"A title", title)
        outcome = self.resolve(stopped, resolved)
        assert outcome.status == 0, outcome.said
        assert stopped.at("HEAD", PLAIN) == resolved
        assert len(stopped.run("log", "-1", "--format=%P").split()) == 2
        stopped.assert_sound()

    def test_with_its_markers_is_refused(self, stopped: Bench) -> None:
        stopped.run("add", PLAIN)
        stopped.settle()
        before = stopped.snapshot()
        outcome = stopped.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 1
        assert "F106" in outcome.said
        assert stopped.snapshot() == before
        assert (stopped.git_dir / "MERGE_HEAD").exists()

    def test_resolved_by_dropping_what_neither_dropped_is_put_back(self, stopped: Bench) -> None:
        outcome = self.resolve(stopped, LOSSY.replace(b"A title", b"Both"))
        assert outcome.status == 1
        assert "K401" in outcome.said
        back = put_back(LOSSY.replace(b"A title", b"Both"))
        assert stopped.read(PLAIN) == stopped.at("", PLAIN) == back
        assert stopped.attempt("commit", "-q", "--no-edit").status == 0
        assert stopped.at("HEAD", PLAIN) == back


class TestSquash:
    def test_goes_on(self, bench: Bench) -> None:
        sides(bench, {PLAIN: PLAIN_BEFORE.replace(*ELSEWHERE)}, {PLAIN: TITLED})
        assert merge(bench, "--squash").status == 0
        bench.settle()
        outcome = bench.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", PLAIN) == TITLED.replace(*ELSEWHERE)
        assert bench.changed() == {}

    def test_of_a_loss_is_a_loss(self, bench: Bench) -> None:
        sides(bench, {PLAIN: LOSSY}, {PLAIN: PLAIN_BEFORE.replace(*ELSEWHERE)})
        assert merge(bench, "--squash").status == 0
        outcome = bench.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 1
        back = put_back(LOSSY.replace(*ELSEWHERE))
        assert bench.at("", PLAIN) == bench.read(PLAIN) == back

    def test_brings_the_consents_of_its_commits_along(self, bench: Bench) -> None:
        words = "x\n\nSGM-Allow: fact-a /x_review"
        sides(bench, {PLAIN: LOSSY}, {PLAIN: PLAIN_BEFORE.replace(*ELSEWHERE)}, words)
        assert merge(bench, "--squash").status == 0
        outcome = bench.attempt("commit", "-q", "--no-edit")
        assert outcome.status == 0, outcome.said
        assert bench.at("HEAD", PLAIN) == LOSSY.replace(*ELSEWHERE)
        assert "SGM-Allow: fact-a /x_review" in bench.message()
