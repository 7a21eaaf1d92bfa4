"""A real conflict: listed, left as git leaves it, and ended in three ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.workflows.syncing.model import Step, SyncState
from sgm_git.workflows.syncing.outcome import REGISTERED
from tests.workflows.syncing.support import SHARED, resolve

if TYPE_CHECKING:
    from tests.workflows.syncing.support import Team


def _merging(team: Team) -> None:
    team.ada.box.write(".sgm/config.toml", 'format = 1\n[sync]\nmode = "merge"\n')
    team.ada.box.commit("merge")
    team.ada.sync()
    team.bob.sync()


def test_a_conflict_stops_as_git_stops_and_says_where(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    report = team.bob.sync()
    assert (report.state, report.exit_status) == (SyncState.CONFLICT, 1)
    assert [
        (each.path, each.id, each.title, each.kind, each.fields) for each in report.conflicts
    ] == [(SHARED, "rule-shared", "Mine", "changed on both sides", ("/title",))]
    assert report.trouble is not None
    assert report.trouble.hint is not None
    assert "sgm sync --continue" in report.trouble.hint
    assert report.notes == (REGISTERED,)
    assert team.bob.store().repository.unfinished() == "rebase"
    assert team.bob.git("diff", "--name-only", "--diff-filter=U") == SHARED


def test_while_it_is_under_way_no_other_sync_begins(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    with pytest.raises(CannotRun, match="a rebase is not finished") as raised:
        team.bob.sync()
    assert "sgm sync --continue" in (raised.value.hint or "")


def test_a_resolved_conflict_goes_on_to_the_push(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    resolve(team.bob)
    report = team.bob.sync(step=Step.CONTINUE)
    assert (report.state, report.exit_status) == (SyncState.SYNCED, 0)
    assert team.tip() == team.bob.head()
    assert team.bob.record("rule-shared")["title"] == "Both"
    assert team.bob.box.status() == ""
    assert team.bob.store().check().findings == ()


def test_giving_up_leaves_all_as_it_was(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    before, there = team.bob.head(), team.tip()
    team.bob.sync()
    report = team.bob.sync(step=Step.ABORT)
    assert (report.state, report.exit_status) == (SyncState.UNCHANGED, 0)
    assert report.notes == ("gave up the rebase: the branch is as it was before",)
    assert (team.bob.head(), team.bob.box.status(), team.tip()) == (before, "", there)
    assert team.bob.git("symbolic-ref", "HEAD") == "refs/heads/main"


def test_plain_git_brings_it_to_its_end_too(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    resolve(team.bob)
    team.bob.git("add", SHARED)
    team.bob.git("-c", "core.editor=true", "rebase", "--continue")
    assert team.bob.sync().state is SyncState.SYNCED
    assert team.tip() == team.bob.head()


def test_a_forgotten_marker_is_refused_with_its_place(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    before = team.bob.box.status()
    with pytest.raises(Refused, match="1 file is in conflict still") as raised:
        team.bob.sync(step=Step.CONTINUE)
    (found,) = raised.value.findings
    assert (found.code, found.path) == ("F106", SHARED)
    assert found.span is not None
    line = (team.bob.path / SHARED).read_text().splitlines()[found.span.line - 1]
    assert line.startswith("<<<<<<<")
    assert team.bob.box.status() == before


def test_a_marker_that_is_staged_is_refused_as_well(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    team.bob.git("add", SHARED)
    with pytest.raises(Refused, match="1 file is in conflict still") as raised:
        team.bob.sync(step=Step.CONTINUE)
    assert [(each.code, each.path) for each in raised.value.findings] == [("F106", SHARED)]
    resolve(team.bob)
    team.bob.git("add", SHARED)
    assert team.bob.sync(step=Step.CONTINUE).state is SyncState.SYNCED


def test_giving_up_loses_no_edit_of_another_file(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    team.bob.box.write("notes.txt", "edited\n")
    with pytest.raises(Refused, match=r"edited since: 'notes\.txt'"):
        team.bob.sync(step=Step.ABORT)
    assert (team.bob.path / "notes.txt").read_text() == "edited\n"


def test_what_cannot_be_read_is_no_resolution(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.sync()
    team.bob.box.write(SHARED, "---\ntitle: [\n---\n")
    with pytest.raises(Refused) as raised:
        team.bob.sync(step=Step.CONTINUE)
    assert [each.path for each in raised.value.findings] == [SHARED]
    team.bob.path.joinpath(SHARED).unlink()
    with pytest.raises(Refused) as raised:
        team.bob.sync(step=Step.CONTINUE)
    assert raised.value.words == (f"{SHARED}: it is gone: git rm lets it go",)


def test_deletion_against_edit_is_for_a_person_to_decide(team: Team) -> None:
    team.ada.remove("rule-shared")
    team.ada.sync()
    team.bob.change("rule-shared", "/title", "Mine")
    report = team.bob.sync()
    assert [(each.kind, each.fields) for each in report.conflicts] == [("deleted there", ())]
    with pytest.raises(Refused) as raised:
        team.bob.sync(step=Step.CONTINUE)
    assert raised.value.words == (f"{SHARED}: deleted there: git add keeps it, git rm lets it go",)
    team.bob.git("add", SHARED)
    assert team.bob.sync(step=Step.CONTINUE).state is SyncState.SYNCED
    assert team.bob.record("rule-shared")["title"] == "Mine"


def test_edit_against_deletion_here_is_named_from_here(team: Team) -> None:
    team.ada.change("rule-shared", "/title", "Theirs")
    team.ada.sync()
    team.bob.remove("rule-shared")
    report = team.bob.sync()
    assert [(each.kind, each.title) for each in report.conflicts] == [("deleted here", "Theirs")]
    team.bob.git("rm", "-q", SHARED)
    assert team.bob.sync(step=Step.CONTINUE).state is SyncState.SYNCED
    assert team.bob.ids() == set()


def test_other_files_in_conflict_are_listed_and_looked_at_too(team: Team) -> None:
    for clone, text in ((team.ada, "theirs"), (team.bob, "mine")):
        clone.box.write("notes.txt", f"one\n{text}\nthree\n")
        clone.box.commit("notes", author=f"{clone.name} <{clone.name.lower()}@example.org>")
    team.ada.sync()
    report = team.bob.sync()
    assert [(each.path, each.id) for each in report.conflicts] == [("notes.txt", None)]
    with pytest.raises(Refused) as raised:
        team.bob.sync(step=Step.CONTINUE)
    assert raised.value.words == ("notes.txt:2:1: a conflict marker is left",)
    team.bob.box.write("notes.txt", "one\nboth\nthree\n")
    assert team.bob.sync(step=Step.CONTINUE).state is SyncState.SYNCED


def test_each_commit_in_conflict_stops_again(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.change("rule-shared", "/title", "Mine again")
    report = team.bob.sync()
    assert report.trouble is not None
    assert report.trouble.message.endswith("commit 1 of 2")
    resolve(team.bob)
    report = team.bob.sync(step=Step.CONTINUE)
    assert report.state is SyncState.CONFLICT
    assert report.trouble is not None
    assert report.trouble.message.endswith("commit 2 of 2")
    assert report.notes == ()
    resolve(team.bob, "Last")
    assert team.bob.sync(step=Step.CONTINUE).state is SyncState.SYNCED
    assert team.bob.record("rule-shared")["title"] == "Last"


def test_with_edits_that_are_not_committed_nothing_is_changed(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.box.write("notes.txt", "edited\n")
    before = (team.bob.head(), team.bob.box.status())
    report = team.bob.sync()
    assert (report.state, report.exit_status) == (SyncState.CONFLICT, 1)
    assert [each.fields for each in report.conflicts] == [("/title",)]
    assert report.trouble is not None
    assert report.trouble.message == (
        "origin/main is in conflict with commits here: rule-shared (/title);"
        " edited here: 'notes.txt'; nothing was changed"
    )
    assert report.pulled.commits == 0
    assert "git stash" in (report.trouble.hint or "")
    assert team.bob.sync(dry_run=True).trouble == report.trouble
    assert (team.bob.head(), team.bob.box.status()) == before
    assert team.bob.store().repository.unfinished() is None


@pytest.mark.parametrize("ending", ["continue", "abort", "git"])
def test_a_merge_in_conflict_ends_in_the_same_ways(team: Team, ending: str) -> None:
    _merging(team)
    team.part("/title", "Mine", "Theirs")
    before = team.bob.head()
    report = team.bob.sync()
    assert (report.state, report.mode) == (SyncState.CONFLICT, "merge")
    assert [(each.title, each.fields) for each in report.conflicts] == [("Mine", ("/title",))]
    assert team.bob.store().repository.unfinished() == "merge"
    if ending == "abort":
        team.bob.sync(step=Step.ABORT)
        assert (team.bob.head(), team.bob.box.status()) == (before, "")
        return
    resolve(team.bob)
    if ending == "git":
        team.bob.git("add", SHARED)
        team.bob.git("commit", "-q", "--no-edit")
        report = team.bob.sync()
    else:
        report = team.bob.sync(step=Step.CONTINUE)
    assert report.state is SyncState.SYNCED
    assert team.bob.git("rev-list", "--count", "--merges", "HEAD") == "1"
    assert team.bob.record("rule-shared")["title"] == "Both"
    assert team.tip() == team.bob.head()


@pytest.mark.parametrize("step", [Step.CONTINUE, Step.ABORT])
def test_where_nothing_is_under_way_there_is_nothing_to_go_on_with(team: Team, step: Step) -> None:
    with pytest.raises(CannotRun, match="no sync is under way here"):
        team.bob.sync(step=step)
    team.bob.git("bisect", "start")
    with pytest.raises(CannotRun, match="a bisect is not finished") as raised:
        team.bob.sync(step=step)
    assert "git bisect reset" in (raised.value.hint or "")


def test_a_commit_whose_change_was_taken_back_is_in_conflict_all_the_same(team: Team) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.change("rule-shared", "/title", "Shared")
    report = team.bob.sync(dry_run=True)
    assert [each.fields for each in report.conflicts] == [("/title",)]


def test_an_older_git_rebases_in_place(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Exchange, "replay", lambda *_: None)
    team.ada.change("rule-shared", "/title", "Theirs")
    team.ada.sync()
    team.bob.change("rule-shared", "/content", "Mine.")
    report = team.bob.sync(dry_run=True)
    assert (report.state, report.after) == (SyncState.PLANNED, None)
    assert any("2.38" in note for note in report.notes)
    assert team.bob.sync().state is SyncState.SYNCED
    assert team.bob.record("rule-shared")["title"] == "Theirs"
    team.ada.sync()
    team.part("/title", "Mine", "Others")
    team.bob.box.write("notes.txt", "edited\n")
    with pytest.raises(Refused, match=r"notes\.txt"):
        team.bob.sync()
    team.bob.git("checkout", "-q", "notes.txt")
    assert team.bob.sync().state is SyncState.CONFLICT


NEW = "memory/rule/rule-new.md"


@pytest.mark.parametrize("is_staged", [False, True])
def test_a_record_added_on_both_sides_began_as_the_remote_has_it(
    team: Team, *, is_staged: bool
) -> None:
    team.ada.add("rule-new", title="Theirs")
    team.ada.sync()
    team.bob.add("rule-new", title="Mine")
    theirs, mine = ((each.path / NEW).read_bytes() for each in (team.ada, team.bob))
    report = team.bob.sync()
    assert [each.kind for each in report.conflicts] == ["added on both sides"]
    assert "take what says how it began" in ((report.trouble and report.trouble.hint) or "")
    (team.bob.path / NEW).write_bytes(mine)
    if is_staged:
        team.bob.git("add", NEW)
    with pytest.raises(Refused) as raised:
        team.bob.sync(step=Step.CONTINUE)
    (words,) = raised.value.words
    assert "agent" in words
    assert "at the remote first" in words
    (team.bob.path / NEW).write_bytes(theirs.replace(b"Theirs", b"Both"))
    if is_staged:
        team.bob.git("add", NEW)
    report = team.bob.sync(step=Step.CONTINUE)
    assert (report.state, report.outgoing) == (SyncState.SYNCED, ())
    assert team.bob.record("rule-new")["title"] == "Both"
