from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.hooks.push_support import Forge, begun, copied, empty_forge
from tests.hooks.support import Recorder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    """An ``sgm`` that only writes down how it was started."""
    return Recorder(tmp_path / "programs" / "sgm")


@pytest.fixture
def path_without_sgm(monkeypatch: pytest.MonkeyPatch) -> str:
    """PATH with git and the usual programs, and no ``sgm``; set for the whole test."""
    folders = os.environ["PATH"].split(os.pathsep)
    kept = [folder for folder in folders if shutil.which("sgm", path=folder) is None]
    path = os.pathsep.join(kept)
    monkeypatch.setenv("PATH", path)
    return path


@pytest.fixture
def empty(tmp_path: Path) -> Forge:
    """A server to which nothing has been pushed."""
    return empty_forge(tmp_path)


@pytest.fixture
def forge(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, first_forge: list[Forge]
) -> Forge:
    """A server with one record on its main branch."""
    if not first_forge:
        first = empty_forge(tmp_path_factory.mktemp("forge"))
        begun(first)
        first_forge.append(first)
    return copied(first_forge[0], tmp_path)


@pytest.fixture(scope="session")
def first_forge() -> list[Forge]:
    """The one that all others are copies of, once there is one: a push takes its time."""
    return []
