"""Workflows run with git and without: tests that take ``engine`` or ``store`` run twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox


@pytest.fixture(params=["git", "dulwich"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The engine under test."""
    chosen: Engine = request.param
    return chosen


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    """A memory that is begun and holds nothing yet."""
    return begin(sandbox, engine)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of two notes in no repository."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# First\n\nText of a.\n")
    (folder / "b.md").write_text("---\nmood: good\n---\n\nText of b.\n")
    return folder
