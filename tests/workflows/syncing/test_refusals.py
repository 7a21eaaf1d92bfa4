"""Where a sync cannot begin or end: a clear word, nothing lost, never by force."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.workflows.syncing import sending
from sgm_git.workflows.syncing import synchronise as module
from sgm_git.workflows.syncing.model import SyncState, SyncWish
from sgm_git.workflows.syncing.synchronise import pause, synchronise
from tests.support import GitSandbox
from tests.workflows.syncing.support import SHARED, Waits, clone

if TYPE_CHECKING:
    from pathlib import Path

    from tests.workflows.syncing.support import Clone, Team


def _refused(clone: Clone, remote: str | None = None) -> tuple[str, str]:
    """What is said of a sync that cannot begin; nothing is touched."""
    before = clone.state()
    with pytest.raises(CannotRun) as raised:
        clone.sync(remote)
    assert clone.state() == before
    return raised.value.message, raised.value.hint or ""


def test_a_detached_head_is_refused_and_its_commit_stays(team: Team) -> None:
    team.bob.git("checkout", "-q", "--detach")
    own = team.bob.add("rule-bob")
    message, hint = _refused(team.bob)
    assert "detached" in message
    assert hint
    assert team.bob.head() == own


def test_an_unborn_branch_with_nothing_there_is_refused(tmp_path: Path) -> None:
    hub = GitSandbox(tmp_path / "hub")
    hub.path.mkdir()
    hub.run("init", "-q", "--bare", "-b", "main")
    fresh = clone(hub.path, tmp_path / "bob", "Bob")
    message, hint = _refused(fresh)
    assert message == "there is no commit yet, neither here nor at origin/main"
    assert hint


@pytest.mark.parametrize("what", ["rebase", "bisect", "cherry-pick", "merge"])
def test_what_git_has_under_way_comes_first(team: Team, what: str) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.git("fetch", "-q")
    if what == "bisect":
        team.bob.git("bisect", "start")
    else:
        team.bob.box.run("-c", "merge.sgm.driver=false", what, "origin/main", check=False)
    message, hint = _refused(team.bob)
    assert message == f"a {what} is not finished"
    assert f"git {what}" in hint


def test_a_bare_repository_and_one_without_git_cannot_sync(team: Team) -> None:
    with pytest.raises(CannotRun, match="a bare repository"):
        synchronise(Store.open(team.hub.path, engine="git").records)
    with pytest.raises(CannotRun, match="needs git"):
        synchronise(Store.open(team.bob.path, engine="dulwich").records)


def test_without_a_remote_there_is_nothing_to_sync_with(team: Team) -> None:
    team.bob.git("remote", "remove", "origin")
    message, hint = _refused(team.bob)
    assert "remote" in message
    assert "git remote add" in hint


@pytest.mark.parametrize("name", ["../hub", "https://example.org/x", "--upload-pack=x", "nope", ""])
def test_a_remote_is_named_and_never_an_address(team: Team, name: str) -> None:
    before = team.bob.state()
    with pytest.raises(UsageError):
        team.bob.sync(name)
    assert team.bob.state() == before


def test_another_remote_can_be_named(team: Team, tmp_path: Path) -> None:
    other = GitSandbox(tmp_path / "other")
    other.path.mkdir()
    other.run("init", "-q", "--bare", "-b", "main")
    team.bob.git("remote", "add", "backup", str(other.path))
    report = team.bob.sync("backup")
    assert (report.state, report.remote) == (SyncState.SYNCED, "backup")
    assert report.notes[0] == "made backup/main"
    assert other.head() == team.bob.head()
    assert team.bob.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/main"


@pytest.mark.parametrize(
    "hook",
    ['test "$1" != refs/heads/main || { echo "protected branch hook declined" >&2; exit 1; }'],
)
def test_a_protected_branch_refuses_in_its_own_words(team: Team, hook: str) -> None:
    team.hook("update", hook)
    team.ada.add("rule-ada")
    waits, there = Waits(), team.tip()
    report = team.ada.sync(world=waits.world())
    assert (report.state, report.exit_status, report.attempts) == (SyncState.REFUSED, 1, 1)
    assert report.trouble is not None
    assert report.trouble.message == "origin/main did not take the push"
    assert any("protected branch hook declined" in word for word in report.trouble.words)
    assert (team.tip(), waits.slept) == (there, [])
    assert "rule-ada" in team.ada.ids()


def test_a_refusal_of_the_server_leaves_the_branch_integrated(team: Team) -> None:
    team.ada.add("rule-ada")
    team.ada.sync()
    team.hook("pre-receive", "echo 'no pushes on Mondays \x1b[31m' >&2; exit 1")
    team.bob.add("rule-bob")
    there = team.tip()
    report = team.bob.sync()
    assert report.state is SyncState.REFUSED
    assert report.trouble is not None
    assert any("no pushes on Mondays" in word for word in report.trouble.words)
    assert team.tip() == there
    assert team.bob.ids() == {"rule-shared", "rule-ada", "rule-bob"}
    assert team.bob.box.status() == ""


def test_a_dead_network_is_said_in_a_line(team: Team) -> None:
    team.bob.add("rule-bob")
    team.bob.git("remote", "set-url", "origin", "https://127.0.0.1:1/x.git")
    message, hint = _refused(team.bob)
    assert message.startswith("the remote origin cannot be used")
    assert "nothing is lost" in hint


def test_nobody_is_asked_for_a_password(team: Team, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    ssh = tmp_path / "ssh"
    ssh.write_text(
        f'#!/bin/sh\necho "$@" >{asked}\necho "Permission denied (publickey)." >&2\nexit 255\n'
    )
    ssh.chmod(0o755)
    team.bob.git("config", "core.sshCommand", str(ssh))
    team.bob.git("remote", "set-url", "origin", "ssh://git@example.org/x.git")
    message, hint = _refused(team.bob)
    assert "Permission denied" in message
    assert "git fetch origin" in hint
    assert "BatchMode=yes" in asked.read_text()


def test_a_rewound_remote_is_never_integrated(team: Team) -> None:
    lost = team.ada.add("rule-lost")
    team.ada.sync()
    team.bob.sync()
    team.hub.run("update-ref", "refs/heads/main", f"{lost}~1")
    team.bob.add("rule-bob")
    before = team.bob.head()
    report = team.bob.sync()
    assert (report.state, report.exit_status) == (SyncState.REWOUND, 1)
    assert report.trouble is not None
    assert "1 commit that was there is gone" in report.trouble.message
    assert "git rebase --onto origin/main" in (report.trouble.hint or "")
    assert team.bob.head() == before
    assert team.tip() == team.bob.git("rev-parse", f"{lost}~1")


@pytest.mark.parametrize("way", ["follow", "put back"])
def test_both_ways_out_of_a_rewound_remote_work(team: Team, way: str) -> None:
    lost = team.ada.add("rule-lost")
    team.ada.sync()
    team.bob.sync()
    team.hub.run("update-ref", "refs/heads/main", f"{lost}~1")
    team.bob.add("rule-bob")
    assert team.bob.sync().state is SyncState.REWOUND
    team.bob.git("fetch", "-q")
    if way == "follow":
        team.bob.git("rebase", "-q", "--onto", "origin/main", lost)
        assert team.bob.sync().state is SyncState.SYNCED
        assert team.bob.ids() == {"rule-shared", "rule-bob"}
    else:
        team.bob.git("push", "-q")
        assert team.bob.sync().state is SyncState.UNCHANGED
        assert team.bob.ids() == {"rule-shared", "rule-bob", "rule-lost"}


def test_a_branch_that_is_gone_from_the_remote_is_not_made_again(team: Team) -> None:
    team.bob.git("checkout", "-q", "-b", "topic")
    team.bob.add("rule-topic")
    team.bob.sync()
    team.hub.run("update-ref", "-d", "refs/heads/topic")
    team.bob.add("rule-more")
    report = team.bob.sync()
    assert report.state is SyncState.REWOUND
    assert report.trouble is not None
    assert report.trouble.message.startswith("the branch topic is gone from origin")
    assert "topic" not in team.hub.run("for-each-ref").decode()


@pytest.mark.parametrize("text", ["format = 99\n", "format = [\n"])
def test_a_configuration_that_cannot_be_used_does_not_come_in(team: Team, text: str) -> None:
    team.ada.box.write(".sgm/config.toml", text)
    team.ada.box.commit("break it")
    team.ada.git("push", "-q")
    team.bob.add("rule-bob")
    before = team.bob.state(), team.bob.head()
    with pytest.raises(CannotRun, match="nothing was changed") as raised:
        team.bob.sync()
    assert f"{team.ada.head()[:10]}:.sgm/config.toml:" in raised.value.message
    assert (team.bob.state(), team.bob.head()) == before
    assert team.bob.ids() == {"rule-shared", "rule-bob"}


def test_histories_without_a_common_commit_are_not_joined(team: Team) -> None:
    team.bob.git("checkout", "-q", "--orphan", "fresh")
    team.bob.box.commit("from nothing", author="Bob <bob@example.org>")
    team.bob.git("branch", "-q", "-M", "main")
    own = team.bob.head()
    report = team.bob.sync("origin")
    assert (report.state, report.exit_status) == (SyncState.REFUSED, 1)
    assert report.trouble is not None
    assert "no commit in common" in report.trouble.message
    assert team.bob.head() == own


def test_races_that_never_end_are_given_up(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody pushes between each look at the remote and the push that follows."""
    number = iter(range(100))
    real = sending.sent

    def slower(*arguments: object) -> object:
        """Push, once Ada has."""
        team.ada.add(f"rule-ada-{next(number)}")
        team.ada.git("pull", "-q", "--rebase")
        team.ada.git("push", "-q")
        return real(*arguments)  # type: ignore[arg-type]  # handed on as they come

    monkeypatch.setattr(module, "sent", slower)
    monkeypatch.setattr(module, "MOST_ATTEMPTS", 3)
    team.bob.add("rule-bob")
    waits = Waits()
    report = synchronise(team.bob.store().records, SyncWish(), waits.world(0.5))
    assert (report.state, report.exit_status, report.attempts) == (SyncState.REFUSED, 1, 3)
    assert report.trouble is not None
    assert "others were quicker 3 times" in report.trouble.message
    assert waits.slept == [pause(1, 0.0, 0.5), pause(2, 0.0, 0.5)]
    monkeypatch.setattr(module, "sent", real)
    assert team.bob.sync().state is SyncState.SYNCED
    assert team.bob.ids() == {"rule-shared", "rule-bob", "rule-ada-0", "rule-ada-1", "rule-ada-2"}


def test_pauses_grow_are_jittered_and_end_somewhere() -> None:
    assert [pause(attempt, 0.0, 1.0) for attempt in (1, 2, 3, 9)] == [0.2, 0.4, 0.8, 10.0]
    assert (pause(1, 2.0, 0.5), pause(3, 2.0, 0.0)) == (2.0, 0.0)


@pytest.mark.parametrize("is_ahead", [False, True])
def test_a_dry_run_is_refused_where_the_sync_would_be(team: Team, *, is_ahead: bool) -> None:
    team.ada.change("rule-shared", "/title", "Theirs")
    team.ada.sync()
    if is_ahead:
        team.bob.add("rule-own")
    with (team.bob.path / SHARED).open("a") as file:
        file.write("\nFour.\n")
    before = team.bob.state()
    report = team.bob.sync(dry_run=True)
    assert report.exit_status == 1
    assert report.trouble is not None
    assert "a sync would be refused: edited here and changed there" in report.trouble.message
    assert "sgm sync does it" not in (report.trouble.hint or "")
    assert team.bob.state() == before
    with pytest.raises(Refused, match="edited here and changed there"):
        team.bob.sync()
