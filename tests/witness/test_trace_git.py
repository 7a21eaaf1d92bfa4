"""The tracer over histories that real git made and both engines read, against the slow judge."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.git.engine import open_repository
from sgm_git.witness.trace import Former, trace
from tests.support import GitSandbox, untraced
from tests.witness.reference import Reference
from tests.witness.repositories import RandomRepository, read_story
from tests.witness.support import root_of
from tests.witness.test_random import is_in_order, plain

if TYPE_CHECKING:
    import pytest

    from sgm_git.git.engine import Engine
    from sgm_git.witness.trace import Tracing
    from tests.witness.support import Story

_FEW = settings(max_examples=max(6, settings().max_examples // 40))
_ENGINES: tuple[Engine, ...] = ("git", "dulwich")


def _look(
    sandbox: GitSandbox, engine: Engine, story: Story, tip: str, former: Former | None = None
) -> Tracing:
    repository = open_repository(sandbox.path, engine)
    commits = repository.history(tip, () if former is None else (former.tip,))
    return trace(commits, story.snapshots[tip].files, story, root_of, former)


@_FEW
@given(seed=st.integers(0, 2**48))
@untraced
def test_every_life_in_a_real_repository_is_what_its_trees_say(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    chance = Random(seed)
    sandbox = GitSandbox(tmp_path_factory.mktemp("history"))
    commits = RandomRepository(sandbox, chance).build(40)
    story = read_story(sandbox)
    reference = Reference(story.snapshots, story.record, root_of)
    for tip in chance.sample(commits, min(len(commits), 12)):
        expected = {path: plain(life) for path, life in reference.lives(tip).items()}
        former = story.former(chance.choice(sorted(story.reachable(tip))))
        for engine in _ENGINES:
            found = _look(sandbox, engine, story, tip)
            assert found.is_whole
            assert {path: plain(life) for path, life in found.lives.items()} == expected
            assert all(is_in_order(story, life) for life in found.lives.values())
            resumed = _look(sandbox, engine, story, tip, former)
            if resumed.is_whole:
                assert {path: plain(life) for path, life in resumed.lives.items()} == expected
