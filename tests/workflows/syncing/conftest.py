"""A team for each test, copied from one that is made once."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.workflows.syncing.support import begin, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.workflows.syncing.support import Team


@pytest.fixture(scope="session")
def first_team(fresh_places: Iterator[Path]) -> Path:
    """Where the team stands that each one begins as a copy of."""
    return next(fresh_places)


@pytest.fixture
def team(tmp_path: Path, first_team: Path) -> Team:
    """A bare repository and two clones of it, at one commit with one record."""
    if not first_team.exists():  # not in the fixture above: there, no isolation holds yet
        begin(first_team)
    return opened(shutil.copytree(first_team, tmp_path / "team"))
