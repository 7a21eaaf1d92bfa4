"""The upstream is what git knows as such, or what is named: never a guess, never an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.engine import open_repository
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.git.exchange.values import Upstream
from tests.git.exchange.support import exchange

if TYPE_CHECKING:
    from tests.git.exchange.support import Team
    from tests.support import GitSandbox


def test_it_is_what_git_knows(team: Team) -> None:
    tracking = "refs/remotes/origin/main"
    assert exchange(team.here).upstream() == Upstream(
        "origin", "refs/heads/main", tracking, is_configured=True
    )


def test_it_may_have_another_name_there(team: Team) -> None:
    team.here.run("switch", "-q", "-c", "topic")
    team.here.run("branch", "-q", "-u", "origin/main")
    found = exchange(team.here).upstream()
    assert (found.branch, found.is_configured) == ("refs/heads/main", True)


def test_without_one_it_is_the_branch_of_the_same_name(team: Team) -> None:
    team.here.run("switch", "-q", "-c", "topic/x")
    for named in (None, "origin"):
        assert exchange(team.here).upstream(named) == Upstream(
            "origin", "refs/heads/topic/x", "refs/remotes/origin/topic/x", is_configured=False
        )


def test_a_remote_that_is_named_is_used(team: Team) -> None:
    team.here.run("remote", "add", "fork", str(team.there.path))
    found = exchange(team.here).upstream("fork")
    assert found == Upstream(
        "fork", "refs/heads/main", "refs/remotes/fork/main", is_configured=False
    )


def test_what_follows_nothing_has_no_tracking_ref(team: Team) -> None:
    for refspec in ("+refs/heads/other:refs/remotes/origin/other", "+refs/*:refs/*"):
        team.here.run("config", "--replace-all", "remote.origin.fetch", refspec)
        assert exchange(team.here).upstream().tracking is None


def test_the_first_of_several_refspecs_that_fits_counts(team: Team) -> None:
    team.here.run("config", "--add", "remote.origin.fetch", "+refs/heads/*:refs/remotes/also/*")
    assert exchange(team.here).upstream().tracking == "refs/remotes/origin/main"


@pytest.mark.parametrize("name", ["https://example.org/x", "../there", "--upload-pack=x", "", "."])
def test_only_names_are_taken(team: Team, name: str) -> None:
    with pytest.raises(UsageError, match="is no remote of this repository; there are: origin"):
        exchange(team.here).upstream(name)


def test_no_remote_is_said(sandbox: GitSandbox) -> None:
    sandbox.commit()
    with pytest.raises(CannotRun, match="has no remote") as caught:
        exchange(sandbox).upstream()
    assert "git remote add" in str(caught.value.hint)
    with pytest.raises(UsageError, match="there is none here"):
        exchange(sandbox).upstream("origin")


def test_several_remotes_want_a_choice(team: Team) -> None:
    team.here.run("remote", "add", "fork", str(team.there.path))
    assert exchange(team.here).upstream().remote == "origin"
    team.here.run("branch", "-q", "--unset-upstream")
    with pytest.raises(CannotRun, match="several remotes: fork, origin") as caught:
        exchange(team.here).upstream()
    assert "sgm sync REMOTE" in str(caught.value.hint)


def test_a_detached_head_has_none(team: Team) -> None:
    team.here.run("checkout", "-q", "--detach")
    with pytest.raises(CannotRun, match="HEAD is detached") as caught:
        exchange(team.here).upstream()
    assert "git switch" in str(caught.value.hint)


def test_an_unborn_branch_may_have_one(team: Team) -> None:
    team.here.run("switch", "-q", "--orphan", "new")
    assert exchange(team.here).upstream().branch == "refs/heads/new"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("branch.main.remote", ".", "follows a branch of this repository"),
        ("branch.main.remote", "gone", "'gone', which is no remote"),
        ("branch.main.remote", "https://example.org/x", "which is no remote"),
        ("branch.main.merge", "refs/tags/v1", "refs/tags/v1, which is no branch"),
    ],
)
def test_what_git_knows_must_be_a_branch_of_a_remote(
    team: Team, key: str, value: str, said: str
) -> None:
    team.here.run("config", key, value)
    with pytest.raises(CannotRun, match=said):
        exchange(team.here).upstream()


def test_several_branches_are_none(team: Team) -> None:
    team.here.run("config", "--add", "branch.main.merge", "refs/heads/other")
    with pytest.raises(CannotRun, match="follows several"):
        exchange(team.here).upstream()


@pytest.mark.parametrize("key", ["branch.main.pushRemote", "remote.pushDefault"])
def test_a_branch_that_is_pushed_elsewhere_wants_a_choice(team: Team, key: str) -> None:
    team.here.run("remote", "add", "fork", str(team.there.path))
    team.here.run("config", key, "fork")
    with pytest.raises(CannotRun, match=f"{key} pushes it to fork"):
        exchange(team.here).upstream()
    assert exchange(team.here).upstream("origin").is_configured
    assert exchange(team.here).upstream("fork").remote == "fork"
    team.here.run("config", key, "origin")
    assert exchange(team.here).upstream().remote == "origin"


def test_the_embedded_engine_exchanges_nothing(team: Team) -> None:
    with pytest.raises(CannotRun, match="needs git"):
        Exchange.of(open_repository(team.here.path, "dulwich"))
