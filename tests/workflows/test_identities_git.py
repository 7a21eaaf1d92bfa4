"""What honest teams do with git raises no error, whatever they are called (DESIGN 5, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.team import (
    ADA,
    ADA_WEB,
    BOB,
    GITHUB,
    MONDAY,
    RENOVATE,
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


def own_name(team: Team) -> Told:
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY))
    return []


def on_the_web(team: Team) -> Told:
    team.edit(ADA_WEB, MONDAY, document("B", "Ada", MONDAY), committer=GITHUB)
    return []


def on_the_web_by_login(team: Team) -> Told:
    team.edit(ADA_WEB, MONDAY, document("B", "ada", MONDAY), committer=GITHUB)
    return []


def by_a_bot(team: Team) -> Told:
    team.edit(RENOVATE, MONDAY, document("B", "renovate[bot]", MONDAY), committer=GITHUB)
    return []


def by_an_agent_under_a_persons_account(team: Team) -> Told:
    message = "set title\n\nSGM-Agent: scribe\n"
    team.edit(BOB, MONDAY, document("B", "scribe", MONDAY), message)
    return []


def by_an_agent_of_which_nothing_is_said(team: Team) -> Told:
    return [("P305", W, team.edit(BOB, MONDAY, document("B", "scribe", MONDAY)))]


def by_a_listed_agent(team: Team) -> Told:
    team.write('format = 1\n[agents]\nscribe = ["bob@example.org"]\n', ".sgm/config.toml")
    team.base = team.commit(ADA, MONDAY)
    team.edit(BOB, MONDAY, document("B", "scribe", MONDAY))
    return []


def from_home_with_a_mailmap(team: Team) -> Told:
    team.write("Ada <ada@example.org> <ada@home.example>\n", ".mailmap")
    team.base = team.commit(ADA, MONDAY)
    team.edit("A. Lovelace <ada@home.example>", MONDAY, document("B", "Ada", MONDAY))
    return []


def with_a_name_that_is_not_utf_8(team: Team) -> Told:
    team.run("config", "i18n.commitEncoding", "ISO-8859-1")
    team.write(document("B", "J\u00f8rn", MONDAY))
    team.run("add", "-A")
    stored = "J\u00f8rn <j@example.org>".encode("latin-1").decode("utf-8", "surrogateescape")
    team.git(stored, MONDAY, "commit", "-q", "-m", "change")
    assert "author J\ufffdrn" in team.run("cat-file", "commit", "HEAD")
    return []


def together(team: Team) -> Told:
    message = "pair\n\nCo-authored-by: Ada <ada@example.org>\n"
    team.edit(BOB, MONDAY, document("B", "Bob", MONDAY), message)
    return []


def together_and_the_other_stamped(team: Team) -> Told:
    message = "pair\n\nCo-authored-by: Ada <ada@example.org>\n"
    return [("P305", W, team.edit(BOB, MONDAY, document("B", "Ada", MONDAY), message))]


def together_with_a_newcomer(team: Team) -> Told:
    message = "pair\n\nCo-authored-by: Kim <kim@example.org>\n"
    team.edit(BOB, MONDAY, document("B", "Kim", MONDAY), message)
    return []


def imported_with_its_stamps(team: Team) -> Told:
    old = "2020-02-01T00:00:00Z"
    claims = {"agent": "Cleo", "created_at": "2020-01-01T00:00:00Z", "origin": "import"}
    text = document("A", "Bob", old, record_id="fact-b", **claims)
    team.write(text, "memory/fact/fact-b.md")
    made = team.commit(ADA, MONDAY)
    return [("P310", I, made), ("P305", I, made), ("P307", I, made)]


def at_a_wrong_time(team: Team) -> Told:
    """A machine whose clock stands in 1970, and one that runs ahead."""
    one = team.edit(BOB, "1970-01-02T00:00:00Z", document("B", "Bob", MONDAY))
    two = team.edit(ADA, "2027-01-01T00:00:00Z", document("C", "Ada", TUESDAY))
    assert one != two
    return [("P316", I, two)]


HONEST = (
    own_name,
    on_the_web,
    on_the_web_by_login,
    by_a_bot,
    by_an_agent_under_a_persons_account,
    by_an_agent_of_which_nothing_is_said,
    by_a_listed_agent,
    from_home_with_a_mailmap,
    with_a_name_that_is_not_utf_8,
    together,
    together_and_the_other_stamped,
    together_with_a_newcomer,
    imported_with_its_stamps,
    at_a_wrong_time,
)
ON_BOTH_ENGINES = (on_the_web_by_login, with_a_name_that_is_not_utf_8)


@pytest.mark.parametrize("work", HONEST, ids=lambda work: work.__name__)
def test_names_of_honest_people_are_borne_out(sandbox: GitSandbox, work: Work) -> None:
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
