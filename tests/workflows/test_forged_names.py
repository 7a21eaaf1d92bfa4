"""A name that is somebody else's is told with the commit that wrote it (DESIGN 5 and 6).

A plain check trusts what is committed: names that a forger brings along are told by a check of the
range that brings them, or before they are committed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.team import (
    ADA,
    BOB,
    EVE,
    FRIDAY,
    GITHUB,
    MONDAY,
    TUESDAY,
    E,
    I,
    Team,
    W,
    document,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support import GitSandbox
    from tests.workflows.team import Told, Work

EVE_AS_ADA = "Ada <eve@evil.example>"


def another_name(team: Team) -> Told:
    return [("P305", E, team.edit(EVE, MONDAY, document("B", "Ada", MONDAY)))]


def another_address(team: Team) -> Told:
    return [("P305", E, team.edit(EVE, MONDAY, document("B", "ada@example.org", MONDAY)))]


def local_part_of_an_own_address(team: Team) -> Told:
    """ada is the login of a person whom all know by her noreply address."""
    who = "Eve <ada@evil.example>"
    return [("P305", E, team.edit(who, MONDAY, document("B", "ada", MONDAY)))]


def own_login_at_a_forge(team: Team) -> Told:
    who = "Eve <7+eve@users.noreply.github.com>"
    return [("P305", E, team.edit(who, MONDAY, document("B", "Ada", MONDAY), committer=GITHUB))]


def look_alike_of_two_scripts(team: Team) -> Told:
    name = "\u0410da"
    return [("P305", E, team.edit(f"{name} <e@e.example>", MONDAY, document("B", name, MONDAY)))]


def look_alike_with_a_letter_that_nobody_sees(team: Team) -> Told:
    name = "A\u200bda"
    return [("P305", E, team.edit(f"{name} <e@e.example>", MONDAY, document("B", name, MONDAY)))]


def look_alike_under_an_own_name(team: Team) -> Told:
    return [("P305", W, team.edit(EVE, MONDAY, document("B", "Ad\u0430", MONDAY)))]


def person_as_an_agent(team: Team) -> Told:
    message = "x\n\nSGM-Agent: Ada\n"
    return [("P305", E, team.edit(EVE, MONDAY, document("B", "Ada", MONDAY), message))]


def co_author_with_an_own_address(team: Team) -> Told:
    message = "x\n\nCo-authored-by: Ada <eve@evil.example>\n"
    return [("P305", E, team.edit(EVE, MONDAY, document("B", "Ada", MONDAY), message))]


def co_author_without_an_address(team: Team) -> Told:
    message = "x\n\nCo-authored-by: Ada <>\n"
    return [("P305", E, team.edit(EVE, MONDAY, document("B", "Ada", MONDAY), message))]


def co_author_by_full_address(team: Team) -> Told:
    message = "x\n\nCo-authored-by: Ada <ada@example.org>\n"
    return [("P305", W, team.edit(EVE, MONDAY, document("B", "Ada", MONDAY), message))]


def committer_of_that_name(team: Team) -> Told:
    """The author counts, and not who replays."""
    return [("P305", E, team.edit(EVE, MONDAY, document("B", "Bob", MONDAY), committer=BOB))]


def stamps_of_an_earlier_version(team: Team) -> Told:
    team.edit(ADA, MONDAY, document("B", "Ada", MONDAY))
    return [("P303", W, team.edit(EVE, TUESDAY, document("C", "Ada", MONDAY)))]


def stamps_alone(team: Team) -> Told:
    """No version of its own, and still words put into another's mouth."""
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    return [("P305", E, team.edit(EVE, TUESDAY, document("B", "Ada", MONDAY)))]


def stamps_in_a_merge(team: Team) -> Told:
    team.branch("topic")
    team.edit(EVE, MONDAY, document("B", "Eve", MONDAY))
    team.go("main")
    team.write("more\n", "notes.txt")
    team.commit(ADA, MONDAY)
    team.run("merge", "-q", "--no-commit", "topic")
    return [("P305", E, team.edit(EVE, FRIDAY, document("C", "Ada", FRIDAY)))]


