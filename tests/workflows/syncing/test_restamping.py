"""Commits that were replayed on top of another's stamps say the truth again (DESIGN 5 and 9)."""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read, update
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.record.merge import merge
from sgm_git.record.times import render_utc
from sgm_git.workflows.check import Selection, check
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.syncing.ground import driver_of
from sgm_git.workflows.syncing.restamping import restamp
from tests.store.support import open_store
from tests.support import GitSandbox, untraced
from tests.workflows.team import ADA, BOB, FRIDAY, MONDAY, PATH, TUESDAY, Team, document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.restamping import Restamped

SEEDS = (4, 13, *range(int(os.environ.get("SGM_RESTAMP_SEEDS", "0"))))
BEGIN = 1_792_000_000
MOVED = "memory/fact/moved.md"
NAMES = ("fact-b", "fact-c")
LATER = int(time.time()) + 60  # commits are made anew by the clock of the machine


class Rebase:
    """A team whose two sides have gone apart, and one of them replayed on top of the other."""

    def __init__(self, place: Path, team: Team) -> None:
        self.team = team
        self.records: Records = open_store(place, "git", LATER).records
        self.exchange = Exchange.of(self.records.repository)
        self.own, self.there = team.run("rev-parse", "own"), team.run("rev-parse", "main")
        (self.base,) = self.records.repository.merge_bases(self.own, self.there)
        self.tip = self._replayed()

    def _replayed(self) -> str:
        """What the driver makes of it, without starting a program for each file."""
        repository = self.records.repository
        parent = self.there
        for commit in reversed([*repository.history(self.own, (self.base,))]):
            before, theirs = self.tree(commit.parents[0]), self.tree(commit.oid)
            files = self.tree(parent)
            for path in theirs:
                if before.get(path) != theirs[path]:
                    files[path] = merged(before.get(path), files.get(path), theirs[path])
            parent = self.exchange.recommit(commit.oid, parent, files)
        return parent

    def moved(self) -> str:
        """The same replay where the last commit moves what the two sides changed."""
        there = merged(
            self.tree(self.base)[PATH], self.tree(self.there)[PATH], self.tree(self.own)[MOVED]
        )
        span = f"{self.base}..{self.own}"
        first, second, last = self.team.run("rev-list", "--reverse", span).split()
        one = self.exchange.recommit(first, self.there, {PATH: there})
        two = self.exchange.recommit(second, one, {PATH: there})
        return self.exchange.recommit(last, two, {MOVED: there})

    def restamped(self) -> Restamped:
        """Stamp what has to be stamped anew."""
        span = (self.there, self.tip)
        return restamp(self.records, self.exchange, span, LATER, self.own)

    def told(self, tip: str) -> set[tuple[str | None, str]]:
        """What history has against the records of a commit: by a check of it, and of the range."""
        repository = self.records.repository
        found = [*check(self.records, LATER, Selection(rev=tip)).findings]
        found += check_range(repository, (self.there, tip), LATER, Selection()).findings
        return {(each.id, each.code) for each in found if each.code[0] == "P"}

    def tree(self, tip: str) -> dict[str, bytes]:
        """All records' files of a commit."""
        return {entry.path: entry.data for entry in self.records.entries(rev=tip)}

    def made(self, tip: str) -> str:
        """Who made the commits of a line, when, and what they say of themselves."""
        span = f"{self.there}..{tip}"
        return self.team.run("log", "--format=%an <%ae> %at %cn%n%B", "--reverse", span)


def merged(base: bytes | None, ours: bytes | None, theirs: bytes) -> bytes:
    """Two states of a file, merged over a third; none of these tests is in conflict."""
    if ours is None:
        return theirs
    found = merge(None if base is None else record(base), record(ours), record(theirs))
    assert found.conflicts == ()
    return update(ours, found.value)


def record(data: bytes) -> JsonObject:
    """The record of a file that can be read."""
    document = read(data).document
    assert document is not None
    return document.record


def apart(place: Path, *, own: Callable[[Team], object], there: Callable[[Team], object]) -> Rebase:
    """Both sides do something to what they have in common, and one is replayed."""
    team = team_at(place)
    team.edit(ADA, MONDAY, signed("A", "Ada"))
    team.branch("own")
    own(team)
    team.go("main")
    there(team)
    team.go("own")
    return Rebase(place, team)


def team_at(place: Path) -> Team:
    """A team in a repository of its own."""
    place.mkdir()
    GitSandbox(place).run("init", "-q", "-b", "main")
    return Team(place)


