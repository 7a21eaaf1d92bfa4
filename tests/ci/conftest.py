from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.ci.origin import Origin
from tests.ci.programs import Programs, put_programs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support import GitSandbox


@pytest.fixture
def origin(sandbox: GitSandbox, tmp_path: Path) -> Iterator[Origin]:
    """A repository that is begun on a forge; nothing of it may be run."""
    found = Origin(sandbox, tmp_path / "trap")
    yield found
    assert not found.trap.exists(), found.trap.read_text()


@pytest.fixture(scope="session")
def venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a venv is, once there is one."""
    return tmp_path_factory.mktemp("venv") / "venv"


@pytest.fixture
def programs(tmp_path: Path, venv: Path) -> Programs:
    return put_programs(tmp_path / "programs", venv)
