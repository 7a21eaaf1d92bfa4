"""A fetch brings objects, and says what became of the branch; no ref of the user's moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.git.exchange.support import exchange, told
from tests.git.support import assert_sound

if TYPE_CHECKING:
    from tests.git.exchange.support import Team
    from tests.support import GitSandbox


def refs(sandbox: GitSandbox) -> str:
    """All refs and FETCH_HEAD."""
    head = sandbox.path / ".git/FETCH_HEAD"
    return told(sandbox, "for-each-ref") + (head.read_text() if head.exists() else "")


def test_nothing_new(team: Team) -> None:
    there = exchange(team.here)
    found = there.fetch(there.upstream())
    assert (found.tip, found.before, found.gone) == (team.here.head(), team.here.head(), ())


def test_what_is_new_is_brought_and_nothing_moves(team: Team) -> None:
    before, start = refs(team.here), team.here.head()
    team.there.run("tag", "v1")
    team.there.run("push", "-q", "origin", "v1")
    new = team.publish("a.md", "theirs\n")
    there = exchange(team.here)
    found = there.fetch(there.upstream())
    assert (found.tip, found.before, found.was_rewound) == (new, start, False)
    assert told(team.here, "cat-file", "-t", new) == "commit"
    assert refs(team.here) == before
    assert_sound(team.here)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fetch.prune", "true"),
        ("remote.origin.tagOpt", "--tags"),
        ("remote.origin.mirror", "true"),
        ("fetch.writeCommitGraph", "true"),
        ("fetch.recurseSubmodules", "true"),
        ("remote.origin.pruneTags", "true"),
    ],
)
def test_settings_of_fetch_do_not_matter(team: Team, key: str, value: str) -> None:
    team.there.run("tag", "v1")
    team.there.run("push", "-q", "origin", "v1")
    team.here.run("tag", "own")
    before = refs(team.here)
    new = team.publish("a.md", "theirs\n")
    team.here.run("config", key, value)
    there = exchange(team.here)
    assert there.fetch(there.upstream()).tip == new
    assert refs(team.here) == before


def test_the_tracking_ref_follows_when_told(team: Team) -> None:
    there = exchange(team.here)
    new = team.publish("a.md", "theirs\n")
    upstream = there.upstream()
    assert there.fetch(upstream).tip == new
    there.follow(upstream, new)
    there.follow(upstream, new)
    assert told(team.here, "rev-parse", "origin/main") == new
    log = told(team.here, "reflog", "-1", "refs/remotes/origin/main")
    assert log.endswith("sgm sync: fetch")


def test_a_first_tracking_ref_is_made(team: Team) -> None:
    new = team.here.head()
    team.here.run("update-ref", "-d", "refs/remotes/origin/main")
    there = exchange(team.here)
    assert there.fetch(there.upstream()).before is None
    there.follow(there.upstream(), new)
    assert told(team.here, "rev-parse", "origin/main") == new


def test_no_such_branch_there(team: Team) -> None:
    team.here.run("switch", "-q", "-c", "topic")
    there = exchange(team.here)
    found = there.fetch(there.upstream())
    assert (found.tip, found.before, found.was_rewound) == (None, None, False)


def test_a_branch_that_was_deleted_there(team: Team) -> None:
    team.hub.run("update-ref", "-d", "refs/heads/main")
    there = exchange(team.here)
    found = there.fetch(there.upstream())
    assert (found.tip, found.before) == (None, team.here.head())


class TestRewound:
    def rewind(self, team: Team) -> tuple[str, list[str]]:
        """Two commits are published and fetched, and then taken back; give tip and the gone."""
        start = team.here.head()
        gone = [team.publish("a.md", "1\n"), team.publish("a.md", "2\n")]
        team.here.run("pull", "-q")
        team.hub.run("update-ref", "refs/heads/main", start)
        return start, gone[::-1]

    def test_it_is_seen(self, team: Team) -> None:
        start, gone = self.rewind(team)
        there = exchange(team.here)
        found = there.fetch(there.upstream())
        assert (found.tip, found.before, list(found.gone)) == (start, gone[0], gone)
        assert found.was_rewound

    def test_it_is_seen_where_the_user_has_fetched_meanwhile(self, team: Team) -> None:
        start, gone = self.rewind(team)
        team.here.run("fetch", "-q")
        team.here.write("own", "1")
        team.here.commit("own")
        there = exchange(team.here)
        found = there.fetch(there.upstream())
        assert (found.tip, found.before, list(found.gone)) == (start, start, gone)

    def test_it_is_over_when_the_branch_has_nothing_of_it_any_more(self, team: Team) -> None:
        start, _ = self.rewind(team)
        team.here.run("fetch", "-q")
        team.here.run("reset", "-q", "--hard", start)
        there = exchange(team.here)
        assert not there.fetch(there.upstream()).was_rewound

    def test_a_rewritten_branch_is_one(self, team: Team) -> None:
        start, gone = self.rewind(team)
        team.there.run("reset", "-q", "--hard", start)
        new = team.publish("c.md", "other\n")
        there = exchange(team.here)
        found = there.fetch(there.upstream())
        assert (found.tip, list(found.gone)) == (new, gone)

    def test_what_was_only_fetched_and_is_gone_counts_too(self, team: Team) -> None:
        start = team.here.head()
        gone = team.publish("a.md", "1\n")
        team.here.run("fetch", "-q")
        team.hub.run("update-ref", "refs/heads/main", start)
        there = exchange(team.here)
        assert there.fetch(there.upstream()).gone == (gone,)


def test_refs_of_killed_runs_are_cleared(team: Team) -> None:
    head = team.here.head()
    team.here.run("update-ref", "refs/sgm/sync/1000-abc", head)
    team.here.run("update-ref", "refs/sgm/sync/9999999999-abc", head)
    there = exchange(team.here)
    there.fetch(there.upstream())
    left = told(team.here, "for-each-ref", "--format=%(refname)", "refs/sgm/")
    assert left == "refs/sgm/sync/9999999999-abc"
