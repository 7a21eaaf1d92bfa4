"""A push is done, or somebody was first, or it is refused in the remote's own words; no force."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from tests.git.exchange.support import Team, exchange, push, told
from tests.git.support import assert_sound, hook, program

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def ahead(team: Team) -> Team:
    """The clone here has a commit that is not published."""
    team.here.write("own.md", "1\n")
    team.here.commit("own")
    return team


def hub_hook(team: Team, name: str, script: str) -> None:
    """Let the hub have a hook."""
    (team.hub.path / "hooks").mkdir(exist_ok=True)
    program(team.hub.path / "hooks" / name, script)


def at_hub(team: Team, ref: str = "refs/heads/main") -> str:
    """What a ref of the hub is at."""
    return told(team.hub, "rev-parse", ref)


def test_it_is_done(ahead: Team) -> None:
    assert push(ahead.here).kind == "done"
    assert at_hub(ahead) == ahead.here.head()
    assert told(ahead.here, "rev-parse", "origin/main") == ahead.here.head()
    assert push(ahead.here).kind == "done"  # there is nothing to do any more
    assert_sound(ahead.here)


def test_a_trial_changes_nothing(ahead: Team) -> None:
    start = at_hub(ahead)
    assert push(ahead.here, dry_run=True).kind == "done"
    assert at_hub(ahead) == start
    assert told(ahead.here, "rev-parse", "origin/main") == start


def test_a_new_branch_is_made_there_and_becomes_the_upstream(ahead: Team) -> None:
    box = ahead.here
    box.run("switch", "-q", "-c", "topic")
    there = exchange(box)
    for dry_run in (True, False):
        done = there.push(there.upstream(), None, box.head(), set_upstream=True, dry_run=dry_run)
        assert done.kind == "done"
        known = box.run("config", "--get-regexp", "branch.topic", check=False)
        assert bool(known) is not dry_run
    assert at_hub(ahead, "refs/heads/topic") == box.head()
    assert there.upstream().is_configured
    assert told(box, "rev-parse", "topic@{upstream}") == box.head()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("push.followTags", "true"),
        ("push.default", "nothing"),
        ("remote.origin.push", "refs/heads/*:refs/heads/*"),
        ("push.recurseSubmodules", "on-demand"),
        ("push.autoSetupRemote", "true"),
    ],
)
def test_nothing_but_the_branch_goes(ahead: Team, key: str, value: str) -> None:
    ahead.here.run("tag", "-a", "-m", "v1", "v1")
    ahead.here.run("branch", "other")
    ahead.here.run("config", key, value)
    assert push(ahead.here).kind == "done"
    assert told(ahead.hub, "for-each-ref", "--format=%(refname)") == "refs/heads/main"


class TestRaces:
    def lost(self, team: Team, old: str | None = None) -> None:
        """Somebody was first, and nothing has happened."""
        start = at_hub(team)
        assert push(team.here, old).kind == "race"
        assert at_hub(team) == start

    def test_somebody_was_first(self, ahead: Team) -> None:
        ahead.publish("a.md", "theirs\n")
        self.lost(ahead)

    def test_whose_commit_is_known_here(self, ahead: Team) -> None:
        start = at_hub(ahead)
        ahead.publish("a.md", "theirs\n")
        ahead.here.run("fetch", "-q")
        self.lost(ahead, start)

    def test_the_branch_was_taken_back(self, ahead: Team) -> None:
        start = ahead.here.head()
        assert push(ahead.here).kind == "done"
        ahead.here.write("own.md", "2\n")
        ahead.here.commit("more")
        ahead.hub.run("update-ref", "refs/heads/main", f"{start}~1")
        self.lost(ahead, start)

    def test_somebody_made_the_branch(self, ahead: Team) -> None:
        there = exchange(ahead.here)
        assert there.push(there.upstream(), None, ahead.here.head()).kind == "race"

    def test_the_ref_is_locked_there(self, ahead: Team) -> None:
        (ahead.hub.path / "refs/heads/main.lock").touch()
        self.lost(ahead)

    def test_somebody_is_first_while_we_push(self, ahead: Team) -> None:
        tree = told(ahead.hub, "rev-parse", "main^{tree}")
        call = f"git commit-tree -p main -m first {tree}"
        hub_hook(
            ahead,
            "pre-receive",
            f"unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main `{call}`",
        )
        assert push(ahead.here).kind == "race"
        assert told(ahead.hub, "log", "-1", "--format=%s", "main") == "first"

    def test_rewound_there_by_a_rule(self, ahead: Team) -> None:
        ahead.hub.run("config", "receive.denyNonFastForwards", "true")
        ahead.publish("a.md", "theirs\n")
        self.lost(ahead)


class TestRefusals:
    def refused(self, team: Team, *words: str) -> None:
        """It is refused in these words, and nothing has happened."""
        start = at_hub(team)
        done = push(team.here)
        assert done.kind == "refused"
        for each in words:
            assert each in done.said
        assert at_hub(team) == start
        assert told(team.here, "rev-parse", "origin/main") == start

    @pytest.mark.parametrize("name", ["pre-receive", "update"])
    def test_a_hook_of_the_remote(self, ahead: Team, name: str) -> None:
        hub_hook(ahead, name, "echo 'R101: no title' >&2; echo 'see the rules' >&2; exit 1")
        self.refused(ahead, "R101: no title\nsee the rules", "hook declined")

    def test_a_branch_that_is_checked_out_there(self, ahead: Team) -> None:
        ahead.hub.run("config", "core.bare", "false")
        self.refused(ahead, "branch is currently checked out")

    def test_an_unwritable_remote(self, ahead: Team) -> None:
        ahead.hub.run("config", "receive.fsckObjects", "true")
        ahead.hub.run("config", "receive.maxInputSize", "10")
        self.refused(ahead, "unpack")

    def test_the_users_own_hook(self, ahead: Team) -> None:
        hook(ahead.here, "pre-push", "echo 'not on Fridays' >&2; exit 1")
        self.refused(ahead, "not on Fridays")
        hook(ahead.here, "pre-push", "exit 3")
        self.refused(ahead, "the pre-push hook refused it without a word")

    def test_what_would_need_force_is_not_tried(self, ahead: Team) -> None:
        hub_hook(ahead, "pre-receive", f"touch {ahead.hub.path / 'tried'}")
        theirs = ahead.publish("a.md", "theirs\n")
        (ahead.hub.path / "tried").unlink()
        ahead.here.run("fetch", "-q")
        with pytest.raises(Refused, match="never pushed by force"):
            push(ahead.here, theirs)
        assert not (ahead.hub.path / "tried").exists()


def test_of_several_addresses_the_worst_counts(ahead: Team, tmp_path: Path) -> None:
    box, other = ahead.here, tmp_path / "other.git"
    box.run("clone", "-q", "--bare", str(ahead.hub.path), str(other))
    for url in (ahead.hub.path, other):
        box.run("remote", "set-url", "--add", "--push", "origin", str(url))
    program(other / "hooks/pre-receive", "exit 1")
    assert push(box).kind == "refused"
    assert at_hub(ahead) == box.head()
    (other / "hooks/pre-receive").unlink()
    box.write("own.md", "2\n")
    box.commit("more")
    assert push(box).kind == "race"


def test_the_hook_sees_what_is_pushed(ahead: Team) -> None:
    hook(ahead.here, "pre-push", 'cat > .git/seen; echo "$1" >> .git/seen')
    start, new = at_hub(ahead), ahead.here.head()
    assert push(ahead.here).kind == "done"
    assert (ahead.here.path / ".git/seen").read_text() == (
        f"{new} {new} refs/heads/main {start}\norigin\n"
    )


def test_addresses_may_be_rewritten(ahead: Team, tmp_path: Path) -> None:
    box = ahead.here
    box.run("remote", "set-url", "origin", "https://example.invalid/hub.git")
    with pytest.raises(CannotRun):
        exchange(box).fetch(exchange(box).upstream(), seconds=20)
    box.run("config", f"url.{ahead.hub.path}.insteadOf", "https://example.invalid/hub.git")
    assert exchange(box).fetch(exchange(box).upstream()).tip == at_hub(ahead)
    other = tmp_path / "other.git"
    box.run("clone", "-q", "--bare", str(ahead.hub.path), str(other))
    box.run("config", "remote.origin.pushurl", str(other))
    start = at_hub(ahead)
    assert push(box).kind == "done"
    assert (at_hub(ahead), told(box, "ls-remote", str(other), "main")[:40]) == (start, box.head())


def test_a_remote_that_takes_no_signed_pushes_is_no_dead_network(ahead: Team) -> None:
    ahead.here.run("config", "push.gpgSign", "true")
    with pytest.raises(CannotRun, match="does not support --signed push") as caught:
        push(ahead.here)
    assert "network" not in (caught.value.hint or "")
