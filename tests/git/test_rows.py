"""Rows of history: every commit once, children first, with all it changed; by both engines."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.git.engine import open_repository
from tests.git.graphs import (
    RandomGraph,
    ancestors,
    assert_topological,
    changes_between,
    files_of,
    parents_of,
)
from tests.git.support import stored_commit
from tests.support import GitSandbox

if TYPE_CHECKING:
    import pytest

    from sgm_git.commits import Change
    from sgm_git.git.engine import Engine

_FEW = settings(max_examples=max(8, settings().max_examples // 12))
NOWHERE = "1" * 40


def graph(
    place: pytest.TempPathFactory, seed: int, commits: int, oid_hex: int = 40
) -> tuple[GitSandbox, list[str]]:
    """A repository with a random history, and all its commits."""
    sandbox = GitSandbox(place.mktemp("graph"))
    sandbox.run("init", "-q", "--object-format=" + {40: "sha1", 64: "sha256"}[oid_hex])
    return sandbox, RandomGraph(Random(seed), commits, oid_hex).build(sandbox)


def expected(
    sandbox: GitSandbox, parents: dict[str, list[str]]
) -> dict[str, tuple[list[str], tuple[tuple[Change, ...], ...]]]:
    """Map commits to their parents and changes, told by comparing whole trees."""
    files = {oid: files_of(sandbox, oid) for oid in parents}
    return {
        oid: (
            parents[oid],
            tuple(
                changes_between(before, files[oid])
                for before in [files[parent] for parent in parents[oid]] or [{}]
            ),
        )
        for oid in parents
    }


@_FEW
@given(
    seed=st.integers(0, 2**32), commits=st.integers(1, 40), oid_hex=st.sampled_from([40, 40, 64])
)
def test_random_histories_are_told_as_whole_trees_tell_them(
    tmp_path_factory: pytest.TempPathFactory, seed: int, commits: int, oid_hex: int
) -> None:
    sandbox, made = graph(tmp_path_factory, seed, commits, oid_hex)
    tip = made[-1]
    by_git = list(open_repository(sandbox.path, "git").history(tip))
    by_dulwich = list(open_repository(sandbox.path, "dulwich").history(tip))
    assert_topological(by_git)
    assert_topological(by_dulwich)
    assert {c.oid: c for c in by_git} == {c.oid: c for c in by_dulwich}
    assert by_git[0].oid == by_dulwich[0].oid == tip
    assert not any(c.is_cut for c in by_git)
    told = {c.oid: (list(c.parents), c.changes) for c in by_git}
    assert told == expected(sandbox, parents_of(sandbox, [tip]))


@_FEW
@given(seed=st.integers(0, 2**32), known=st.lists(st.integers(0, 39), min_size=1, max_size=3))
def test_what_known_commits_reach_is_left_out_whatever_the_clocks_say(
    tmp_path_factory: pytest.TempPathFactory, seed: int, known: list[int]
) -> None:
    sandbox, made = graph(tmp_path_factory, seed, 40)
    parents = parents_of(sandbox, made)
    for tip in (made[-1], made[-2]):
        new = ancestors(parents, [tip]) - ancestors(parents, [made[n] for n in known])
        whole = {c.oid: c for c in open_repository(sandbox.path, "git").history(tip)}
        for engine in ("git", "dulwich"):
            repository = open_repository(sandbox.path, engine)
            found = list(repository.history(tip, [made[n] for n in known] + [NOWHERE]))
            assert_topological(found)
            assert {c.oid: c for c in found} == {oid: whole[oid] for oid in new}


def test_a_long_line_of_ancient_dates_hides_nothing_that_is_known(
    sandbox: GitSandbox, engine: Engine
) -> None:
    """Git itself stops looking too soon here and takes ``old`` for new."""
    old = stored_commit(sandbox, committer=b"A <a@x> 1000 +0000")
    known = old
    for _ in range(20):
        known = stored_commit(sandbox, committer=b"A <a@x> 1 +0000", parents=[known])
    tip = stored_commit(sandbox, committer=b"A <a@x> 2000 +0000", parents=[old])
    assert sandbox.run("rev-list", "--count", tip, f"^{known}") == b"2\n"
    repository = open_repository(sandbox.path, engine)
    assert [commit.oid for commit in repository.history(tip, [known])] == [tip]
    assert list(repository.history(old, [known])) == []
