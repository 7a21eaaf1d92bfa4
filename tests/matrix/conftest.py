from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.support import Bench, copy, make

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the repository stands that each test gets a copy of."""
    return tmp_path_factory.mktemp("matrix") / "repo"


@pytest.fixture
def bench(workshop: Path, tmp_path: Path) -> Bench:
    """A repository with a memory, our hooks, and nothing else going on."""
    if not workshop.exists():  # not in the fixture above: there, no test's isolation holds yet
        make(workshop)
    return copy(workshop, tmp_path / "repo")
