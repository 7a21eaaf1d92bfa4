from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

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
