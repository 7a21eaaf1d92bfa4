"""The contest of many clones; its long form is ``tests.workflows.syncing.contest``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.support import untraced
from tests.workflows.syncing.contest import Contest, assert_all_is_there, hold

if TYPE_CHECKING:
    from pathlib import Path


@untraced
@pytest.mark.parametrize("by_ssh", [False, True], ids=["file", "ssh"])
def test_clones_that_write_and_sync_at_once_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, by_ssh: bool
) -> None:
    monkeypatch.setenv("GIT_SSH_COMMAND", "false")  # so that both are put back
    monkeypatch.setenv("PATH", os.environ["PATH"])
    contest = Contest(every=50 if by_ssh else 25)  # by ssh only the way there is another one
    result = hold(tmp_path, contest, by_ssh=by_ssh)
    assert_all_is_there(result)
