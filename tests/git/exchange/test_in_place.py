"""A merge or rebase in place ends, or stops where git and people know how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.exchange import in_place
from sgm_git.git.exchange.values import Driver, Stopped, Unmerged
from tests.git.exchange.support import NO_DRIVER, UNION, exchange, told
from tests.git.support import assert_sound, hook, program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.exchange.exchange import Exchange
    from tests.git.exchange.support import Once
    from tests.support import GitSandbox

    Act = Callable[[Exchange, str], Stopped | None]


def fill(sandbox: GitSandbox) -> None:
    """Make what ``box`` is."""
    sandbox.write("a.md", "1\n")
    sandbox.write("b.md", "b\n")
    sandbox.commit("base")
    sandbox.run("switch", "-q", "-c", "theirs")
    sandbox.write("a.md", "theirs\n")
    sandbox.write("theirs.md", "new\n")
    sandbox.commit("theirs")
    sandbox.run("switch", "-q", "main")
    sandbox.write("c.md", "c\n")
    sandbox.commit("fine")


@pytest.fixture
def box(once: Once) -> GitSandbox:
    """A branch ``theirs`` with one commit beside ``main``, which has two."""
    return once(fill)


def clash(box: GitSandbox) -> GitSandbox:
    """Let the second commit be in conflict, a third one be fine."""
    box.write("a.md", "mine\n")
    box.commit("clashes")
    box.write("d.md", "d\n")
    box.commit("last")
    return box


def merge(there: Exchange, other: str, driver: Driver = NO_DRIVER) -> Stopped | None:
    """Merge what a name means."""
    return there.merge(there.repository.resolve(other), "sync: merge", driver=driver)


def rebase(there: Exchange, other: str, driver: Driver = NO_DRIVER) -> Stopped | None:
    """Rebase on what a name means."""
    return there.rebase(there.repository.resolve(other), driver=driver)


both = pytest.mark.parametrize("act", [merge, rebase])


def look(box: GitSandbox) -> tuple[str, ...]:
    """All that must not change where nothing is done."""
    refs = told(box, "for-each-ref"), told(box, "symbolic-ref", "HEAD")
    return (*refs, box.status(), told(box, "ls-files", "--stage"))


class TestToTheEnd:
    def test_a_merge(self, box: GitSandbox) -> None:
        mine = box.head()
        assert merge(exchange(box), "theirs") is None
        parents = told(box, "log", "-1", "--format=%P %s")
        assert parents == f"{mine} {told(box, 'rev-parse', 'theirs')} sync: merge"
        assert box.status() == ""
        assert_sound(box)

    def test_a_merge_goes_forward_if_it_may(self, box: GitSandbox) -> None:
        box.run("config", "merge.ff", "only")
        box.run("switch", "-q", "-c", "behind", "main~1")
        there, theirs = exchange(box), told(box, "rev-parse", "theirs")
        assert there.merge(theirs, "not needed") is None
        assert box.head() == theirs
        box.run("reset", "-q", "--hard", "main~1")
        assert there.merge(theirs, "a merge", ff=False) is None
        assert told(box, "log", "-1", "--format=%s") == "a merge"

    def test_a_rebase(self, box: GitSandbox) -> None:
        for key in ("rebase.autoSquash", "rebase.updateRefs", "rebase.autoStash"):
            box.run("config", key, "true")
        box.run("branch", "beside")
        beside = told(box, "rev-parse", "beside")
        assert rebase(exchange(box), "theirs") is None
        assert told(box, "log", "--format=%s").split() == ["fine", "theirs", "base"]
        assert told(box, "rev-parse", "beside") == beside
        assert box.status() == ""
        assert_sound(box)

    @both
    def test_the_driver_decides(self, box: GitSandbox, act: Act) -> None:
        clash(box)
        assert act(exchange(box), "theirs") == stopped_by(act)
        exchange(box).give_up()
        there = exchange(box)
        other = there.repository.resolve("theirs")
        stopped = (
            there.merge(other, "m", driver=UNION)
            if act is merge
            else there.rebase(other, driver=UNION)
        )
        assert stopped is None
        assert sorted(told(box, "cat-file", "blob", "HEAD:a.md").split()) == ["mine", "theirs"]

    def test_untracked_files_and_edits_in_nobodys_way_stay(self, box: GitSandbox) -> None:
        box.write("b.md", "edited\n")
        box.write("new.md", "untracked\n")
        before = box.status()
        assert merge(exchange(box), "theirs") is None
        assert box.status() == before


def stopped_by(act: Act) -> Stopped:
    """What is said of the clash."""
    if act is merge:
        return Stopped("merge", ("a.md",))
    return Stopped("rebase", ("a.md",), 2, 3)


class TestStopped:
    @both
    def test_the_state_is_gits_own_and_goes_on(self, box: GitSandbox, act: Act) -> None:
        clash(box)
        there = exchange(box)
        assert act(there, "theirs") == stopped_by(act)
        assert there.repository.unfinished() == stopped_by(act).what
        assert there.unmerged() == (Unmerged("a.md", "both-changed"),)
        with pytest.raises(Refused, match=r"not resolved yet: 'a\.md'"):
            there.go_on()
        box.write("a.md", "both\n")
        box.run("add", "a.md")
        assert there.go_on() is None
        assert there.repository.unfinished() is None
        assert told(box, "cat-file", "blob", "HEAD:a.md") == "both"
        assert told(box, "cat-file", "blob", "HEAD:d.md") == "d"
        assert box.status() == ""
        assert_sound(box)

    @both
    def test_git_itself_can_go_on(self, box: GitSandbox, act: Act) -> None:
        there = exchange(clash(box))
        act(there, "theirs")
        box.write("a.md", "both\n")
        box.run("add", "a.md")
        box.run("-c", "core.editor=true", stopped_by(act).what, "--continue")
        assert there.repository.unfinished() is None
        assert told(box, "cat-file", "blob", "HEAD:a.md") == "both"

    @both
    def test_it_is_given_up_as_git_does(self, box: GitSandbox, act: Act) -> None:
        there = exchange(clash(box))
        before = look(box)
        act(there, "theirs")
        there.give_up()
        assert look(box) == before
        with pytest.raises(CannotRun, match="no merge or rebase is under way"):
            there.give_up()

    @both
    def test_giving_up_takes_along_what_belongs_to_the_conflict(
        self, box: GitSandbox, act: Act
    ) -> None:
        there = exchange(clash(box))
        before = look(box)
        act(there, "theirs")
        box.write("a.md", "both\n")
        box.run("add", "a.md")
        there.give_up()
        assert look(box) == before

    @pytest.mark.parametrize(
        ("name", "staged"), [("b.md", False), ("b.md", True), ("theirs.md", False)]
    )
    def test_edits_of_other_files_are_not_given_up(
        self, box: GitSandbox, name: str, *, staged: bool
    ) -> None:
        there = exchange(clash(box))
        rebase(there, "theirs")
        box.write(name, "edited since\n")
        if staged:
            box.run("add", name)
        before = box.status()
        with pytest.raises(Refused, match=rf"edited since: '{name}'") as caught:
            there.give_up()
        assert "git rebase --abort" in (caught.value.hint or "")
        assert (box.status(), (box.path / name).read_text()) == (before, "edited since\n")

    def test_nor_are_untracked_files_where_others_would_come_back(self, box: GitSandbox) -> None:
        box.run("switch", "-q", "theirs")
        box.run("rm", "-q", "b.md")
        box.commit("gone there")
        box.run("switch", "-q", "main")
        there = exchange(clash(box))
        rebase(there, "theirs")
        box.write("b.md", "mine\n")
        with pytest.raises(Refused, match=r"'b\.md'"):
            there.give_up()
        assert (box.path / "b.md").read_text() == "mine\n"

    def test_a_resolution_may_leave_nothing_of_a_commit(self, box: GitSandbox) -> None:
        there = exchange(clash(box))
        rebase(there, "theirs")
        box.write("a.md", "theirs\n")
        box.run("add", "a.md")
        assert there.go_on() is None
        assert told(box, "log", "--format=%s").split() == ["last", "fine", "theirs", "base"]

    def test_it_may_stop_again(self, box: GitSandbox) -> None:
        clash(box)
        box.write("theirs.md", "mine\n")
        box.commit("clashes too")
        there = exchange(box)
        rebase(there, "theirs")
        box.write("a.md", "both\n")
        box.run("add", "a.md")
        assert there.go_on() == Stopped("rebase", ("theirs.md",), 4, 4)
        assert there.unmerged() == (Unmerged("theirs.md", "both-added"),)

    def test_kinds_of_conflicts(self, sandbox: GitSandbox) -> None:
        for name in ("here", "there"):
            sandbox.write(name, f"{name}\n" * 9)
        sandbox.commit()
        sandbox.run("switch", "-q", "-c", "theirs")
        sandbox.write("here", "edited\n")
        (sandbox.path / "there").unlink()
        sandbox.commit()
        sandbox.run("switch", "-q", "main")
        sandbox.write("there", "edited\n")
        (sandbox.path / "here").unlink()
        sandbox.commit()
        there = exchange(sandbox)
        merge(there, "theirs")
        assert there.unmerged() == (
            Unmerged("here", "deleted-here"),
            Unmerged("there", "deleted-there"),
        )

    @pytest.mark.parametrize("command", ["cherry-pick", "revert"])
    def test_another_operation_is_left_alone(self, box: GitSandbox, command: str) -> None:
        clash(box)
        box.run(command, "theirs" if command == "cherry-pick" else "main~2", check=False)
        box.write(".git/CHERRY_PICK_HEAD", box.head())
        there = exchange(box)
        for act in (there.go_on, there.give_up):
            with pytest.raises(CannotRun, match="is under way here"):
                act()
        with pytest.raises(CannotRun, match="not finished here"):
            rebase(there, "theirs")


class TestNothingIsDone:
    def test_a_rebase_wants_no_edits_of_tracked_files(self, box: GitSandbox) -> None:
        box.write("b.md", "edited\n")
        box.write("c.md", "staged\n")
        box.run("add", "c.md")
        before = look(box)
        with pytest.raises(Refused, match=r"'b\.md', 'c\.md'"):
            rebase(exchange(box), "theirs")
        assert look(box) == before

    def test_a_merge_wants_none_in_its_way(self, box: GitSandbox) -> None:
        box.write("a.md", "edited\n")
        before = look(box)
        with pytest.raises(Refused, match=r"'a\.md'"):
            merge(exchange(box), "theirs")
        assert look(box) == before

    @both
    @pytest.mark.parametrize("ignored", ["", "theirs.md\n"])
    def test_untracked_files_are_not_written_over(
        self, box: GitSandbox, act: Act, ignored: str
    ) -> None:
        box.write(".git/info/exclude", ignored)
        box.write("theirs.md", "mine\n")
        before = look(box)
        with pytest.raises(Refused, match=r"'theirs\.md'"):
            act(exchange(box), "theirs")
        assert look(box) == before
        assert (box.path / "theirs.md").read_text() == "mine\n"

    @both
    def test_a_hook_that_refuses(self, box: GitSandbox, act: Act) -> None:
        name = "pre-merge-commit" if act is merge else "pre-rebase"
        hook(box, name, "echo 'not on Fridays' >&2; exit 1")
        before = look(box)
        with pytest.raises(Refused) as caught:
            act(exchange(box), "theirs")
        assert "not on Fridays" in str(caught.value)
        assert look(box) == before

    @both
    def test_a_key_that_fails_or_waits(
        self, box: GitSandbox, act: Act, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        box.run("config", "commit.gpgSign", "true")
        box.run("config", "gpg.program", str(program(tmp_path / "gpg", "exit 2")))
        before = look(box)
        with pytest.raises(Refused):
            act(exchange(box), "theirs")
        assert look(box) == before
        monkeypatch.setattr(in_place, "SECONDS", 1.0)
        program(tmp_path / "gpg", "sleep 60")
        with pytest.raises(CannotRun, match="was taken back") as caught:
            act(exchange(box), "theirs")
        assert "a key" in str(caught.value.hint)
        assert look(box) == before
        assert_sound(box)

    def test_a_driver_that_waits_leaves_none_of_the_files_it_was_given(
        self, box: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clash(box)
        box.write(".merge_file_000000", "mine\n")
        before = look(box)
        monkeypatch.setattr(in_place, "SECONDS", 1.0)
        with pytest.raises(CannotRun, match="was taken back"):
            merge(exchange(box), "theirs", Driver("sleep 60", UNION.attributes))
        assert look(box) == before

    def test_what_was_edited_while_it_waited_is_not_taken_back(
        self, box: GitSandbox, tmp_path: Path
    ) -> None:
        box.run("config", "commit.gpgSign", "true")
        edits = f"echo edited > '{box.path}/b.md'; exit 2"
        box.run("config", "gpg.program", str(program(tmp_path / "gpg", edits)))
        with pytest.raises(Refused, match=r"edited since: 'b\.md'"):
            rebase(exchange(box), "theirs")
        assert (box.path / "b.md").read_text() == "edited\n"
        assert exchange(box).repository.unfinished() == "rebase"

    def test_a_hook_that_refuses_to_go_on_keeps_what_was_resolved(self, box: GitSandbox) -> None:
        there = exchange(clash(box))
        merge(there, "theirs")
        box.write("a.md", "both\n")
        box.run("add", "a.md")
        hook(box, "commit-msg", "echo 'no ticket' >&2; exit 1")
        with pytest.raises(Refused, match="no ticket"):
            there.go_on()
        assert there.repository.unfinished() == "merge"
        assert told(box, "cat-file", "blob", ":a.md") == "both"
        hook(box, "commit-msg", "exit 0")
        assert there.go_on() is None
