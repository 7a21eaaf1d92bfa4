"""A look at a few records says what a look at all would say, at the cost of a few (DESIGN 10)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.store.histories import FOLDERS, Watcher, made
from tests.witness.chance import PATHS, edited

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.store.index.folds import Fold
    from sgm_git.store.near import Near
    from sgm_git.store.past import Past
    from sgm_git.witness.life import Life
    from tests.store.histories import History
    from tests.support import GitSandbox


def plain(life: Life | None) -> object:
    """A life without the order of what comes from different lines of history."""
    if life is None:
        return None
    events = [(each.kind, each.after, frozenset(each.before)) for each in life.events]
    return frozenset(events), len(events), life.is_cut, life.doubt


def plain_past(past: Past) -> object:
    """What history says, likewise."""
    lives = {path: plain(life) for path, life in past.lives.items()}
    return lives, past.commits, past.shared.people, past.facts


def plain_fold(fold: Fold | None) -> object:
    """A fold likewise."""
    assert fold is not None
    lives = {place: plain(life) for place, life in fold.lives.items()}
    shared = fold.shared
    return fold.tip, lives, shared.people, set(shared.consenting), set(shared.configured)


def assert_agree(near: Near, whole: Past, paths: Collection[str]) -> None:
    """What is told of each path is what a look at everything tells."""
    assert near.past.lives.keys() == whole.lives.keys() & set(paths)
    for path, life in near.past.lives.items():
        assert plain(life) == plain(whole.lives[path])
        for event in life.events:
            assert near.past.commits[event.commit] == whole.commits[event.commit]
            for state in (event.after, *event.before):
                assert near.past.facts[state.blob] == whole.facts[state.blob]
    assert near.past.shared.people == whole.shared.people


def look_twice(history: History, chance: Random, place: Path) -> bool:
    """Look at a commit, then nearby at another; say whether that could be done."""
    line = history.line(chance.choice(list(history.story.snapshots)))
    tip, former = line[0], chance.choice(line)
    committed = history.story.files(tip)
    files = committed
    if chance.random() < 0.6:
        past = [history.story.files(chance.choice(list(history.story.snapshots)))]
        files = edited(chance, committed, past)
    also = {path for path in PATHS if chance.random() < 0.2}
    going, anew = Watcher(history, place / "going"), Watcher(history, place / "anew")
    before = going.past(former)
    near, whole = going.near(tip, files, also), anew.past(tip, files)
    if near is None:
        return False
    assert near.former == history.oids[former]
    concerned = near.touched | {path for path in also if FOLDERS.root_of(path)}
    assert_agree(near, whole, concerned)
    fold, names, kept = going.kept()
    assert kept == history.oids[tip]
    expected, expected_names, _ = anew.kept()
    assert plain_fold(fold) == plain_fold(expected)
    assert names == expected_names
    assert plain_past(going.past(tip, files)) == plain_past(whole)
    untouched = whole.lives.keys() - near.touched
    for path in untouched:
        assert plain(whole.lives[path]) == plain(before.lives[path])
    return True


@pytest.mark.parametrize(
    ("engine", "seed"), [("git", 0), *(("dulwich", seed) for seed in range(1, 10))]
)
def test_a_near_look_agrees_with_a_whole_one(
    sandbox: GitSandbox, tmp_path: Path, engine: Engine, seed: int
) -> None:
    """Over histories of every kind, with and without edits that are not committed."""
    chance = Random(seed)
    history = made(sandbox, engine, chance, chance.choice((4, 8, 16, 30)))
    done = 0
    for number in range(8):
        place = tmp_path / str(number)
        place.mkdir()
        done += look_twice(history, chance, place)
    assert done
