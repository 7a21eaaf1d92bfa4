"""Files that the index says are to come: one contract for both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git import restaging
from tests.git.support import ODD_PATHS, assert_sound, index, oid

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


@pytest.fixture
def moved(sandbox: GitSandbox) -> GitSandbox:
    """A sandbox in which the tracked ``old`` has become ``new`` in the work tree."""
    for name in ("old", "other"):
        sandbox.write(name, "0")
    sandbox.commit()
    (sandbox.path / "old").rename(sandbox.path / "new")
    return sandbox


class TestAnnounce:
    def test_commit_a_records_both_sides_of_a_move(
        self, moved: GitSandbox, repository: Repository
    ) -> None:
        assert repository.announce(["new"]) == ["new"]
        assert_sound(moved)
        moved.run("commit", "-qam", "move")
        assert moved.run("ls-tree", "--name-only", "HEAD").split() == [b"new", b"other"]
        assert moved.status() == ""

    def test_it_is_what_git_add_does(self, moved: GitSandbox, repository: Repository) -> None:
        (moved.path / "new").chmod(0o755)
        repository.announce(["new"])
        found = moved.run("ls-files", "--stage", "--debug"), moved.status()
        moved.run("rm", "-q", "--cached", "new")
        moved.run("add", "-N", "new")
        assert (moved.run("ls-files", "--stage", "--debug"), moved.status()) == found

    def test_nothing_of_it_is_staged(self, moved: GitSandbox, repository: Repository) -> None:
        repository.announce(["new"])
        assert moved.status().startswith("2 .R")
        assert repository.staged_changes(repository.head().oid) == []
        assert repository.states(["new"])["new"].index is None

    @pytest.mark.parametrize("content", ["0", "edited"])
    def test_what_the_index_has_stays(
        self, moved: GitSandbox, repository: Repository, content: str
    ) -> None:
        moved.write("other", content)
        before = index(moved)
        assert repository.announce(["other"]) == []
        assert index(moved) == before
        assert repository.announce(["other", "new"]) == ["new"]
        assert repository.states(["other"])["other"].index == oid("0")
        before = index(moved)
        assert repository.announce(["other", "new"]) == []
        assert index(moved) == before

    def test_what_is_not_there_is_not_announced(
        self, moved: GitSandbox, repository: Repository
    ) -> None:
        before = index(moved)
        with pytest.raises(CannotRun, match="nothing"):
            repository.announce(["new", "nothing"])
        assert index(moved) == before

    def test_nothing_at_all(self, moved: GitSandbox, repository: Repository) -> None:
        before = index(moved)
        assert repository.announce([]) == []
        assert index(moved) == before

    def test_a_lock_that_another_holds_is_named(
        self, moved: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.1)
        (moved.path / ".git" / "index.lock").touch()
        before = index(moved)
        with pytest.raises(CannotRun, match=r"index\.lock"):
            repository.announce(["new"])
        assert index(moved) == before

    def test_odd_names(self, moved: GitSandbox, repository: Repository) -> None:
        for name in ODD_PATHS:
            moved.write(name, "1")
        assert repository.announce(ODD_PATHS) == sorted(ODD_PATHS)
        moved.run("commit", "-qam", "all")
        assert {*ODD_PATHS} <= {entry.path for entry in repository.list_index()}
