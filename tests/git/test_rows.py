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
from tests.support import GitSandbox

if TYPE_CHECKING:
    import pytest

_FEW = settings(max_examples=max(8, settings().max_examples // 12))
NOWHERE = "1" * 40


def graph(place: pytest.TempPathFactory, seed: int, commits: int) -> tuple[GitSandbox, list[str]]:
    """A repository with a random history, and all its commits."""
    sandbox = GitSandbox(place.mktemp("graph"))
    sandbox.run("init", "-q")
    return sandbox, RandomGraph(Random(seed), commits).build(sandbox)


@_FEW
@given(seed=st.integers(0, 2**32), commits=st.integers(1, 40))
def test_random_histories_are_told_as_whole_trees_tell_them(
    tmp_path_factory: pytest.TempPathFactory, seed: int, commits: int
) -> None:
    sandbox, made = graph(tmp_path_factory, seed, commits)
    tip = made[-1]
    by_git = list(open_repository(sandbox.path, "git").history(tip))
    by_dulwich = list(open_repository(sandbox.path, "dulwich").history(tip))
    assert_topological(by_git)
    assert_topological(by_dulwich)
    assert {c.oid: c for c in by_git} == {c.oid: c for c in by_dulwich}
    assert by_git[0].oid == by_dulwich[0].oid == tip
    parents = parents_of(sandbox, [tip])
    files = {oid: files_of(sandbox, oid) for oid in parents}
    assert {c.oid: (list(c.parents), c.changes, c.is_cut) for c in by_git} == {
        oid: (
            parents[oid],
            tuple(
                changes_between(before, files[oid])
                for before in [files[parent] for parent in parents[oid]] or [{}]
            ),
            False,
        )
        for oid in parents
    }


@_FEW
@given(seed=st.integers(0, 2**32), known=st.lists(st.integers(0, 39), min_size=1, max_size=3))
def test_what_known_commits_reach_is_left_out_whatever_the_clocks_say(
    tmp_path_factory: pytest.TempPathFactory, seed: int, known: list[int]
) -> None:
    sandbox, made = graph(tmp_path_factory, seed, 40)
    parents = parents_of(sandbox, made)
    for tip in (made[-1], made[-2]):
        expected = ancestors(parents, [tip]) - ancestors(parents, [made[n] for n in known])
        whole = {c.oid: c for c in open_repository(sandbox.path, "git").history(tip)}
        for engine in ("git", "dulwich"):
            repository = open_repository(sandbox.path, engine)
            found = list(repository.history(tip, [made[n] for n in known] + [NOWHERE]))
            assert_topological(found)
            assert {c.oid: c for c in found} == {oid: whole[oid] for oid in expected}
