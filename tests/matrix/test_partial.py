"""A record of which one part is staged and another is not: the other one stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.situations import SITUATIONS
from tests.matrix.support import PLAIN, PLAIN_BEFORE, STAMPED, STAMPED_BEFORE

if TYPE_CHECKING:
    from tests.matrix.support import Bench

LATER = (b"Line 20 of it.", b"Line 20, not done")
MODIFIED_AT = b'modified_at: "2026-10-11T08:00:00Z"'


def half_done(data: bytes) -> bytes:
    """Give what the work tree holds: more than what is staged."""
    assert LATER[0] in data
    return data.replace(*LATER)


def begin(bench: Bench, name: str, how: str) -> bytes:
    """Stage a situation's record, with another edit of it that is not; give the file."""
    situation = SITUATIONS[name]
    typed = half_done(situation.typed)
    if how == "add":
        bench.write(situation.path, situation.typed)
        bench.run("add", situation.path)
    bench.write(situation.path, typed)
    bench.settle()
    return typed


def commit(bench: Bench, how: str) -> int:
    """Commit what is staged, or choose the first part of the record in a dialogue."""
    options = () if how == "add" else ("-p",)
    return bench.attempt("commit", "-q", "-m", "x", *options, stdin=b"y\nn\n").status


@pytest.mark.parametrize("how", ["add", "-p"])
def test_a_part_is_committed_alone(bench: Bench, how: str) -> None:
    typed = begin(bench, "good", how)
    assert commit(bench, how) == 0
    assert bench.at("HEAD", PLAIN) == SITUATIONS["good"].typed
    assert bench.at("", PLAIN) == SITUATIONS["good"].typed
    assert bench.read(PLAIN) == typed
    assert bench.changed() == {PLAIN: " M"}
    bench.assert_sound()


@pytest.mark.parametrize("how", ["add", "-p"])
def test_the_stamp_of_a_part_goes_into_the_file_beside_the_rest(bench: Bench, how: str) -> None:
    begin(bench, "stamped", how)
    assert commit(bench, how) == 0
    committed = bench.at("HEAD", STAMPED)
    assert committed is not None
    assert MODIFIED_AT not in committed
    assert LATER[1] not in committed
    assert bench.at("", STAMPED) == committed
    assert bench.read(STAMPED) == half_done(committed)
    bench.assert_sound()


@pytest.mark.parametrize("how", ["add", "-p"])
def test_what_a_part_lost_is_put_back_and_the_rest_stays(bench: Bench, how: str) -> None:
    typed = begin(bench, "lost", how)
    head = bench.head()
    assert commit(bench, how) == 1
    assert bench.head() == head
    back = SITUATIONS["lost"].back
    assert back is not None
    assert bench.read(PLAIN) == half_done(back)
    assert typed == half_done(SITUATIONS["lost"].typed)
    if how == "add":
        assert bench.at("", PLAIN) == back
        assert commit(bench, how) == 0
        assert bench.at("HEAD", PLAIN) == back
        assert bench.read(PLAIN) == half_done(back)


@pytest.mark.parametrize("how", ["add", "-p"])
def test_a_faulty_part_changes_nothing(bench: Bench, how: str) -> None:
    begin(bench, "faulty", how)
    before = bench.snapshot()
    assert commit(bench, how) == 1
    assert bench.snapshot() == before


def test_the_work_tree_is_never_judged(bench: Bench) -> None:
    bench.write(PLAIN, SITUATIONS["good"].typed)
    bench.run("add", PLAIN)
    bench.write(PLAIN, SITUATIONS["faulty"].typed)
    assert commit(bench, "add") == 0
    assert bench.at("HEAD", PLAIN) == SITUATIONS["good"].typed
    assert bench.read(PLAIN) == SITUATIONS["faulty"].typed


def test_what_is_staged_is_judged_though_the_file_is_mended(bench: Bench) -> None:
    bench.write(PLAIN, SITUATIONS["faulty"].typed)
    bench.run("add", PLAIN)
    bench.write(PLAIN, PLAIN_BEFORE)
    bench.settle()
    before = bench.snapshot()
    assert commit(bench, "add") == 1
    assert bench.snapshot() == before


def test_a_file_that_says_something_else_where_the_stamp_goes_is_left(bench: Bench) -> None:
    begin(bench, "stamped", "add")
    mine = bench.read(STAMPED).replace(b"modified_by: Ada", b"modified_by: Bob")
    mine = mine.replace(MODIFIED_AT, b'modified_at: "2026-10-12T00:00:00Z"')
    bench.write(STAMPED, mine)
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status == 0
    assert STAMPED in outcome.said
    assert bench.read(STAMPED) == mine
    assert MODIFIED_AT not in (bench.at("HEAD", STAMPED) or MODIFIED_AT)


def test_a_file_that_is_gone_is_not_made_again(bench: Bench) -> None:
    begin(bench, "stamped", "add")
    (bench.path / STAMPED).unlink()
    assert commit(bench, "add") == 0
    assert not (bench.path / STAMPED).exists()
    assert bench.at("HEAD", STAMPED) != STAMPED_BEFORE
    assert bench.changed() == {STAMPED: " D"}
