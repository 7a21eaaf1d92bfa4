"""One contract suite for both engines: tests that take ``engine`` run with git and without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from sgm_git.git.engine import open_repository

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


@pytest.fixture(params=["git", "dulwich"])
def engine(request: pytest.FixtureRequest) -> Literal["git", "dulwich"]:
    """The engine under test."""
    name: Literal["git", "dulwich"] = request.param
    return name


@pytest.fixture
def repository(sandbox: GitSandbox, engine: Literal["git", "dulwich"]) -> Repository:
    """The sandbox, opened with the engine under test."""
    return open_repository(sandbox.path, engine)
