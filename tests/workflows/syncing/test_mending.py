"""A sync sends what mends a configuration of the remote that nobody can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.syncing.model import SyncState

if TYPE_CHECKING:
    from tests.workflows.syncing.support import Team

CONFIG = ".sgm/config.toml"


@pytest.mark.parametrize("config", ["format = \n", "format = 99\n"])
def test_the_commit_that_mends_it_goes(team: Team, config: str) -> None:
    team.ada.sync()
    good = (team.ada.path / CONFIG).read_bytes()
    for each in (config.encode(), good):
        (team.ada.path / CONFIG).write_bytes(each)
        team.ada.git("commit", "-q", "--no-verify", "-m", "config", "--", CONFIG)
        if each != good:
            team.ada.git("push", "-q", "--no-verify", "origin", "HEAD")
    assert team.ada.sync().state is SyncState.SYNCED
    team.ada.git("fetch", "-q")
    assert team.ada.git("rev-parse", "origin/main") == team.ada.git("rev-parse", "HEAD")
    assert team.bob.sync().state is SyncState.SYNCED
