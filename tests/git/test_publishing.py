"""What is new to others, and what git prepared for the next commit: both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from tests.git.support import cloned

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

ABSENT = "1" * 40


@pytest.fixture
def line(sandbox: GitSandbox) -> list[str]:
    """Four commits, the oldest first; ``origin`` has the first two, ``other`` the third."""
    made = []
    for number in range(4):
        sandbox.write("a", str(number))
        made.append(sandbox.commit())
    sandbox.run("update-ref", "refs/remotes/origin/main", made[1])
    sandbox.run("update-ref", "refs/remotes/other/main", made[2])
    return made


class TestIsPublished:
    def test_what_a_remote_tracking_ref_reaches(
        self, line: list[str], repository: Repository
    ) -> None:
        assert [repository.is_published(oid) for oid in line] == [True, True, True, False]

    def test_without_remotes_nothing_is(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "")
        assert not repository.is_published(sandbox.commit())

    def test_a_commit_that_is_not_here(self, line: list[str], repository: Repository) -> None:
        assert line
        with pytest.raises(CannotRun):
            repository.is_published(ABSENT)


class TestNewCommits:
    def test_what_this_remote_has_not(self, line: list[str], repository: Repository) -> None:
        assert repository.new_commits(line[3], "origin") == [line[3], line[2]]
        assert repository.new_commits(line[3], "other") == [line[3]]
        assert repository.new_commits(line[1], "origin") == []

    def test_to_a_remote_without_refs_all_is_new(
        self, line: list[str], repository: Repository
    ) -> None:
        assert repository.new_commits(line[3], "orig") == line[::-1]
        assert repository.new_commits(line[3], "https://host.invalid/*?[x]") == line[::-1]

    def test_what_is_known_otherwise_is_not_new(
        self, line: list[str], repository: Repository
    ) -> None:
        assert repository.new_commits(line[3], "nobody", (line[2], ABSENT)) == [line[3]]

    def test_on_a_server_what_no_ref_reaches(
        self, line: list[str], sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.run("tag", "-a", "-m", "x", "v1", line[0])
        blob = sandbox.run("rev-parse", f"{line[0]}:a").decode().strip()
        sandbox.run("update-ref", "refs/tags/blob", blob)
        sandbox.run("update-ref", "-d", "refs/heads/main")
        sandbox.run("update-ref", "-d", "refs/remotes/other/main")
        assert repository.new_commits(line[3], None) == [line[3], line[2]]
        sandbox.run("update-ref", "-d", "refs/remotes/origin/main")
        assert repository.new_commits(line[3], None) == line[:0:-1]

    def test_a_merge_brings_its_side(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "")
        base = sandbox.commit()
        sandbox.run("update-ref", "refs/remotes/origin/main", base)
        sandbox.run("checkout", "-q", "-b", "side")
        sandbox.write("b", "")
        side = sandbox.commit()
        sandbox.run("checkout", "-q", "main")
        sandbox.write("c", "")
        ours = sandbox.commit()
        sandbox.run("merge", "-q", "-m", "x", "side")
        found = repository.new_commits(sandbox.head(), "origin")
        assert found[0] == sandbox.head()
        assert set(found[1:]) == {side, ours}

    def test_a_tip_that_is_not_here(self, line: list[str], repository: Repository) -> None:
        assert line
        with pytest.raises(CannotRun):
            repository.new_commits(ABSENT, None)

    def test_in_a_shallow_clone(
        self, line: list[str], sandbox: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        clone = cloned(sandbox, tmp_path / "clone", "--depth=2")
        repository = open_repository(clone.path, engine)
        assert repository.new_commits(line[3], "nobody") == [line[3], line[2]]
        assert repository.new_commits(line[3], "nobody", (line[1],)) == [line[3], line[2]]


class TestPreparedMessages:
    def test_none(self, repository: Repository) -> None:
        assert repository.prepared_messages() == ""

    def test_of_a_merge(self, sandbox: GitSandbox, repository: Repository) -> None:
        (sandbox.path / ".git" / "MERGE_MSG").write_bytes(b"Merge x\n\nSGM-Allow: a /b\n\xff")
        assert repository.prepared_messages() == "Merge x\n\nSGM-Allow: a /b\n\ufffd"

    def test_of_a_squash(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "1")
        sandbox.commit()
        sandbox.run("checkout", "-q", "-b", "side")
        sandbox.write("b", "1")
        sandbox.commit("words\n\nSGM-Allow: a /b")
        sandbox.run("checkout", "-q", "main")
        sandbox.run("merge", "-q", "--squash", "side")
        assert "    SGM-Allow: a /b\n" in repository.prepared_messages()
