"""Where a review's repository lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox


@pytest.fixture
def tmp_sandbox(sandbox: GitSandbox) -> Path:
    """The folder of a repository without a commit."""
    return sandbox.path
