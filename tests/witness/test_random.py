"""The tracer against a slow and obvious judge, over histories of every kind."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from tests.support import untraced
from tests.witness.chance import random_story
from tests.witness.reference import Reference
from tests.witness.support import root_of

if TYPE_CHECKING:
    from sgm_git.witness.delta import Doc
    from sgm_git.witness.life import Life
    from tests.witness.support import Story

SIZES = (4, 7, 7, 12, 12, 20, 30, 60)
"""Commits of the histories of one example: small ones are easily understood where one fails."""

seeds = st.integers(min_value=0, max_value=2**48)


def plain(life: Life) -> object:
    """A life without the order of what comes from different lines of history."""
    events = [(each.kind, each.after, frozenset(each.before)) for each in life.events]
    return frozenset(events), len(events), life.is_cut, life.doubt


def is_in_order(story: Story, life: Life) -> bool:
    """Whether no event stands before one that came after it."""
    seen: set[str] = set()
    for event in life.events:
        if seen & (story.reachable(event.commit) - {event.commit}):
            return False
        seen.add(event.commit)
    return True


@given(seeds)
@untraced
def test_every_life_is_what_whole_trees_say(seed: int) -> None:
    chance = Random(seed)
    for size in SIZES:
        story, tip = random_story(chance, chance.randrange(2, size))
        found = story.trace(tip, chance=chance)
        expected = Reference(story.snapshots, story.record, root_of).lives(tip)
        assert found.is_whole
        assert {path: plain(life) for path, life in found.lives.items()} == {
            path: plain(life) for path, life in expected.items()
        }
        assert all(is_in_order(story, life) for life in found.lives.values())


@given(seeds)
@untraced
def test_the_order_in_which_git_gives_commits_is_nothing(seed: int) -> None:
    chance = Random(seed)
    for size in SIZES:
        story, tip = random_story(chance, chance.randrange(2, size))
        one, other = (story.trace(tip, chance=chance).lives for _ in range(2))
        assert {path: frozenset(life.events) for path, life in one.items()} == {
            path: frozenset(life.events) for path, life in other.items()
        }


@given(seeds)
@untraced
def test_going_on_from_an_earlier_commit_gives_what_all_of_history_gives(seed: int) -> None:
    chance = Random(seed)
    for size in SIZES:
        story, tip = random_story(chance, chance.randrange(2, size))
        former = story.former(chance.choice(sorted(story.reachable(tip))))
        found = story.trace(tip, former, chance)
        if found.is_whole:
            expected = story.trace(tip).lives
            assert {path: plain(life) for path, life in found.lives.items()} == {
                path: plain(life) for path, life in expected.items()
            }
            assert all(is_in_order(story, life) for life in found.lives.values())


@given(seeds)
@untraced
def test_what_is_known_of_older_commits_too_gives_what_all_of_history_gives(seed: int) -> None:
    """A branch may have begun before the commit that was looked at, and be merged after it."""
    chance = Random(seed)
    for size in SIZES:
        story, tip = random_story(chance, chance.randrange(2, size))
        former = story.former(chance.choice(sorted(story.reachable(tip))))
        beside = replace(former, beside=partial(_life_at, story))
        found = story.trace(tip, beside, chance)
        assert found.is_whole or not story.trace(tip, former).is_whole
        if found.is_whole:
            expected = story.trace(tip).lives
            assert {path: plain(life) for path, life in found.lives.items()} == {
                path: plain(life) for path, life in expected.items()
            }
            assert all(is_in_order(story, life) for life in found.lives.values())


def _life_at(story: Story, commit: str, doc: Doc) -> Life | None:
    return story.trace(commit).lives.get(doc.path)


@given(seeds)
@untraced
def test_what_is_said_of_a_record_does_not_depend_on_what_else_is_there(seed: int) -> None:
    chance = Random(seed)
    for size in SIZES:
        story, tip = random_story(chance, chance.randrange(2, size))
        everything = story.trace(tip).lives
        for path, life in everything.items():
            if life.doubt is None:
                alone = story.trace(tip, paths={path}).lives
                assert plain(alone[path]) == plain(life)