def signed(title: str, by: str, body: str = "One.") -> str:
    """A record that says who changed it last, but not when."""
    return document(title, by, MONDAY, body=body).replace(f'  modified_at: "{MONDAY}"\n', "")


def by_ada(team: Team) -> None:
    """Ada says more, on Tuesday."""
    team.edit(ADA, TUESDAY, signed("A", "Ada", "Two."))


def by_bob(team: Team) -> None:
    """Bob gives another title, on Friday."""
    team.edit(BOB, FRIDAY, signed("B", "Bob"))


def stamps(data: bytes) -> tuple[object, object]:
    """When a record says that it was changed last, and by whom."""
    provenance = record(data)["provenance"]
    assert isinstance(provenance, dict)
    return provenance.get("modified_at"), provenance.get("modified_by")


def test_a_stamp_that_names_another_than_who_wrote_last(tmp_path: Path) -> None:
    rebase = apart(tmp_path / "r", own=by_ada, there=by_bob)
    assert stamps(rebase.tree(rebase.tip)[PATH]) == (None, "Bob")
    assert rebase.told(rebase.tip) == {("fact-a", "P303")}
    done = rebase.restamped()
    assert done.changed == (PATH,)
    assert stamps(rebase.tree(done.tip)[PATH]) == (TUESDAY, "Ada")
    assert rebase.told(done.tip) == set()
    assert rebase.made(done.tip) == rebase.made(rebase.tip)
    assert rebase.team.run("fsck", "--strict", "--no-dangling") == ""


def test_the_later_stamp_with_the_earlier_author_is_lawful(tmp_path: Path) -> None:
    rebase = apart(
        tmp_path / "r",
        own=lambda team: team.edit(ADA, TUESDAY, document("A", "Ada", TUESDAY, body="Two.")),
        there=lambda team: team.edit(BOB, FRIDAY, document("B", "Bob", FRIDAY)),
    )
    assert stamps(rebase.tree(rebase.tip)[PATH]) == (FRIDAY, "Bob")
    assert rebase.restamped().tip == rebase.tip
    assert rebase.told(rebase.tip) == set()


def test_an_earlier_stamp_that_somebody_chose_by_hand(tmp_path: Path) -> None:
    rebase = apart(
        tmp_path / "r",
        own=lambda team: team.edit(ADA, TUESDAY, document("A", "Ada", TUESDAY, body="Two.")),
        there=lambda team: team.edit(BOB, FRIDAY, document("B", "Bob", FRIDAY)),
    )
    chosen = document("B", "Ada", TUESDAY, body="Two.").encode()
    rebase.tip = rebase.exchange.recommit(rebase.tip, rebase.there, {PATH: chosen})
    assert rebase.told(rebase.tip) == {("fact-a", "P311")}
    done = rebase.restamped()
    assert stamps(rebase.tree(done.tip)[PATH]) == ("2026-10-16T12:00:01Z", "Ada")
    assert rebase.told(done.tip) == set()


def test_later_commits_carry_the_stamps_along(tmp_path: Path) -> None:
    def own(team: Team) -> None:
        by_ada(team)
        team.write("more\n", "notes.txt")
        team.commit(ADA, TUESDAY, "notes")
        team.run("mv", PATH, MOVED)
        team.write(signed("A", "Ada", "Two.").replace("title: A", "title: 'A'"), MOVED)
        team.commit(ADA, FRIDAY, "move")

    rebase = apart(tmp_path / "r", own=own, there=by_bob)
    rebase.tip = rebase.moved()
    done = rebase.restamped()
    assert done.changed == (MOVED,)
    assert stamps(rebase.tree(done.tip)[MOVED]) == (TUESDAY, "Ada")
    assert rebase.told(done.tip) == set()
    assert (
        rebase.team.run("log", "--format=%s", f"{rebase.there}..{done.tip}")
        == "move\nnotes\nchange"
    )
    assert rebase.team.run("diff", "--name-only", f"{done.tip}~2", f"{done.tip}~1") == "notes.txt"


def test_what_is_true_stays_to_the_commit(tmp_path: Path) -> None:
    at = "2026-10-17T12:00:00Z"
    rebase = apart(
        tmp_path / "r",
        own=lambda team: team.edit(ADA, at, document("A", "Ada", at, body="Two.")),
        there=by_bob,
    )
    assert rebase.restamped().tip == rebase.tip


def test_what_history_had_against_it_before_stays(tmp_path: Path) -> None:
    rebase = apart(
        tmp_path / "r",
        own=lambda team: team.edit(BOB, TUESDAY, signed("A", "Ada", "Two.")),
        there=lambda team: team.commit(BOB, FRIDAY, "nothing"),
    )
    assert rebase.told(rebase.own) == rebase.told(rebase.tip) == {("fact-a", "P303")}
    assert rebase.restamped().tip == rebase.tip


