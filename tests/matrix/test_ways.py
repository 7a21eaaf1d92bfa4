"""Every way to commit a record, with everything that may have been done to it: with real git.

Each commit holds what it should, or is refused with index, files and HEAD as they were to the byte.
Work that is not part of it never enters it and is never lost.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import SITUATIONS, Situation
from tests.matrix.ways import WAYS, Way, assert_kept, prepare

if TYPE_CHECKING:
    from tests.matrix.support import Bench

PASSING = [name for name, situation in SITUATIONS.items() if situation.committed]
REFUSED = [name for name in SITUATIONS if name not in PASSING]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PASSING)
def test_a_commit_that_goes_on(bench: Bench, way: str, name: str) -> None:
    situation, chosen = SITUATIONS[name], WAYS[way]
    work = prepare(bench, chosen, situation)
    before = bench.head()
    outcome = chosen.commit(bench, situation.path)
    assert outcome.status == 0, outcome.said
    assert bench.head() != before
    assert_right(bench, situation)
    assert_kept(bench, chosen, work)
    bench.assert_sound()


@pytest.mark.parametrize("name", PASSING)
def test_what_was_committed_passes_a_check_of_everything(bench: Bench, name: str) -> None:
    situation, sgm = SITUATIONS[name], bench.run("config", "sgm.path").decode().strip()
    bench.write(situation.path, situation.typed)
    bench.run("add", situation.path)
    assert WAYS["commit"].commit(bench, situation.path).status == 0
    checked = bench.start(sgm, "check", "--strict")
    assert checked.status == 0, checked.said


def assert_right(bench: Bench, situation: Situation) -> None:
    """The commit holds the record as it should be, and index and file hold the same."""
    committed = bench.at("HEAD", situation.path)
    assert committed is not None
    assert situation.committed is not None
    assert situation.committed(committed), committed.decode()
    assert bench.read(situation.path) == committed


@pytest.mark.parametrize("way", WAYS)
def test_a_commit_that_is_refused_leaves_everything_as_it_was(bench: Bench, way: str) -> None:
    situation, chosen = SITUATIONS["faulty"], WAYS[way]
    prepare(bench, chosen, situation)
    before = bench.snapshot()
    outcome = chosen.commit(bench, situation.path)
    assert outcome.status == 1
    assert f"{situation.path}:4:6: F103" in outcome.said
    assert bench.snapshot() == before
    bench.assert_sound()


@pytest.mark.parametrize("way", WAYS)
def test_what_was_lost_is_put_back_and_can_be_dropped_on_purpose(bench: Bench, way: str) -> None:
    situation, chosen = SITUATIONS["lost"], WAYS[way]
    work = prepare(bench, chosen, situation)
    before = bench.snapshot()
    outcome = chosen.commit(bench, situation.path)
    assert outcome.status == 1
    after = bench.snapshot()
    assert (after.head, after.refs) == (before.head, before.refs)
    changed = {name for name in after.files if after.files[name] != before.files.get(name)}
    assert changed == {situation.path}
    assert bench.read(situation.path) == situation.back
    if way in {"PATH", "--only", "--include", "-a"}:  # git threw that index away
        assert after.index == before.index
    else:
        assert bench.at("", situation.path) == situation.back
    consented(bench, chosen, situation, outcome.said)
    assert_kept(bench, chosen, work)


def consented(bench: Bench, way: Way, situation: Situation, said: str) -> None:
    """The command that the hook prints lets the same commit pass, with the consent in it."""
    (command,) = re.findall(r"sgm (unset .*)$", said, re.MULTILINE)
    sgm = bench.run("config", "sgm.path").decode().strip()
    done = bench.start("sh", "-c", f"exec {sgm} {command}")
    assert done.status == 0, done.said
    if way.is_staged:
        bench.run("add", situation.path)
    outcome = way.commit(bench, situation.path)
    assert outcome.status == 0, outcome.said
    assert b"x_review" not in (bench.at("HEAD", situation.path) or b"x_review")
    assert "SGM-Allow: fact-a /x_review" in bench.message()
    assert bench.read(situation.path) == bench.at("HEAD", situation.path)