def new_record(team: Team) -> Told:
    team.write(document(record_id="fact-b"), "memory/fact/fact-b.md")
    return [("P310", I, team.commit(EVE, MONDAY))]


FORGERIES = (
    another_name,
    another_address,
    local_part_of_an_own_address,
    own_login_at_a_forge,
    look_alike_of_two_scripts,
    look_alike_with_a_letter_that_nobody_sees,
    look_alike_under_an_own_name,
    person_as_an_agent,
    co_author_with_an_own_address,
    co_author_without_an_address,
    co_author_by_full_address,
    committer_of_that_name,
    stamps_of_an_earlier_version,
    stamps_alone,
    stamps_in_a_merge,
    new_record,
)
ON_BOTH_ENGINES = (another_name, look_alike_of_two_scripts, stamps_in_a_merge)


@pytest.mark.parametrize("work", FORGERIES, ids=lambda work: work.__name__)
def test_a_forged_name_is_told_with_its_commit(sandbox: GitSandbox, work: Work) -> None:
    team = Team(sandbox.path)
    expected = work(team)
    assert team.check() == expected
    assert team.check_range() == expected


@pytest.mark.parametrize("work", ON_BOTH_ENGINES, ids=lambda work: work.__name__)
def test_without_git_the_same_is_said(sandbox: GitSandbox, work: Work) -> None:
    team = Team(sandbox.path, "dulwich")
    expected = work(team)
    assert team.check() == expected


def name_with_an_own_address(team: Team) -> str:
    return team.edit(EVE_AS_ADA, MONDAY, document("B", "Ada", MONDAY))


def commits_that_tie_the_name(team: Team) -> str:
    team.write("I am Ada\n", "notes.txt")
    team.commit(EVE_AS_ADA, MONDAY)
    return team.edit(EVE_AS_ADA, MONDAY, document("B", "Ada", MONDAY))


def mailmap(team: Team) -> str:
    team.write("Ada <ada@example.org> <eve@evil.example>\n", ".mailmap")
    return team.edit(EVE, MONDAY, document("B", "Ada", MONDAY))


def identities(team: Team) -> str:
    team.write('format = 1\n[identities]\nAda = ["eve@evil.example"]\n', ".sgm/config.toml")
    return team.edit(EVE, MONDAY, document("B", "Ada", MONDAY))


def agents(team: Team) -> str:
    team.write('format = 1\n[agents]\nAda = ["eve@evil.example"]\n', ".sgm/config.toml")
    return team.edit(EVE, MONDAY, document("B", "Ada", MONDAY))


ARRIVING = (
    (name_with_an_own_address, "Ada"),
    (commits_that_tie_the_name, "Ada"),
    (mailmap, "Eve"),
    (identities, "Eve"),
    (agents, "Eve"),
)


@pytest.mark.parametrize(("work", "name"), ARRIVING, ids=[work.__name__ for work, _ in ARRIVING])
def test_what_arrives_with_a_forgery_vouches_for_nothing(
    sandbox: GitSandbox, work: Callable[[Team], str], name: str
) -> None:
    team = Team(sandbox.path)
    made = work(team)
    assert team.check_range() == [("P305", E, made)]
    team.run("reset", "-q", "--soft", team.base)
    team.run("config", "user.name", name)
    team.run("config", "user.email", "eve@evil.example")
    assert team.check() == [("P305", E, None)]


def test_a_look_alike_of_one_script_is_told_where_it_arrives(sandbox: GitSandbox) -> None:
    team = Team(sandbox.path)
    name = "\u0412\u043e\u042c"
    made = team.edit(f"{name} <e@e.example>", MONDAY, document("B", name, MONDAY))
    assert team.check_range() == [("P305", E, made)]
