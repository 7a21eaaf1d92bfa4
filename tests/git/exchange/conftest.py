"""A team for each test, copied from one that was made for all."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.git.exchange.support import Team

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.git.exchange.support import Once
    from tests.support import GitSandbox


@pytest.fixture(scope="session")
def first_team() -> list[Team]:
    """Where the team is kept that all others are copies of."""
    return []


@pytest.fixture
def team(tmp_path: Path, first_team: list[Team]) -> Team:
    """Two clones of a bare repository, all at one commit."""
    if not first_team:  # not in the fixture above: there, no isolation holds yet
        first_team.append(Team.at(tmp_path / "first"))
    return first_team[0].copied(tmp_path / "team")


@pytest.fixture(scope="session")
def made() -> dict[str, Path]:
    """Where the repositories are kept, by the tests' modules, that their own are copies of."""
    return {}


@pytest.fixture
def once(request: pytest.FixtureRequest, sandbox: GitSandbox, made: dict[str, Path]) -> Once:
    """Let a function fill the sandbox, once for all tests of a module; give what it has filled."""

    def filled(fill: Callable[[GitSandbox], None]) -> GitSandbox:
        name = request.module.__name__
        if name not in made:
            fill(sandbox)
            made[name] = shutil.copytree(
                sandbox.path, sandbox.path.with_name("made"), symlinks=True
            )
            return sandbox
        shutil.rmtree(sandbox.path)
        shutil.copytree(made[name], sandbox.path, symlinks=True)
        return sandbox

    return filled
