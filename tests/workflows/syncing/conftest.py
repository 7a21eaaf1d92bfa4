"""A team for each test, copied from one that is made once."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.programs import put_sgm
from tests.workflows.syncing.support import begin, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.workflows.syncing.support import Team


@pytest.fixture(scope="session")
def first_team(fresh_places: Iterator[Path]) -> Path:
    """Where the team stands that each one begins as a copy of."""
    return next(fresh_places)


@pytest.fixture(scope="session")
def merging_sgm(fresh_places: Iterator[Path]) -> Path:
    """The ``sgm`` that git starts to merge records."""
    return put_sgm(next(fresh_places) / "sgm")


@pytest.fixture
def team(
    tmp_path: Path, first_team: Path, merging_sgm: Path, monkeypatch: pytest.MonkeyPatch
) -> Team:
    """A bare repository and two clones of it, at one commit with one record."""
    monkeypatch.setenv("PATH", f"{merging_sgm.parent}{os.pathsep}{os.environ['PATH']}")
    if not first_team.exists():  # not in the fixture above: there, no isolation holds yet
        begin(first_team)
    return opened(shutil.copytree(first_team, tmp_path / "team"))
