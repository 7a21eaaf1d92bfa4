from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tools.support import Memory

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.fixture
def memory(sandbox: GitSandbox) -> Memory:
    """A repository with one commit and no record, and an agent's session in it."""
    sandbox.commit("begin")
    return Memory(sandbox)
