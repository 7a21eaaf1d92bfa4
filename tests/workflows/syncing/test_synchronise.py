"""Sync with real git: what comes and goes, and that nothing else is touched."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import Refused
from sgm_git.workflows.fix_range import Wish, fix_range
from sgm_git.workflows.syncing import integrating
from sgm_git.workflows.syncing.model import Step, SyncState
from sgm_git.workflows.syncing.restamping import Restamped
from tests.workflows.syncing.support import SHARED, resolve

if TYPE_CHECKING:
    from sgm_git.git.exchange.exchange import Exchange
    from sgm_git.store.records import Records
    from tests.workflows.syncing.support import Team


def test_what_others_pushed_comes_by_moving_on(team: Team) -> None:
    team.ada.add("rule-new")
    assert team.ada.sync().state is SyncState.SYNCED
    before = team.bob.head()
    report = team.bob.sync()
    assert (report.state, report.exit_status) == (SyncState.SYNCED, 0)
    assert (report.before, report.after) == (before, team.tip())
    assert (report.pulled.commits, report.pushed.commits) == (1, 0)
    assert [(each.action, each.id) for each in report.pulled.records] == [("added", "rule-new")]
    assert team.bob.head() == team.ada.head() == team.tip()
    assert team.bob.box.status() == ""


def test_own_commits_go_on_top_of_what_came(team: Team) -> None:
    team.ada.add("rule-ada")
    team.ada.sync()
    team.bob.add("rule-bob")
    report = team.bob.sync()
    assert report.state is SyncState.SYNCED
    assert [each.id for each in report.pulled.records] == ["rule-ada"]
    assert [each.id for each in report.pushed.records] == ["rule-bob"]
    assert team.tip() == team.bob.head()
    assert team.bob.git("rev-list", "--count", "--merges", "HEAD") == "0"
    assert team.bob.ids() == {"rule-shared", "rule-ada", "rule-bob"}


def test_edits_of_other_fields_of_one_record_are_no_conflict(team: Team) -> None:
    team.ada.change("rule-shared", "/title", "Ours")
    team.ada.sync()
    team.bob.change("rule-shared", "/content", "One.\n\nTwo.\n\nThree and four.")
    assert team.bob.sync().state is SyncState.SYNCED
    merged = team.bob.record("rule-shared")
    assert (merged["title"], merged["content"]) == ("Ours", "One.\n\nTwo.\n\nThree and four.")


def test_a_file_that_was_only_touched_is_no_edit(team: Team) -> None:
    team.ada.change("rule-shared", "/title", "Theirs")
    team.ada.sync()
    (team.bob.path / SHARED).touch()
    assert team.bob.sync().state is SyncState.SYNCED
    assert team.bob.record("rule-shared")["title"] == "Theirs"


def test_nothing_to_do_is_said_and_nothing_is_done(team: Team) -> None:
    before = team.bob.state()
    report = team.bob.sync()
    assert (report.state, report.exit_status, report.attempts) == (SyncState.UNCHANGED, 0, 1)
    assert team.bob.state() == before


def test_other_edits_stay_exactly_as_they_are(team: Team) -> None:
    team.ada.add("rule-ada")
    team.ada.sync()
    bob = team.bob
    bob.add("rule-bob")
    bob.box.write("notes.txt", "one\ntwo\nmine\n")
    bob.box.write("staged.txt", "staged\n")
    bob.git("add", "staged.txt")
    bob.box.write("loose.txt", "loose\n")
    bob.box.write(SHARED, (bob.path / SHARED).read_text().replace("Three.", "Mine."))
    before = bob.box.status()
    report = bob.sync()
    assert report.state is SyncState.SYNCED
    assert bob.box.status() == before
    assert report.notes == ("1 record has edits that are not committed: they stay here",)


def test_edits_in_the_way_of_what_comes_are_never_lost(team: Team) -> None:
    team.ada.change("rule-shared", "/title", "Theirs")
    team.ada.sync()
    team.bob.box.write(SHARED, "my own\n")
    before = (team.bob.head(), team.bob.box.status())
    with pytest.raises(Refused) as raised:
        team.bob.sync()
    assert SHARED in str(raised.value)
    assert raised.value.hint
    assert (team.bob.head(), team.bob.box.status()) == before
    assert (team.bob.path / SHARED).read_text() == "my own\n"


def test_commits_without_records_go_along_and_this_is_said(team: Team) -> None:
    team.bob.box.write("notes.txt", "changed\n")
    team.bob.box.commit("notes", author="Bob <bob@example.org>")
    team.bob.add("rule-bob")
    report = team.bob.sync()
    assert (report.pushed.commits, report.pushed.other_commits) == (2, 1)
    assert report.notes == ("1 other commit, which touches no record, goes with the branch",)


def test_a_branch_that_is_new_there_is_made_and_followed(team: Team) -> None:
    team.bob.git("checkout", "-q", "-b", "topic")
    team.bob.add("rule-topic")
    report = team.bob.sync()
    assert report.state is SyncState.SYNCED
    assert team.tip("topic") == team.bob.head()
    assert report.notes == ("made origin/topic, and it is followed now",)
    assert team.bob.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/topic"
    assert team.bob.sync().state is SyncState.UNCHANGED


def test_an_unborn_branch_moves_on_to_what_is_there(team: Team) -> None:
    team.bob.git("checkout", "-q", "--orphan", "other")
    team.bob.git("rm", "-rfq", ".")
    team.bob.git("branch", "-D", "-q", "main")
    team.bob.git("symbolic-ref", "HEAD", "refs/heads/main")
    report = team.bob.sync()
    assert (report.state, report.before, report.after) == (SyncState.SYNCED, None, team.tip())
    assert team.bob.box.status() == ""
    assert team.bob.ids() == {"rule-shared"}


def test_merge_mode_merges(team: Team) -> None:
    team.ada.box.write(".sgm/config.toml", 'format = 1\n[sync]\nmode = "merge"\n')
    team.ada.box.commit("merge")
    team.ada.sync()
    team.bob.sync()
    team.ada.change("rule-shared", "/title", "Theirs")
    team.ada.sync()
    own = team.bob.change("rule-shared", "/content", "Mine.")
    report = team.bob.sync()
    assert (report.state, report.mode) == (SyncState.SYNCED, "merge")
    assert team.bob.git("rev-list", "--count", "--merges", "HEAD") == "1"
    assert own in team.bob.git("rev-list", "HEAD").split()
    assert team.bob.record("rule-shared")["title"] == "Theirs"
    assert team.tip() == team.bob.head()


def test_own_merges_are_not_taken_apart(team: Team) -> None:
    team.bob.git("checkout", "-q", "-b", "side")
    team.bob.add("rule-side")
    team.bob.git("checkout", "-q", "main")
    team.bob.add("rule-bob")
    team.bob.git("merge", "-q", "--no-edit", "side")
    own = team.bob.head()
    team.ada.add("rule-ada")
    team.ada.sync()
    report = team.bob.sync()
    assert report.state is SyncState.SYNCED
    assert "among the commits here are merges: both sides are merged" in report.notes
    assert own in team.bob.git("rev-list", "HEAD").split()
    assert team.bob.ids() == {"rule-shared", "rule-side", "rule-bob", "rule-ada"}


def test_what_is_wrong_in_what_comes_blocks_nothing(team: Team) -> None:
    team.ada.box.write("memory/rule/rule-bad.md", "no front matter\n")
    team.ada.box.commit("bad")
    team.ada.git("push", "-q", "--no-verify")
    team.bob.add("rule-bob")
    report = team.bob.sync()
    assert report.state is SyncState.SYNCED
    assert "memory/rule/rule-bad.md" in {each.path for each in report.incoming}
    assert team.tip() == team.bob.head()


def test_what_is_wrong_in_what_goes_keeps_it_here(team: Team) -> None:
    team.ada.add("rule-ada")
    team.ada.sync()
    team.bob.box.write("memory/rule/rule-bad.md", "no front matter\n")
    team.bob.box.commit("bad", author="Bob <bob@example.org>")
    there = team.tip()
    report = team.bob.sync()
    assert (report.state, report.exit_status) == (SyncState.REFUSED, 1)
    assert "memory/rule/rule-bad.md" in {each.path for each in report.outgoing}
    assert report.trouble is not None
    assert "sgm check --range origin/main..HEAD" in (report.trouble.hint or "")
    assert team.tip() == there
    assert "rule-ada" in team.bob.ids()


def test_a_dry_run_says_all_and_moves_nothing(team: Team) -> None:
    team.ada.add("rule-ada")
    team.ada.sync()
    team.bob.add("rule-bob")
    before, there = team.bob.state(), team.tip()
    report = team.bob.sync(dry_run=True)
    assert (report.state, report.exit_status) == (SyncState.PLANNED, 0)
    assert [each.id for each in report.pulled.records] == ["rule-ada"]
    assert [each.id for each in report.pushed.records] == ["rule-bob"]
    assert (team.bob.state(), team.tip()) == (before, there)


@pytest.mark.parametrize("mode", ["rebase", "merge"])
def test_a_dry_run_tells_conflicts(team: Team, mode: str) -> None:
    team.part("/title", "Mine", "Theirs")
    team.bob.box.write(".sgm/config.toml", f'format = 1\n[sync]\nmode = "{mode}"\n')
    before = team.bob.state()
    report = team.bob.sync(dry_run=True)
    assert (report.state, report.exit_status) == (SyncState.PLANNED, 1)
    assert [(each.id, each.fields) for each in report.conflicts] == [("rule-shared", ("/title",))]
    assert team.bob.state() == before


def test_a_dry_run_forward_and_of_a_new_branch(team: Team) -> None:
    team.ada.add("rule-ada")
    team.ada.sync()
    before = team.bob.state()
    assert team.bob.sync(dry_run=True).after == team.tip()
    assert team.bob.state() == before
    team.bob.sync()
    team.bob.git("checkout", "-q", "-b", "topic")
    team.bob.add("rule-topic")
    report = team.bob.sync(dry_run=True)
    assert [each.id for each in report.pushed.records] == ["rule-topic"]
    assert "topic" not in team.hub.run("for-each-ref").decode()


@pytest.mark.parametrize("in_place", [False, True], ids=["replayed", "after a conflict"])
def test_what_was_replayed_is_stamped_anew_before_it_goes(
    team: Team, monkeypatch: pytest.MonkeyPatch, *, in_place: bool
) -> None:
    """What is stamped how is told in ``test_restamping``; here it is said of every replay."""
    asked: list[str] = []

    def stamp(records: Records, exchange: Exchange, span: tuple[str, str], *_: object) -> Restamped:
        """Make the last commit anew, with another title."""
        onto, tip = span
        asked.append(onto)
        data = records.repository.read_path(tip, SHARED) or b""
        stamped = data.replace(b"title: Both", b"title: Stamped")
        return Restamped(exchange.recommit(tip, onto, {SHARED: stamped}), (SHARED,))

    monkeypatch.setattr(integrating, "restamp", stamp)
    team.ada.change("rule-shared", "/title" if in_place else "/x_by", "Theirs")
    team.ada.sync()
    there = team.tip()
    team.bob.change("rule-shared", "/title", "Mine" if in_place else "Both")
    report = team.bob.sync()
    if in_place:
        resolve(team.bob)
        report = team.bob.sync(step=Step.CONTINUE)
    assert (report.state, report.restamped) == (SyncState.SYNCED, (SHARED,))
    assert asked == [there]
    assert team.bob.record("rule-shared")["title"] == "Stamped"
    assert team.tip() == team.bob.head()
    assert team.bob.box.status() == ""


def test_commits_that_were_not_replayed_are_not_made_anew(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrating, "restamp", pytest.fail)
    own = team.bob.add("rule-bob")
    assert team.bob.sync().after == own


def test_what_came_incomplete_is_completed_by_the_range_that_is_told(team: Team) -> None:
    base = team.bob.head()
    team.ada.box.write("memory/fact/fact-typed.md", "---\ntitle: Typed\n---\n\nText.\n")
    team.ada.git("add", "memory")
    team.ada.git("commit", "-q", "--no-verify", "-m", "typed")
    team.ada.git("push", "-q", "--no-verify", "origin", "HEAD")
    report = team.bob.sync()
    assert "S213" in {each.code for each in report.incoming}
    assert report.incoming_range == f"{base[:10]}..{team.tip()[:10]}"
    repository = team.bob.store().repository
    mended = fix_range(repository, Wish((base[:10], "HEAD"), "Bob"), int(time.time()), write=True)
    assert [file.path for file in mended.files] == ["memory/fact/fact-typed.md"]


def test_a_record_that_was_moved_or_renamed_is_told_as_one(team: Team) -> None:
    text = (team.ada.path / SHARED).read_text()
    for path, now, action, name in (
        ("memory/moved.md", text, "moved", "rule-shared"),
        (
            "memory/rule/rule-new.md",
            text.replace("id: rule-shared", "id: rule-new\naliases: [rule-shared]", 1),
            "renamed",
            "rule-new",
        ),
    ):
        old = team.ada.git("ls-files", "memory")
        team.ada.git("rm", "-q", old)
        team.ada.box.write(path, now)
        team.ada.git("add", "memory")
        team.ada.git("commit", "-q", "-m", action)
        team.ada.sync()
        (told,) = team.bob.sync().pulled.records
        assert (told.action, told.id, told.before, told.path) == (action, name, old, path)
