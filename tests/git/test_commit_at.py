"""Which commit was the newest at a time, on the line of first parents."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from tests.git.graphs import RandomGraph
from tests.git.support import cloned, stored_commit

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


def line(sandbox: GitSandbox, *times: object) -> list[str]:
    """Commits on a line, with these committer times; the newest last."""
    made: list[str] = []
    for time in times:
        person = f"Ada <ada@example.org> {time} +0130".encode()
        made.append(stored_commit(sandbox, committer=person, parents=made[-1:]))
    return made


def test_it_is_the_newest_at_or_before_a_time(sandbox: GitSandbox, repository: Repository) -> None:
    first, second, third = line(sandbox, 100, 200, 300)
    times = (-5, 0, 99, 100, 199, 200, 299, 300, 2**33)
    found = [repository.commit_at(third, time) for time in times]
    assert found == [None, None, None, first, first, second, second, third, third]
    assert repository.commit_at(second, 2**33) == second


def test_it_is_told_from_above_where_clocks_are_wrong(
    sandbox: GitSandbox, repository: Repository
) -> None:
    """A commit that is dated ahead hides none below it, and one dated back none above it."""
    first, second, third, fourth = line(sandbox, 100, 500, 50, 300)
    assert [repository.commit_at(fourth, time) for time in (49, 50, 250, 300)] == [
        None,
        third,
        third,
        fourth,
    ]
    assert [repository.commit_at(second, time) for time in (400, 500)] == [first, second]


@pytest.mark.parametrize("time", ["", "x", "0", "99999999999999999999999"])
def test_a_commit_without_a_readable_time_is_passed_over(
    sandbox: GitSandbox, repository: Repository, time: str
) -> None:
    first, second = line(sandbox, 100, time)
    assert repository.commit_at(second, 200) == first
    assert repository.commit_at(second, 50) is None


def test_sides_that_were_merged_do_not_count(sandbox: GitSandbox, repository: Repository) -> None:
    base, main = line(sandbox, 100, 300)
    side = stored_commit(sandbox, committer=b"A <a@b> 200 +0000", parents=[base])
    merge = stored_commit(sandbox, committer=b"A <a@b> 400 +0000", parents=[main, side])
    assert [repository.commit_at(merge, time) for time in (250, 350, 400)] == [base, main, merge]


def test_a_time_before_a_shallow_clone_cannot_be_told(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    *_, tip = line(sandbox, 100, 200, 300)
    sandbox.run("update-ref", "HEAD", tip)
    clone = cloned(sandbox, tmp_path / "clone", "--depth", "2")
    repository = open_repository(clone.path, engine)
    assert repository.commit_at(tip, 300) == tip
    assert repository.commit_at(tip, 250) == clone.run("rev-parse", "HEAD~1").decode().strip()
    with pytest.raises(CannotRun, match="cut here: it begins after 1970-01-01T00:02:30Z"):
        repository.commit_at(tip, 150)


def test_what_is_no_commit_has_no_line(repository: Repository) -> None:
    for tip in ("0" * 39 + "1", "main", "--all"):
        with pytest.raises(CannotRun):
            repository.commit_at(tip, 100)


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_say_the_same_of_any_history(sandbox: GitSandbox, seed: int) -> None:
    commits = RandomGraph(Random(seed), 30).build(sandbox)
    with_git, without = (open_repository(sandbox.path, name) for name in ("git", "dulwich"))
    log = sandbox.run("log", "--first-parent", "--format=%H %ct", commits[-1]).decode()
    pairs = [(oid, int(time)) for oid, time in map(str.split, log.splitlines())]
    for time in {0, *(each + off for _, each in pairs for off in (-1, 0, 1))}:
        expected = next((oid for oid, each in pairs if 0 < each <= time), None)
        assert with_git.commit_at(commits[-1], time) == expected
        assert without.commit_at(commits[-1], time) == expected
