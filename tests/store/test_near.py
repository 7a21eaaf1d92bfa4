"""A look at a few records says what a look at all would say, at the cost of a few (DESIGN 10)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from sgm_git.commits import UNCOMMITTED
from tests.store.histories import FOLDERS, Watcher, made, told
from tests.support import untraced
from tests.witness.chance import PATHS, Note, edited, text_of
from tests.witness.support import Story, note

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.store.index.folds import Fold
    from sgm_git.store.near import Near
    from sgm_git.store.past import Past
    from sgm_git.witness.life import Life
    from tests.store.histories import History
    from tests.support import GitSandbox

pytestmark = untraced


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


class Spy:
    """A repository that remembers what it was asked to do."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.asked: list[tuple[object, ...]] = []

    def __getattr__(self, name: str) -> object:
        """Everything is the repository's."""
        found = getattr(self.repository, name)
        if not callable(found):
            return found

        def said(*args: object, **more: object) -> object:
            self.asked.append((name, *args))
            self.meanwhile(name)
            return found(*args, **more)

        return said

    def meanwhile(self, name: str) -> None:
        """What happens while something is asked."""


def spied(history: History) -> tuple[History, Spy]:
    """The same history, and what its repository is asked."""
    spy = Spy(history.repository)
    return replace(history, repository=cast("Repository", spy)), spy


@pytest.fixture
def tale(sandbox: GitSandbox, engine: Engine) -> Callable[[Story], History]:
    """Makes a story real."""
    return lambda story: told(sandbox, engine, story)


def three() -> Story:
    """Three records, of which one is edited and one renamed."""
    story = Story()
    first = {f"m/{name}.md": note(name) for name in "abc"}
    moved = {"m/a.md": note("a", "Two"), "m/b.md": note("b"), "n/c.md": note("c")}
    story.line(first, first | {"m/a.md": note("a", "Two")}, moved)
    return story


def kinds(life: Life) -> list[str]:
    """The events, newest first."""
    return [str(event.kind) for event in life.events]


def test_only_what_was_touched_is_told(tale: Callable[[Story], History], tmp_path: Path) -> None:
    history = tale(three())
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c0")
    near = watcher.near("c2", history.story.files("c2"))
    assert near is not None
    assert near.former == history.oids["c0"]
    assert [row.oid for row in near.rows] == [history.oids["c2"], history.oids["c1"]]
    assert near.touched == {"m/a.md", "m/c.md", "n/c.md"}
    assert {path: kinds(life) for path, life in near.past.lives.items()} == {
        "m/a.md": ["changed", "born"],
        "n/c.md": ["born"],
    }


