"""A part of a scope stands twice in a record: it goes, and comes back, in both places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.matrix.support import PLAIN, PLAIN_BEFORE
from tests.matrix.test_merges import commit

if TYPE_CHECKING:
    from tests.matrix.support import Bench

SCOPED = PLAIN_BEFORE.replace(
    b"x_review: 42\n", b"x_review: 42\nscope: {project: shop, plan: seven}\n"
).replace(b"scope: {}", b"scope: {project: shop, plan: seven}")
LESS = SCOPED.replace(b", plan: seven", b"")


def test_what_was_taken_out_of_both_is_put_back_into_both_and_a_line_drops_it(
    bench: Bench,
) -> None:
    commit(bench, {PLAIN: SCOPED}, "scoped")
    bench.run("update-ref", "refs/remotes/origin/main", "HEAD")
    bench.write(PLAIN, LESS)
    outcome = bench.attempt("commit", "-a", "-q", "-m", "x")
    assert outcome.status == 1
    assert bench.read(PLAIN).count(b"plan: seven") == 2
    line = next(each for each in outcome.said.splitlines() if each.startswith("  sgm unset"))
    program = bench.run("config", "sgm.path").decode().strip()
    done = bench.start("sh", "-c", line.replace("sgm unset", f"'{program}' unset"))
    assert done.status == 0, done.said
    assert bench.read(PLAIN).count(b"plan: seven") == 0
    outcome = bench.attempt("commit", "-a", "-q", "-m", "x")
    assert outcome.status == 0, outcome.said
    assert "SGM-Allow: fact-a /scope" in bench.message()
