"""Where git runs no hook before a commit: the push is refused, and `sgm fix --range` mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.support import CODE, NEW, PLAIN, PLAIN_BEFORE, STAMPED, STAMPED_BEFORE, Bench
from tests.matrix.test_merges import ELSEWHERE, LOSSY, commit

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.matrix.support import Outcome

MORE = PLAIN_BEFORE.replace(b"x_review: 42\n", b"x_review: 42\nx_more: 1\n")


@pytest.fixture
def shared(bench: Bench) -> Bench:
    """A repository that was pushed, with a record that says more than at first."""
    commit(bench, {PLAIN: MORE}, "more")
    hub = bench.path.with_name("hub.git")
    bench.run("init", "-q", "--bare", str(hub))
    bench.run("remote", "add", "origin", str(hub))
    outcome = push(bench)
    assert outcome.status == 0, outcome.said
    return bench


def push(bench: Bench) -> Outcome:
    """Push what is checked out."""
    return bench.attempt("push", "-q", "-u", "origin", "HEAD:main")


def picked(bench: Bench) -> None:
    """Pick a commit that drops a field."""
    bench.run("checkout", "-q", "-b", "side")
    commit(bench, {PLAIN: MORE.replace(b"x_review: 42\n", b"")}, "x")
    bench.run("checkout", "-q", "main")
    commit(bench, {CODE: b"two\n"}, "ours")
    bench.run("cherry-pick", "side")


def reverted(bench: Bench) -> None:
    """Revert the commit that added a field."""
    bench.run("revert", "--no-edit", "HEAD")


def rebased(bench: Bench) -> None:
    """Rebase a branch that drops a field."""
    bench.run("checkout", "-q", "-b", "side", "HEAD~")
    commit(bench, {PLAIN: LOSSY}, "x")
    assert bench.attempt("rebase", "-q", "main").status == 1
    bench.write(PLAIN, MORE.replace(b"x_review: 42\n", b""))
    bench.run("add", PLAIN)
    bench.run("-c", "core.editor=true", "rebase", "--continue")


def unverified(bench: Bench) -> None:
    """Commit without hooks."""
    commit(bench, {PLAIN: MORE.replace(b"x_more: 1\n", b"")}, "x")


@pytest.mark.parametrize("how", [picked, reverted, rebased, unverified])
def test_a_loss_is_found_when_it_is_pushed_and_mended(
    shared: Bench, how: Callable[[Bench], None]
) -> None:
    how(shared)
    before = shared.snapshot()
    outcome = push(shared)
    assert outcome.status != 0
    assert "K401" in outcome.said
    assert shared.snapshot() == before
    mend(shared)
    assert b"x_review: 42\n" in shared.read(PLAIN)
    assert b"x_more: 1\n" in shared.read(PLAIN)
    outcome = push(shared)
    assert outcome.status == 0, outcome.said


def mend(bench: Bench) -> None:
    """Mend what a range let in, and commit that with all hooks."""
    sgm = bench.run("config", "sgm.path").decode().strip()
    done = bench.start(sgm, "fix", "--range", "origin/main..HEAD")
    assert done.status == 0, done.said
    outcome = bench.attempt("commit", "-q", "-a", "-m", "mend")
    assert outcome.status == 0, outcome.said
    assert bench.changed() == {}


def test_what_no_hook_completed_and_stamped_is_mended(shared: Bench) -> None:
    typed = b"---\ntitle: By hand\n---\n\nWords.\n"
    edited = STAMPED_BEFORE.replace(*ELSEWHERE)
    commit(shared, {NEW: typed, STAMPED: edited}, "x")
    outcome = push(shared)
    assert outcome.status != 0
    assert "S213" in outcome.said
    mend(shared)
    assert b"created_at: " in shared.read(NEW)
    assert b'modified_at: "2026-10-11T08:00:00Z"' not in shared.read(STAMPED)
    outcome = push(shared)
    assert outcome.status == 0, outcome.said