def test_records_without_stamps_are_nobodys_work(tmp_path: Path) -> None:
    def own(team: Team) -> None:
        team.write("x\n", "notes.txt")
        team.write(document("C", record_id="fact-c"), "memory/fact/fact-c.md")
        team.commit(ADA, TUESDAY, "more")

    rebase = apart(tmp_path / "r", own=own, there=by_bob)
    assert rebase.restamped().tip == rebase.tip


def test_what_is_no_line_is_left_alone(tmp_path: Path) -> None:
    rebase = apart(tmp_path / "r", own=by_ada, there=by_bob)
    merge = rebase.team.git(ADA, FRIDAY, "commit-tree", "-p", rebase.tip, "-p", rebase.own,
                            "-m", "merge", f"{rebase.tip}^{{tree}}")  # fmt: skip
    rebase.tip = merge
    assert rebase.restamped().tip == merge


class Sides:
    """What two stampers do at random, each in their own fields: nothing is in conflict."""

    def __init__(self, team: Team, chance: Random) -> None:
        self._team, self._chance = team, chance
        self._time = BEGIN
        self._said: dict[str, dict[str, int]] = {}

    def begin(self) -> None:
        """Begin the records; some say only who changed them last."""
        for name in NAMES:
            text = document("A", "Ada", render_utc(BEGIN), record_id=name)
            text = text.replace("scope: {}\nprov", "scope: {}\nada: 0\nbob: 0\nprov")
            if self._chance.random() < 0.7:
                text = text.replace(f'  modified_at: "{render_utc(BEGIN)}"\n', "")
            self._team.write(text, f"memory/fact/{name}.md")
        self._team.commit(ADA, render_utc(BEGIN), "begin all")

    def act(self, name: str, field: str) -> None:
        """One change by one of them, stamped as a hook does."""
        self._time += self._chance.randrange(0, 4_000)
        at, who = render_utc(self._time), {"Ada": ADA, "Bob": BOB, "bot": ADA}[name]
        path = f"memory/fact/{self._chance.choice(NAMES)}.md"
        text = self._team.run("show", f"HEAD:{path}")
        message = f"change\n\nSGM-Agent: {name}" if name == "bot" else "change"
        lines = [self._changed(line, field, (at, name)) for line in text.split("\n")]
        self._team.write("\n".join(lines) + "\n", path)
        self._team.commit(who, at, message)

    def back(self, seconds: int) -> None:
        """The other side begins at about the same time."""
        self._time = BEGIN + seconds

    def _changed(self, line: str, field: str, stamp: tuple[str, str]) -> str:
        if line.startswith(f"{field}: "):
            return f"{field}: {self._chance.randrange(10**9)}"
        if line.startswith("  modified_at: "):
            return f'  modified_at: "{stamp[0]}"'
        return f"  modified_by: {stamp[1]}" if line.startswith("  modified_by: ") else line


@pytest.mark.parametrize("seed", SEEDS)
def test_after_random_histories_nothing_is_untrue_that_was_true(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    place = tmp_path / "r"
    team = team_at(place)
    sides = Sides(team, chance)
    sides.begin()
    for branch, names, field in (("own", ("Ada", "bot"), "ada"), ("main", ("Bob",), "bob")):
        if branch == "own":
            team.branch("own")
        else:
            team.go("main")
        sides.back(chance.randrange(60, 5_000))
        for _ in range(chance.randrange(2, 6)):
            sides.act(chance.choice(names), field)
    rebase = Rebase(place, team)
    before = rebase.told(rebase.own) | rebase.told(rebase.there)
    done = rebase.restamped()
    assert rebase.told(done.tip) <= before
    assert rebase.made(done.tip) == rebase.made(rebase.tip)
    assert bool(done.changed) == bool(rebase.told(rebase.tip) - before)
    old, new = rebase.tree(rebase.tip), rebase.tree(done.tip)
    assert {path for path in new if old[path] != new[path]} == set(done.changed)


@untraced
def test_after_a_replay_by_git_with_the_driver(tmp_path: Path) -> None:
    rebase = apart(tmp_path / "r", own=by_ada, there=by_bob)
    driver = driver_of(rebase.records)
    replayed = rebase.exchange.replay(rebase.there, rebase.base, rebase.own, driver)
    assert replayed is None or rebase.tree(getattr(replayed, "tip", "")) == rebase.tree(rebase.tip)