def test_what_is_asked_besides_is_told_too(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    history = tale(three())
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c1")
    files = {**history.story.files("c2"), "o/z.md": note("z"), "m/d.md": note("d")}
    near = watcher.near("c2", files, also=["m/b.md", "o/z.md", "m/none.md"])
    assert near is not None
    assert near.touched == {"m/c.md", "n/c.md", "m/d.md"}
    assert near.past.lives.keys() == {"n/c.md", "m/d.md", "m/b.md"}
    assert near.past.lives["m/d.md"].events[0].commit == UNCOMMITTED


def test_nothing_is_asked_of_git_where_nothing_is_new(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    history, spy = spied(tale(three()))
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    spy.asked.clear()
    near = watcher.near("c2", history.story.files("c2"), also=["m/a.md"])
    assert near is not None
    assert kinds(near.past.lives["m/a.md"]) == ["changed", "born"]
    assert {name for name, *_ in spy.asked} <= {"blob_ids", "read_blobs", "present_blobs"}
    assert all(not any(args) for _, *args in spy.asked)
    assert watcher.named == []


def test_new_commits_alone_are_asked_for(tale: Callable[[Story], History], tmp_path: Path) -> None:
    history, spy = spied(tale(three()))
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c1")
    spy.asked.clear()
    assert watcher.near("c2", history.story.files("c2"))
    asked = [args for name, *args in spy.asked if name == "history"]
    assert asked == [[history.oids["c2"], (history.oids["c1"],)]]
    assert watcher.named == [{"c"}]


def test_without_what_is_kept_all_must_be_looked_at(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    history = tale(three())
    assert Watcher(history, tmp_path / "index").near("c2", history.story.files("c2")) is None


@pytest.mark.parametrize("tip", ["back", "side", "merge"])
def test_another_line_must_be_looked_at_anew(
    tale: Callable[[Story], History], tmp_path: Path, tip: str
) -> None:
    """A branch reset, left, or merged into another one."""
    story = three()
    story.commit(story.files("c0"), "c0", name="back")
    story.commit({"m/x.md": note("x")}, "c1", name="side")
    story.commit(story.files("c2"), "side", "c2", name="merge")
    history = tale(story)
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    assert watcher.near(tip, story.files(tip)) is None
    assert watcher.kept()[2] == history.oids["c2"]


def test_a_merge_into_this_line_is_a_few(tale: Callable[[Story], History], tmp_path: Path) -> None:
    story = three()
    side = story.commit({**story.files("c0"), "m/b.md": note("b", "Side")}, "c0")
    merge = story.commit({**story.files("c2"), "m/b.md": note("b", "Side")}, "c2", side)
    history = tale(story)
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    near = watcher.near(merge, story.files(merge))
    assert near is not None
    event = near.past.lives["m/b.md"].events[0]
    assert event.commit == history.oids[side]


@pytest.mark.parametrize(
    ("path", "title", "is_few"), [("m/b.md", "Side", True), ("m/a.md", "Side", False)]
)
def test_a_branch_that_began_before_is_a_few_where_it_touched_what_nobody_else_did(
    tale: Callable[[Story], History], tmp_path: Path, path: str, title: str, *, is_few: bool
) -> None:
    """It began two commits before the one that was looked at, of which one touched m/a.md."""
    story = three()
    name = path[2]
    new = {path: note(name, title), "m/new.md": note("new")}
    side = story.commit({**story.files("c0"), **new}, "c0")
    merge = story.commit({**story.files("c2"), **new}, "c2", side)
    history, spy = spied(tale(story))
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    spy.asked.clear()
    near = watcher.near(merge, story.files(merge))
    assert (near is not None) is is_few
    asked = [tuple(args) for told, *args in spy.asked if told == "history"]
    oids = history.oids
    assert asked == [(oids[merge], (oids["c2"],)), (oids["c2"], (oids["c0"],))]
    whole, anew = watcher.past(merge), Watcher(history, tmp_path / "anew").past(merge)
    assert plain_past(whole) == plain_past(anew)


def test_what_was_changed_and_changed_back_is_not_overlooked(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    """Where the branch began, its record had not been through that yet."""
    story, files = Story(), {"m/a.md": note("a"), "m/b.md": note("b")}
    _, _, main = story.line(files, {**files, "m/a.md": note("a", "Two")}, files)
    new = {**files, "m/a.md": note("a", "Side")}
    side = story.commit(new, "c0")
    merge = story.commit(new, main, side)
    history = tale(story)
    watcher = Watcher(history, tmp_path / "index")
    watcher.past(main)
    assert watcher.near(merge, new) is None
    events = watcher.past(merge).lives["m/a.md"].events
    assert [event.commit for event in events] == [history.oids[side], history.oids["c0"]]


def test_a_merge_that_made_itself_is_nobodys_version(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    story, old = Story(), Note("a")
    base, main = story.line({"m/a.md": text_of(old)}, {"m/a.md": text_of(replace(old, title="b"))})
    side = story.commit({"m/a.md": text_of(replace(old, tail="b"))}, base)
    merged = story.commit({"m/a.md": text_of(replace(old, title="b", tail="b"))}, main, side)
    tip = story.commit(story.files(merged), merged)
    history = tale(story)
    watcher = Watcher(history, tmp_path / "index")
    watcher.past(base)
    near = watcher.near(tip, story.files(tip))
    assert near is not None
    events = {event.commit for event in near.past.lives["m/a.md"].events}
    assert events == {history.oids[each] for each in (base, main, side)}


def test_a_branch_of_a_branch_must_be_looked_at_anew(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    """The line of first parents does not come by its beginning. Its new records are a few."""
    story = three()
    one = story.commit({**story.files("c0"), "m/d.md": note("d")}, "c0")
    main = story.commit({**story.files("c2"), "m/d.md": note("d")}, "c2", one)
    for new, is_few in (({"m/b.md": note("b", "Side")}, False), ({"m/e.md": note("e")}, True)):
        two = story.commit({**story.files(one), **new}, one)
        merge = story.commit({**story.files(main), **new}, main, two)
        history = tale(story)
        watcher = Watcher(history, tmp_path / merge)
        watcher.past(main)
        assert (watcher.near(merge, story.files(merge)) is not None) is is_few


def test_a_record_that_stood_twice_must_be_looked_at_anew(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    """What was before it did is not kept. That it comes to stand twice can be told."""
    story = three()
    twice = story.commit({**story.files("c2"), "m/d.md": note("a", "Two")}, "c2")
    once = story.commit(story.files("c2"), twice)
    history = tale(story)
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    near = watcher.near(twice, story.files(twice))
    assert near is not None
    doubts = {path for path, life in near.past.lives.items() if life.doubt}
    assert doubts == {"m/a.md", "m/d.md"} == near.touched
    assert watcher.near(once, story.files(once)) is None


def test_too_many_are_not_a_few(
    tale: Callable[[Story], History], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = tale(three())
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c0")
    for most, is_few in ((1, False), (2, False), (3, True)):
        monkeypatch.setattr("sgm_git.store.near._MOST", most)
        near = watcher.near("c2", history.story.files("c2"))
        assert (near is not None) is is_few


def test_an_unfinished_merge_is_looked_at_as_a_whole(
    sandbox: GitSandbox, tale: Callable[[Story], History], tmp_path: Path
) -> None:
    history = tale(three())
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    sandbox.write(".git/MERGE_HEAD", history.oids["c1"] + "\n")
    files = history.story.files("c2")
    assert watcher.near("c2", {**files, "m/x.md": note("x")}) is None
    assert watcher.near("c2", files) is not None


def test_what_is_lost_from_the_index_is_not_made_up(
    tale: Callable[[Story], History], tmp_path: Path
) -> None:
    history = tale(three())
    watcher = Watcher(history, tmp_path / "index")
    watcher.past("c2")
    with closing(sqlite3.connect(tmp_path / "index/sgm/index.sqlite")) as index:
        index.execute("DELETE FROM lives WHERE path = '\"m/b.md\"'")
        index.commit()
    files = history.story.files("c2")
    assert watcher.near("c2", files, also=["m/a.md"]) is not None
    assert watcher.near("c2", files, also=["m/b.md"]) is None
    assert watcher.near("c2", {**files, "m/b.md": note("b", "New")}) is None
    assert watcher.past("c2").lives["m/b.md"].events


def test_what_another_process_has_looked_at_meanwhile_stays(
    tale: Callable[[Story], History], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two go on from the same commit: the second one must not mix its lives with the first's."""
    story, first = Story(), {"m/a.md": note("a")}
    story.line(first, first, {**first, "m/b.md": note("b")})
    history, spy = spied(tale(story))
    other = Watcher(replace(history, repository=spy.repository), tmp_path / "index")
    other.past("c0")
    files = history.story.files("c1")

    def meanwhile(name: str) -> None:
        """The other goes on while this one asks what is new."""
        if name == "history":
            assert other.near("c1", files) is not None

    monkeypatch.setattr(spy, "meanwhile", meanwhile)
    watcher = Watcher(history, tmp_path / "index")
    assert watcher.near("c2", history.story.files("c2")) is None
    assert watcher.kept()[2] == history.oids["c1"]
