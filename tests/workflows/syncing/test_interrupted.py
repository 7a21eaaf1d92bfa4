"""A sync that is killed or interrupted anywhere loses nothing, and the next one goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.syncing.model import Step, SyncState
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.workflows.syncing.support import Clone, Team

_SECONDS = 60


def _interrupted(clone: Clone, mark: Path, number: signal.Signals) -> tuple[int, str]:
    """Start a sync, and send it a signal once the mark is there; how it ended, and what it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sgm_git", "sync"],
        cwd=clone.path,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    until = time.monotonic() + _SECONDS
    while not mark.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert mark.exists()
    os.kill(process.pid, number)
    said = process.communicate(timeout=_SECONDS)[0].decode()
    return process.returncode, said


def _waiting(mark: Path) -> str:
    """Shell that leaves a mark the first time it runs, and then takes its time."""
    return f'test -e "{mark}" || {{ touch "{mark}"; sleep 1; }}'


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda each: each.name)
def number(request: pytest.FixtureRequest) -> signal.Signals:
    """Ctrl-C, a polite request to end, and one that nobody can refuse."""
    chosen: signal.Signals = request.param
    return chosen


def test_in_the_middle_of_a_push(team: Team, tmp_path: Path, number: signal.Signals) -> None:
    mark = tmp_path / "mark"
    team.hook("pre-receive", _waiting(mark))
    team.ada.add("rule-ada")
    own = team.ada.head()
    status, said = _interrupted(team.ada, mark, number)
    expected = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
    assert (status, "Traceback" in said) == (expected[number], False)
    assert (team.ada.head(), team.ada.box.status()) == (own, "")
    assert team.ada.sync().state in (SyncState.SYNCED, SyncState.UNCHANGED)
    assert team.tip() == own
    assert "refs/sgm" not in team.ada.git("for-each-ref")


def test_in_the_middle_of_bringing_both_sides_together(
    team: Team, tmp_path: Path, number: signal.Signals
) -> None:
    """A hook of the branch waits in the moment when the branch is about to move."""
    mark = tmp_path / "mark"
    team.ada.add("rule-ada")
    team.ada.sync()
    own = team.bob.add("rule-bob")
    team.bob.box.write("loose.txt", "mine\n")
    hook = team.bob.path / ".git/hooks/reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    only = f'case "$1:$(cat)" in prepared:*refs/heads/main*) {_waiting(mark)};; esac'
    hook.write_text(f"#!/bin/sh\n{only}\n")
    hook.chmod(0o755)
    status, said = _interrupted(team.bob, mark, number)
    assert (status != 0, "Traceback" in said) == (True, False)
    if number is signal.SIGKILL:
        time.sleep(1.5)  # what git was doing goes on for a moment
    report = team.bob.sync()
    assert report.state in (SyncState.SYNCED, SyncState.UNCHANGED)
    assert team.bob.ids() == {"rule-shared", "rule-ada", "rule-bob"}
    assert team.bob.box.status() == "? loose.txt\n"
    assert own in team.bob.git("rev-list", "--reflog").split()
    team.bob.git("fsck", "--strict", "--no-dangling")


def test_in_the_middle_of_a_conflict(team: Team, tmp_path: Path, number: signal.Signals) -> None:
    """Before each commit that is rebased in place, a hook of git waits."""
    mark = tmp_path / "mark"
    team.part("/title", "Mine", "Theirs")
    before = team.bob.head()
    hook = team.bob.path / ".git/hooks/pre-rebase"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{_waiting(mark)}\n")
    hook.chmod(0o755)
    _, said = _interrupted(team.bob, mark, number)
    assert "Traceback" not in said
    if number is signal.SIGKILL:
        time.sleep(1.5)
    if team.bob.store().repository.unfinished() is None:
        assert team.bob.sync().state is SyncState.CONFLICT
    team.bob.sync(step=Step.ABORT)
    assert (team.bob.head(), team.bob.box.status()) == (before, "")
