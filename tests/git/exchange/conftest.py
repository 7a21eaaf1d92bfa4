"""A team for each test, copied from one that was made for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.git.exchange.support import Team

if TYPE_CHECKING:
    from pathlib import Path


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
