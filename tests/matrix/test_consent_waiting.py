"""Consent waits for the change that it was given to, and is in the way of nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.support import CODE, OTHER, PLAIN, PLAIN_BEFORE, record

if TYPE_CHECKING:
    from tests.matrix.support import Bench

LOSSY = PLAIN_BEFORE.replace(b"x_review: 42\n", b"")


@pytest.fixture
def waiting(bench: Bench) -> Bench:
    """Consent that nobody has used."""
    bench.run("update-ref", "refs/remotes/origin/main", "HEAD")
    program = bench.run("config", "sgm.path").decode().strip()
    done = bench.start(program, "unset", "fact-a", "/x_review", "--no-commit")
    assert done.status == 0, done.said
    return bench


@pytest.mark.parametrize(
    ("other", "data"),
    [(CODE, b"other\n"), (OTHER, record("fact-b", title="Other"))],
    ids=["code", "another record"],
)
def test_that_was_taken_back_counts_for_no_later_loss(
    waiting: Bench, other: str, data: bytes
) -> None:
    waiting.run("checkout", "-q", "--", PLAIN)
    waiting.write(other, data)
    assert waiting.attempt("commit", "-qam", "x").status == 0
    waiting.write(PLAIN, LOSSY)
    outcome = waiting.attempt("commit", "-qam", "x")
    assert (outcome.status, "K401" in outcome.said) == (1, True)


def test_that_is_still_meant_waits(waiting: Bench) -> None:
    waiting.write(CODE, "other\n")
    waiting.run("add", CODE)
    assert waiting.attempt("commit", "-qm", "x").status == 0
    waiting.write(OTHER, record("fact-b", title="Other"))
    waiting.run("add", OTHER)
    assert waiting.attempt("commit", "-qm", "x").status == 0
    outcome = waiting.attempt("commit", "-qam", "x")
    assert outcome.status == 0, outcome.said
    assert "SGM-Allow: fact-a /x_review" in waiting.message()


@pytest.mark.parametrize("options", [[], ["--no-verify"]])
def test_with_a_broken_configuration_stops_no_other_work(
    waiting: Bench, options: list[str]
) -> None:
    waiting.write(".sgm/config.toml", "no [toml\n")
    waiting.run("add", ".sgm")
    waiting.run("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "broken")
    waiting.write(CODE, "other\n")
    waiting.run("add", CODE)
    outcome = waiting.attempt("commit", "-q", "-m", "x", *options)
    assert outcome.status == 0, outcome.said
    waiting.write("README.md", "# Words\n")
    waiting.run("add", "README.md")
    assert waiting.attempt("commit", "-q", "-m", "x", "--no-verify").status == 0
