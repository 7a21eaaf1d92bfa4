"""A repository to run ``sgm`` in, at a time that stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.invocation import Invocation

if TYPE_CHECKING:
    from tests.support import GitSandbox

NOW = 1_791_656_507  # 2026-10-10T18:21:47Z


@pytest.fixture
def here(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> GitSandbox:
    """A fresh repository that is the current directory, with a clock and commits that are fixed."""
    monkeypatch.chdir(sandbox.path)
    monkeypatch.setattr(Invocation, "now", lambda _: float(NOW))
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_DATE", f"{NOW} +0000")
    return sandbox
