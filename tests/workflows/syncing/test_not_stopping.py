"""Where nobody is there to settle a conflict, a sync leaves all as it was, and names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.workflows.syncing.model import SyncState, SyncWish
from sgm_git.workflows.syncing.synchronise import synchronise
from tests.workflows.syncing.support import SHARED, Waits

if TYPE_CHECKING:
    from sgm_git.workflows.syncing.model import SyncReport
    from tests.workflows.syncing.support import Team


def _sync(team: Team) -> SyncReport:
    return synchronise(team.bob.store().records, SyncWish(stops=False), Waits().world())


def _is_older(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: object) -> None:
        raise CannotRun("git is older than 2.38")

    monkeypatch.setattr(Exchange, "replay", lambda *_: None)
    monkeypatch.setattr(Exchange, "merge_trees", cannot)


@pytest.mark.parametrize("mode", ["rebase", "merge"])
@pytest.mark.parametrize("is_older", [False, True])
def test_a_conflict_is_named_and_nothing_is_touched(
    team: Team, monkeypatch: pytest.MonkeyPatch, mode: str, *, is_older: bool
) -> None:
    team.ada.box.write(".sgm/config.toml", f'format = 1\n[sync]\nmode = "{mode}"\n')
    team.ada.box.commit("the mode")
    team.ada.sync()
    team.bob.sync()
    team.part("/title", "Mine", "Theirs")
    before, seen = team.bob.head(), (team.bob.path / SHARED).stat()
    if is_older:
        _is_older(monkeypatch)
    report = _sync(team)
    assert (report.state, report.exit_status) == (SyncState.CONFLICT, 1)
    assert [(each.path, each.fields) for each in report.conflicts] == [(SHARED, ("/title",))]
    assert report.trouble is not None
    assert report.trouble.message == (
        f"origin/main is in conflict with commits here: {SHARED} (/title); nothing was changed"
    )
    assert report.trouble.hint == "sgm sync, and settle them there"
    assert team.bob.store().repository.unfinished() is None
    assert (team.bob.head(), team.bob.box.status()) == (before, "")
    after = (team.bob.path / SHARED).stat()
    assert is_older or (after.st_mtime_ns, after.st_ino) == (seen.st_mtime_ns, seen.st_ino)
    monkeypatch.undo()
    assert team.bob.sync().state is SyncState.CONFLICT
    assert team.bob.store().repository.unfinished() == mode


@pytest.mark.parametrize("is_older", [False, True])
def test_without_a_conflict_it_does_what_any_sync_does(
    team: Team, monkeypatch: pytest.MonkeyPatch, *, is_older: bool
) -> None:
    team.part("/title", "Shared", "Theirs")
    team.bob.change("rule-shared", "/content", "Mine.")
    if is_older:
        _is_older(monkeypatch)
    assert _sync(team).state is SyncState.SYNCED
    assert team.tip() == team.bob.head()
