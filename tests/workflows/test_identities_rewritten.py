"""What honest teams do with git raises no error, whoever rewrites their commits (DESIGN 5, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.team import (
    ADA,
    ADA_WEB,
    BOB,
    FRIDAY,
    GITHUB,
    MONDAY,
    PATH,
    TUESDAY,
    E,
    I,
    Team,
    W,
    document,
)

if TYPE_CHECKING:
    from tests.support import GitSandbox
    from tests.workflows.team import Told, Work

QUEUE = "github-merge-queue[bot] <118344674+github-merge-queue[bot]@users.noreply.github.com>"
SQUASHED = """\
Say more (#7)

* Say more

* Say it better

---------

Co-authored-by: Bob <BOB@example.org>
"""
AGENTS = """\
Say more (#7)

* memory: set title of fact-a

    SGM-Agent: scribe
"""


def _pull_request(team: Team, by: str = "Bob") -> None:
    """Ada opens a pull request and Bob has the last word in it."""
    team.branch("topic")
    team.edit(ADA, MONDAY, document("B", "Ada", MONDAY))
    team.edit(BOB, TUESDAY, document("C", by, TUESDAY))
    team.go("main")
    team.run("merge", "-q", "--squash", "topic")


def squashed_with_its_messages(team: Team) -> Told:
    _pull_request(team)
    return [("P305", W, team.commit(ADA_WEB, FRIDAY, SQUASHED, GITHUB))]


def squashed_with_the_messages_of_agents(team: Team) -> Told:
    _pull_request(team, "scribe")
    team.commit(ADA_WEB, FRIDAY, AGENTS, GITHUB)
    return []


def squashed_by_title_under_the_own_name(team: Team) -> Told:
    _pull_request(team, "Ada")
    team.commit(ADA_WEB, FRIDAY, "Say more (#7)", GITHUB)
    return []


def squashed_without_stamps(team: Team) -> Told:
    team.branch("topic")
    team.edit(BOB, MONDAY, document("B"))
    team.go("main")
    team.run("merge", "-q", "--squash", "topic")
    team.commit(ADA_WEB, FRIDAY, "Say more (#7)", GITHUB)
    return []


def _both_sides(team: Team) -> None:
    """Bob changes the text on a branch, Ada the title on main; neither sees the other."""
    team.branch("topic")
    team.edit(BOB, MONDAY, document(by="Bob", at=MONDAY, body="Two."))
    team.go("main")
    team.edit(ADA, MONDAY, document("B"))


def through_a_merge_queue(team: Team) -> Told:
    _both_sides(team)
    team.branch("gh-readonly-queue/main/pr-7")
    team.merge(QUEUE, FRIDAY, "topic", committer=GITHUB)
    team.go("main")
    team.run("merge", "-q", "--ff-only", "gh-readonly-queue/main/pr-7")
    return []


def after_an_update_of_the_branch(team: Team) -> Told:
    _both_sides(team)
    team.go("topic")
    team.merge(ADA_WEB, FRIDAY, "main", committer=GITHUB)
    team.edit(BOB, FRIDAY, document("B", "Bob", FRIDAY, body="Three."))
    team.go("main")
    team.merge(ADA_WEB, FRIDAY, "topic", committer=GITHUB)
    return []


def merged_with_a_later_edit(team: Team) -> Told:
    """The stamps of one side do not tell of the other, which is the later one."""
    team.branch("topic")
    team.edit(BOB, MONDAY, document(by="Bob", at=MONDAY, body="Two."))
    team.go("main")
    later = team.edit(ADA, TUESDAY, document("B"))
    team.merge(ADA_WEB, FRIDAY, "topic", committer=GITHUB)
    return [("P303", W, later)]


def rebased_by_another(team: Team) -> Told:
    _both_sides(team)
    team.git(ADA, FRIDAY, "rebase", "-q", "main", "topic")
    assert team.run("log", "-1", "--format=%an %cn") == "Bob Ada"
    return []


def picked_by_another(team: Team) -> Told:
    _both_sides(team)
    team.git(ADA, FRIDAY, "cherry-pick", "-x", "topic")
    return []


def mailed_to_another(team: Team) -> Told:
    _both_sides(team)
    patch = team.run("format-patch", "-1", "--stdout", "topic")
    team.git(ADA, FRIDAY, "am", "-q", stdin=f"{patch}\n")
    return []


def amended_by_another(team: Team) -> Told:
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.git(ADA, FRIDAY, "commit", "-q", "--amend", "-m", "Say it")
    assert team.run("log", "-1", "--format=%an %cn") == "Bob Ada"
    return []


def reverted_by_another(team: Team) -> Told:
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.git(ADA, TUESDAY, "revert", "--no-edit", "HEAD")
    return []


def reverted_to_older_stamps(team: Team) -> Told:
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.edit(ADA, TUESDAY, document("C", "Ada", TUESDAY))
    team.git(ADA, FRIDAY, "revert", "--no-edit", "HEAD")
    return [("P303", W, team.head())]


def restored_by_another(team: Team) -> Told:
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.run("rm", "-q", PATH)
    team.commit(ADA, TUESDAY)
    team.run("checkout", "-q", "HEAD~1", PATH)
    return [("P303", I, team.commit(ADA, FRIDAY))]


def moved_by_another(team: Team) -> Told:
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.run("mv", PATH, "memory/fact/elsewhere.md")
    team.commit(ADA, TUESDAY)
    return []


def merged_by_hand(team: Team) -> Told:
    team.branch("topic")
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.go("main")
    team.edit(ADA, TUESDAY, document("C", "Ada", TUESDAY))
    team.run("merge", "-q", "topic", check=False)
    team.edit(ADA, FRIDAY, document("B and C", "Ada", FRIDAY))
    return []


def merged_from_three(team: Team) -> Told:
    for number in "123":
        team.branch(f"topic{number}", team.base)
        name = f"fact-{number}"
        team.write(document(record_id=name, agent="Bob"), f"memory/fact/{name}.md")
        team.commit(BOB, MONDAY)
    team.go("topic1")
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.go("main")
    team.merge(ADA, FRIDAY, "topic1", "topic2", "topic3")
    return []


def added_by_two(team: Team) -> Told:
    """The same record on two branches, from the same source."""
    text = document(record_id="fact-b", origin="import", created_at="2020-01-01T00:00:00Z")
    for name, who in (("one", ADA), ("two", BOB)):
        team.branch(name, team.base)
        team.write(text, "memory/fact/fact-b.md")
        team.commit(who, MONDAY)
    team.go("main")
    team.merge(ADA, FRIDAY, "one")
    team.merge(ADA, FRIDAY, "two")
    return []


HONEST = (
    squashed_with_its_messages,
    squashed_with_the_messages_of_agents,
    squashed_by_title_under_the_own_name,
    squashed_without_stamps,
    through_a_merge_queue,
    after_an_update_of_the_branch,
    merged_with_a_later_edit,
    rebased_by_another,
    picked_by_another,
    mailed_to_another,
    amended_by_another,
    reverted_by_another,
    reverted_to_older_stamps,
    restored_by_another,
    moved_by_another,
    merged_by_hand,
    merged_from_three,
    added_by_two,
)
ON_BOTH_ENGINES = (squashed_with_its_messages, through_a_merge_queue, rebased_by_another)


@pytest.mark.parametrize("work", HONEST, ids=lambda work: work.__name__)
def test_honest_work_may_be_rewritten_by_others(sandbox: GitSandbox, work: Work) -> None:
    team = Team(sandbox.path)
    expected = work(team)
    assert team.check() == expected
    assert team.check_range() == expected
    assert E not in [severity for _, severity, _ in expected]


@pytest.mark.parametrize("work", ON_BOTH_ENGINES, ids=lambda work: work.__name__)
def test_without_git_the_same_is_said(sandbox: GitSandbox, work: Work) -> None:
    team = Team(sandbox.path, "dulwich")
    expected = work(team)
    assert team.check() == expected


STOPPED = {
    "merge": ("main", ("merge", "-q", "topic")),
    "cherry-pick": ("main", ("cherry-pick", "topic")),
    "rebase": ("topic", ("rebase", "-q", "main")),
}


@pytest.mark.parametrize("what", STOPPED)
def test_what_others_did_is_theirs_while_it_is_not_finished(sandbox: GitSandbox, what: str) -> None:
    """Stopped by a conflict that is settled by what Bob wrote; a hook asks before the commit."""
    team = Team(sandbox.path)
    team.branch("topic")
    team.edit(BOB, TUESDAY, document("B", "Bob", TUESDAY))
    team.go("main")
    team.edit(ADA, MONDAY, document("C", "Ada", MONDAY))
    branch, command = STOPPED[what]
    team.go(branch)
    team.run(*command, check=False)
    team.write(document("B", "Bob", TUESDAY))
    assert "UU" in team.run("status", "--porcelain")
    assert team.check() == []


def test_a_revert_may_bring_back_stamps_that_are_older_than_a_range(sandbox: GitSandbox) -> None:
    team = Team(sandbox.path)
    base = team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    team.edit(ADA, TUESDAY, document("C", "Ada", TUESDAY))
    team.edit(ADA, TUESDAY, document("C", "Ada", TUESDAY, body="Two."))
    team.git(ADA, FRIDAY, "revert", "--no-edit", "HEAD~1")
    expected = [("P303", W, team.head())]
    assert team.check_range(base) == team.check() == expected


def test_a_squash_by_title_only_of_anothers_stamped_edit_is_cleared_by_fix(
    sandbox: GitSandbox,
) -> None:
    team = Team(sandbox.path)
    _pull_request(team)
    squash = team.commit(ADA_WEB, FRIDAY, "Say more (#7)", GITHUB)
    assert team.check() == [("P305", E, squash)]
    team.fix()
    assert team.check() == []
    team.commit(BOB, FRIDAY)
    assert team.check() == []
    assert team.check_range() == []
