"""Who made the commits that are reachable, by both engines alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Identity
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine

EVE = Identity("Eve", "eve@evil.example")


@pytest.fixture(params=["git", "dulwich"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The engine under test."""
    chosen: Engine = request.param
    return chosen


def people(sandbox: GitSandbox, engine: Engine, rev: str = "HEAD") -> frozenset[Identity]:
    """Everybody who made a commit."""
    repository = open_repository(sandbox.path, engine)
    return repository.people(repository.resolve(rev))


def test_authors_and_committers_of_every_line(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("a", "a")
    sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("b", "b")
    sandbox.run("add", "b")
    sandbox.run("commit", "-q", "--author=Eve <eve@evil.example>", "-m", "b")
    sandbox.run("checkout", "-q", "-")
    assert EVE not in people(sandbox, engine)
    sandbox.run("merge", "-q", "--no-ff", "--no-edit", "side")
    assert people(sandbox, engine) >= {EVE, Identity("Ada", "ada@example.org")}
    assert people(sandbox, engine) == people(sandbox, "git")


def test_in_a_shallow_clone_those_that_are_here(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    sandbox.write("a", "a")
    sandbox.commit(author="Eve <eve@evil.example>")
    sandbox.write("a", "b")
    sandbox.commit()
    clone = GitSandbox(tmp_path / "clone")
    sandbox.run("clone", "-q", "--depth", "1", f"file://{sandbox.path}", str(clone.path))
    assert EVE in people(sandbox, engine)
    assert EVE not in people(clone, engine)


def test_what_is_no_commit_is_refused(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("a", "a")
    sandbox.commit()
    with pytest.raises(CannotRun):
        open_repository(sandbox.path, engine).people("1" * 40)
