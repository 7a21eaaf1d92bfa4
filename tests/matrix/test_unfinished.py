"""While git is amid something no command of ours writes: hints say what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.support import CODE, PLAIN, PLAIN_BEFORE
from tests.matrix.test_merges import LOSSY, sides

if TYPE_CHECKING:
    from tests.matrix.support import Bench, Outcome

TITLES = (PLAIN_BEFORE.replace(b"A title", b"Theirs"), PLAIN_BEFORE.replace(b"A title", b"Ours"))


def follow(bench: Bench, line: str) -> Outcome:
    """Do what a hint says."""
    return bench.start("sh", "-c", f'sgm() {{ "$(git config sgm.path)" "$@"; }}\n{line}')


@pytest.mark.parametrize(
    ("start", "finish"),
    [
        (("merge", "-q", "side"), ("commit", "--no-edit")),
        (("cherry-pick", "side"), ("cherry-pick", "--continue")),
        (("rebase", "-q", "side"), ("rebase", "--continue")),
    ],
)
def test_a_field_is_kept_until_it_is_finished_and_dropped_then(
    bench: Bench, start: tuple[str, ...], finish: tuple[str, ...]
) -> None:
    theirs, ours = TITLES
    sides(bench, {PLAIN: theirs}, {PLAIN: ours})
    bench.attempt(*start)
    bench.write(PLAIN, LOSSY)
    bench.run("add", PLAIN)
    refused = bench.attempt("commit", "-q", "--no-edit")
    assert refused.status, refused.said
    hint, command = refused.said.splitlines()[-2:]
    what, way = start[0], " ".join(finish[:2] if finish[0] != "commit" else finish[:1])
    assert f"finish the {what} (git {way}) to keep it; to drop it on purpose, run this" in hint
    waits = follow(bench, command)
    assert (waits.status, f"hint: finish it: git {way}" in waits.said) == (3, True)
    done = bench.under(GIT_EDITOR="true").attempt(*finish)
    assert done.status == 0, done.said
    assert b"x_review: 42" in (bench.at("HEAD", PLAIN) or b"")
    dropped = follow(bench, command)
    assert dropped.status == 0, dropped.said
    assert bench.attempt("commit", "-q", "-m", "drop it").status == 0
    assert b"x_review" not in (bench.at("HEAD", PLAIN) or b"x_review")


OURS, THEIRS = (
    PLAIN_BEFORE.replace(b"x_review", name + b": 1\nx_review") for name in (b"x_o", b"x_t")
)
TAKEN = [("--ours", OURS, b"x_t: 1"), ("--theirs", THEIRS, b"x_o: 1")]


@pytest.mark.parametrize(("side", "staged", "lost"), TAKEN)
def test_a_side_that_is_taken_whole_does_not_drop_the_other_unseen(
    bench: Bench, side: str, staged: bytes, lost: bytes
) -> None:
    sides(bench, {PLAIN: THEIRS}, {PLAIN: OURS})
    assert bench.attempt("merge", "-q", "side").status == 1
    bench.run("checkout", "-q", side, PLAIN)
    bench.run("add", PLAIN)
    assert bench.read(PLAIN) == staged
    refused = bench.attempt("commit", "-q", "--no-edit")
    assert (refused.status, "K401 error" in refused.said) == (1, True), refused.said
    assert lost in bench.read(PLAIN)
    done = bench.attempt("commit", "-q", "--no-edit")
    assert done.status == 0, done.said
    assert lost in (bench.at("HEAD", PLAIN) or b"")
    bench.assert_sound()


def test_a_side_that_is_taken_whole_may_have_lost_nothing(bench: Bench) -> None:
    theirs, ours = TITLES
    sides(bench, {PLAIN: theirs}, {PLAIN: ours})
    bench.attempt("merge", "-q", "side")
    bench.run("checkout", "-q", "--ours", PLAIN)
    bench.run("add", PLAIN)
    done = bench.attempt("commit", "-q", "--no-edit")
    assert done.status == 0, done.said
    assert bench.at("HEAD", PLAIN) == ours


@pytest.mark.parametrize("strategy", [("-s", "ours"), ("-s", "ours", "--no-ff")])
def test_a_merge_that_git_makes_in_favour_of_one_side_is_its_own_doing(
    bench: Bench, strategy: tuple[str, ...]
) -> None:
    sides(bench, {PLAIN: THEIRS}, {PLAIN: OURS})
    done = bench.attempt("merge", "-q", "--no-edit", *strategy, "side")
    assert done.status == 0, done.said
    assert bench.at("HEAD", PLAIN) == OURS


def test_a_merge_of_code_alone_starts_nothing(bench: Bench) -> None:
    sides(bench, {CODE: b"theirs\n"}, {CODE: b"ours\n"})
    bench.attempt("merge", "-q", "side")
    bench.write(CODE, b"both\n")
    bench.run("add", CODE)
    bench.run("config", "sgm.path", "/nowhere/sgm")
    bench.run("config", "sgm.hooksMissing", "block")
    done = bench.under(PATH="/usr/bin:/bin").attempt("commit", "-q", "--no-edit")
    assert done.status == 0, done.said


def test_who_made_a_record_is_changed_after_the_merge_and_not_in_it(bench: Bench) -> None:
    theirs, ours = TITLES
    sides(bench, {PLAIN: theirs}, {PLAIN: ours})
    bench.attempt("merge", "-q", "side")
    edited = PLAIN_BEFORE.replace(b"agent: Ada", b"agent: Grace")
    bench.write(PLAIN, edited)
    bench.run("add", PLAIN)
    refused = bench.attempt("commit", "-q", "--no-edit")
    assert refused.status == 1, refused.said
    assert "P302 error" in refused.said
    assert "trusted side" not in refused.said
    assert refused.said.rstrip().endswith(
        "hint: put back what never changes, and finish the merge (git commit);"
        " it is changed on purpose after that"
    )
    bench.write(PLAIN, ours)
    bench.run("add", PLAIN)
    assert bench.attempt("commit", "-q", "--no-edit").status == 0
    bench.write(PLAIN, edited)
    command = refused.said.partition("consent to it: ")[2].partition("\n")[0]
    done = follow(bench, command)
    assert done.status == 0, done.said
    assert bench.attempt("commit", "-qam", "on purpose").status == 0
