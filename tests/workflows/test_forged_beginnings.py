"""When and by whom a record was begun is what history says, however it is hidden (DESIGN 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.team import (
    ADA,
    BOB,
    CREATED,
    EVE,
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

LONG_AGO = "2026-01-01T00:00:00Z"
EARLIER = "2026-10-09T18:21:47Z"
LATER = "2026-10-11T18:21:47Z"
AHEAD = "2026-12-24T00:00:00Z"
OTHER = "memory/fact/fact-b.md"


def created_at_changed(team: Team) -> Told:
    return [("P301", E, team.edit(EVE, MONDAY, document(created_at=LATER)))]


def created_at_changed_with_consent(team: Team) -> Told:
    """It is said, first in a review, and never trusted."""
    message = "x\n\nSGM-Allow: fact-a /provenance/created_at\n"
    return [("P301", W, team.edit(EVE, MONDAY, document(created_at=LATER), message))]


def created_at_changed_with_consent_for_another(team: Team) -> Told:
    message = "x\n\nSGM-Allow: fact-b /provenance/created_at\n"
    return [("P301", E, team.edit(EVE, MONDAY, document(created_at=LATER), message))]


def created_at_changed_and_moved(team: Team) -> Told:
    team.run("mv", PATH, "memory/fact/elsewhere.md")
    team.write(document(created_at=EARLIER), "memory/fact/elsewhere.md")
    return [("P301", E, team.commit(EVE, MONDAY))]


def created_at_changed_behind_an_unreadable_state(team: Team) -> Told:
    team.edit(EVE, MONDAY, "---\nid: [\n---\n")
    return [("P301", E, team.edit(EVE, TUESDAY, document(created_at=EARLIER)))]


def created_at_left_out_and_put_in(team: Team) -> Told:
    team.edit(EVE, MONDAY, document().replace(f'  created_at: "{CREATED}"\n', ""))
    return [("P301", E, team.edit(EVE, TUESDAY, document(created_at=EARLIER)))]


def created_at_changed_in_a_merge(team: Team) -> Told:
    """A merge that takes our side, and something that neither has."""
    team.branch("topic")
    team.edit(BOB, MONDAY, document("B"))
    team.go("main")
    team.run("merge", "-q", "-s", "ours", "--no-commit", "topic")
    return [("P301", E, team.edit(EVE, FRIDAY, document(created_at=EARLIER)))]


def created_at_changed_on_a_side_that_is_merged(team: Team) -> Told:
    team.branch("topic")
    made = team.edit(EVE, MONDAY, document(created_at=EARLIER))
    team.go("main")
    team.write("more\n", "notes.txt")
    team.commit(ADA, MONDAY)
    team.merge(ADA, FRIDAY, "topic", committer=GITHUB)
    return [("P301", E, made)]


def new_record_that_is_back_dated(team: Team) -> Told:
    team.write(document(record_id="fact-b", agent="Eve", created_at=LONG_AGO), OTHER)
    return [("P315", W, team.commit(EVE, MONDAY))]


def new_record_of_tomorrow(team: Team) -> Told:
    team.write(document(record_id="fact-b", agent="Eve", created_at=AHEAD), OTHER)
    return [("P304", E, team.commit(EVE, MONDAY))]


def time_after_the_commit(team: Team) -> Told:
    return [("P304", E, team.edit(EVE, MONDAY, document("B", "Eve", AHEAD)))]


def agent_changed(team: Team) -> Told:
    return [("P302", E, team.edit(EVE, MONDAY, document(agent="Eve")))]


def agent_changed_before_an_honest_edit(team: Team) -> Told:
    made = team.edit(EVE, MONDAY, document(agent="Eve"))
    team.edit(BOB, TUESDAY, document("B", agent="Eve"))
    return [("P302", E, made)]


def origin_changed(team: Team) -> Told:
    return [("P302", W, team.edit(EVE, MONDAY, document(origin="import")))]


def hidden_by_a_replace_ref(team: Team) -> Told:
    """git shows another commit in its place, with another author and no parents."""
    made = team.edit(EVE, MONDAY, document(created_at=EARLIER))
    team.edit(BOB, TUESDAY, document("B", created_at=EARLIER))
    tree = team.run("rev-parse", f"{made}^{{tree}}")
    clean = team.git(ADA, MONDAY, "commit-tree", tree, "-m", "add fact-a")
    team.run("replace", made, clean)
    assert team.run("rev-list", "--count", "HEAD") == "2"
    return [("P301", E, made)]


def hidden_by_another_blob(team: Team) -> Told:
    """git shows the forged text as it was before."""
    made = team.edit(EVE, MONDAY, document(agent="Eve"))
    team.run("replace", f"{made}:{PATH}", f"{team.base}:{PATH}")
    assert team.run("show", f"HEAD:{PATH}") == document().strip()
    return [("P302", E, made)]


def hidden_by_grafts(team: Team) -> Told:
    made = team.edit(EVE, MONDAY, document(agent="Eve"))
    team.write(f"{made}\n", ".git/info/grafts")
    assert team.run("rev-list", "--count", "HEAD") == "1"
    return [("P302", E, made)]


FORGERIES = (
    created_at_changed,
    created_at_changed_with_consent,
    created_at_changed_with_consent_for_another,
    created_at_changed_and_moved,
    created_at_changed_behind_an_unreadable_state,
    created_at_left_out_and_put_in,
    created_at_changed_in_a_merge,
    created_at_changed_on_a_side_that_is_merged,
    new_record_that_is_back_dated,
    new_record_of_tomorrow,
    time_after_the_commit,
    agent_changed,
    agent_changed_before_an_honest_edit,
    origin_changed,
    hidden_by_a_replace_ref,
    hidden_by_another_blob,
    hidden_by_grafts,
)
ON_BOTH_ENGINES = (
    created_at_changed_in_a_merge,
    hidden_by_a_replace_ref,
    hidden_by_another_blob,
    hidden_by_grafts,
)


@pytest.mark.parametrize("work", FORGERIES, ids=lambda work: work.__name__)
def test_a_forged_beginning_is_told_with_its_commit(sandbox: GitSandbox, work: Work) -> None:
    team = Team(sandbox.path)
    expected = work(team)
    assert team.check() == expected
    assert team.check_range() == expected


@pytest.mark.parametrize("work", ON_BOTH_ENGINES, ids=lambda work: work.__name__)
def test_without_git_the_same_is_said(sandbox: GitSandbox, work: Work) -> None:
    team = Team(sandbox.path, "dulwich")
    expected = work(team)
    assert team.check() == expected


def test_a_record_that_is_made_older_says_so(sandbox: GitSandbox) -> None:
    """How old it may be is for a check that sees its beginning."""
    team = Team(sandbox.path)
    made = team.edit(EVE, MONDAY, document(created_at=LONG_AGO))
    assert team.check() == [("P301", E, made), ("P315", W, made)]
    assert team.check_range() == [("P301", E, made)]


def test_another_id_begins_no_other_life_where_an_alias_joins_them(sandbox: GitSandbox) -> None:
    team = Team(sandbox.path)
    team.run("mv", PATH, OTHER)
    text = document(record_id="fact-b", created_at=EARLIER)
    team.write(text.replace("scope: {}\n", "aliases: [fact-a]\nscope: {}\n", 1), OTHER)
    made = team.commit(EVE, MONDAY)
    assert team.check() == team.check_range() == [("P301", E, made)]


def test_another_root_begins_no_other_life(sandbox: GitSandbox) -> None:
    team = Team(sandbox.path, config='[[root]]\npath = "memory"\n[[root]]\npath = "notes"\n')
    team.run("rm", "-q", PATH)
    team.write(document(created_at=EARLIER), "notes/fact/fact-a.md")
    made = team.commit(EVE, MONDAY)
    assert team.check() == team.check_range() == [("P301", E, made)]


def test_a_record_that_is_deleted_and_added_again_otherwise_begins_anew(
    sandbox: GitSandbox,
) -> None:
    """For the trusted side it is the record of that id, which it has with another time."""
    team = Team(sandbox.path)
    team.run("rm", "-q", PATH)
    team.commit(EVE, MONDAY)
    made = team.edit(EVE, TUESDAY, document("B", agent="Eve", created_at=LATER))
    assert team.check() == []
    assert team.check_range() == [("P302", E, made), ("P301", E, made)]


def test_a_record_that_is_deleted_and_added_again_back_dated_says_so(sandbox: GitSandbox) -> None:
    team = Team(sandbox.path)
    team.run("rm", "-q", PATH)
    team.commit(EVE, MONDAY)
    made = team.edit(EVE, TUESDAY, document("B", agent="Eve", created_at=LONG_AGO))
    assert team.check() == [("P315", W, made)]


def test_a_forgery_that_is_undone_is_no_finding_any_more(sandbox: GitSandbox) -> None:
    team = Team(sandbox.path)
    team.edit(EVE, MONDAY, document(agent="Eve", created_at=EARLIER))
    team.edit(ADA, TUESDAY, document())
    assert team.check() == []
    assert team.check_range() == []


def test_a_date_ahead_is_told_where_a_time_ahead_came_with_it(sandbox: GitSandbox) -> None:
    """It is no bound, which is said."""
    team = Team(sandbox.path)
    ahead = "2027-06-01T00:00:00Z"
    made = team.edit(EVE, ahead, document("B", "Eve", ahead))
    assert team.check() == [("P316", I, made)]
