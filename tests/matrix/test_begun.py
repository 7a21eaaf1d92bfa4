"""A record that was committed past the hooks is completed while nobody else has that commit."""

from __future__ import annotations

import pytest

from tests.matrix.support import CODE, Bench

PATH, TYPED = "memory/rule/rule-x.md", b"---\ntitle: X\n---\n\nDo.\n"
EVE = {"GIT_AUTHOR_NAME": "Eve", "GIT_AUTHOR_DATE": "2026-11-01T08:00:00Z"}


@pytest.fixture
def begun(bench: Bench) -> Bench:
    """HEAD brought a record without provenance, and is not published."""
    bench.run("update-ref", "refs/remotes/origin/main", "HEAD")
    bench.write(PATH, TYPED)
    bench.run("add", PATH)
    bench.under(**EVE).run("commit", "-q", "--no-verify", "-m", "past the hooks")
    return bench


def assert_complete(bench: Bench) -> None:
    """HEAD has all of it, by who made it and when, and others may have it."""
    record = bench.at("HEAD", PATH) or b""
    assert b"agent: Eve" in record
    assert b"2026-11-01T08:00:00Z" in record
    checked = bench.start("sh", "-c", '"$(git config sgm.path)" check --range origin/main..HEAD')
    assert checked.status == 0, checked.said
    bench.assert_sound()


@pytest.mark.parametrize("how", [("--amend", "--no-edit"), ("-m", "more")])
def test_by_the_next_commit_that_touches_it(begun: Bench, how: tuple[str, ...]) -> None:
    begun.write(PATH, TYPED.replace(b"Do.", b"Do it."))
    done = begun.attempt("commit", "-qa", *how)
    assert (done.status, "sgm: completed 1 record" in done.said) == (0, True), done.said
    assert_complete(begun)


def test_in_a_stop_of_a_rebase(begun: Bench) -> None:
    begun.write(CODE, "more\n")
    begun.run("commit", "-qam", "more")
    stop = begun.under(GIT_SEQUENCE_EDITOR="sed -i 1s/pick/edit/", GIT_EDITOR="true")
    stop.run("rebase", "-q", "-i", "HEAD~2")
    begun.write(PATH, TYPED.replace(b"Do.", b"Do it."))
    done = stop.attempt("commit", "-qa", "--amend", "--no-edit")
    assert done.status == 0, done.said
    stop.run("rebase", "--continue")
    assert_complete(begun)


def test_by_a_fix_that_is_committed_then(begun: Bench) -> None:
    done = begun.start("sh", "-c", '"$(git config sgm.path)" fix')
    assert (done.status, done.said) == (0, f"fixed {PATH}\n")
    assert begun.attempt("commit", "-qa", "--amend", "--no-edit").status == 0
    assert_complete(begun)
