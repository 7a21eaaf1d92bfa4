"""An advance that is killed anywhere is finished or undone by the next writer; nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.exchange.unfinishing import AdvanceNote
from sgm_git.git.lock import repository_lock
from sgm_git.git.protocol import CommitRequest
from sgm_git.git.recovery import advance_note
from tests.git.exchange.support import exchange, told
from tests.git.support import assert_sound, program
from tests.support import GitSandbox, untraced

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.exchange.exchange import Exchange
    from tests.git.exchange.support import Once

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process that was forked")

_STEPS = ("subprocess.Popen", "os.rename", "os.remove", "os.link", "open")
"""What a process does that others can see, by the names of Python's audit events."""

_OLD = {
    "changed.md": "old\n",
    "gone.md": "gone\n",
    "becomes/folder": "file\n",
    "kept.md": "kept\n",
    "staged.md": "old\n",
}
_NEW = {
    "changed.md": "new\n" * 9,
    "becomes/folder/x": "x\n",
    "deep/er/new.md": "new\n",
    "kept.md": "kept\n",
    "staged.md": "new\n",
}


def fill(sandbox: GitSandbox) -> None:
    """Make what ``box`` is."""
    for name, text in _OLD.items():
        sandbox.write(name, text)
    sandbox.commit("old")
    sandbox.run("tag", "old")
    sandbox.run("rm", "-q", "-r", ".")
    for name, text in _NEW.items():
        sandbox.write(name, text)
    sandbox.commit("new")
    sandbox.run("tag", "new")
    sandbox.run("reset", "-q", "--hard", "old")
    sandbox.write("kept.md", "edited\n")
    sandbox.write("added.md", "added\n")
    sandbox.run("add", "added.md")
    sandbox.write("staged.md", "new\n")
    sandbox.run("add", "staged.md")
    sandbox.write("untracked.md", "untracked\n")


@pytest.fixture
def box(once: Once) -> GitSandbox:
    """At ``old``, with edits, staged and untracked files that are in nobody's way to ``new``."""
    return once(fill)


def files(box: GitSandbox) -> dict[str, str]:
    """All files of the work tree."""
    found = {path.relative_to(box.path).as_posix(): path for path in box.path.rglob("*")}
    return {
        name: path.read_text()
        for name, path in found.items()
        if path.is_file() and not name.startswith(".git/")
    }


def recover(box: GitSandbox) -> None:
    """Do what every writer does first."""
    repository = open_repository(box.path, "git")
    with repository_lock(repository.common_dir):
        repository.recover()


class Whole:
    """What may be seen of the sandbox after all: it is at one commit or at the other."""

    def __init__(self, box: GitSandbox) -> None:
        self.box = box
        self.oids = told(box, "rev-parse", "old"), told(box, "rev-parse", "new")
        own = {"kept.md": "edited\n", "added.md": "added\n", "untracked.md": "untracked\n"}
        self.files = {**_OLD, **own, "staged.md": "new\n"}, {**_NEW, **own}

    def recovered(self) -> int:
        """Let the next writer see to it; say whether it is at the new commit."""
        recover(self.box)
        at = self.oids.index(self.box.head())
        assert files(self.box) == self.files[at]
        staged = "1 A. N... 000000 100644 100644", "1 M. N... 100644 100644 100644"
        lines = self.box.status().splitlines()
        assert [line[:30] for line in lines if line.startswith("1 A")] == [staged[0]]
        assert [line[-9:] for line in lines if line.startswith("1 M.")] == ["staged.md"][at:]
        assert [line[-7:] for line in lines if line.startswith("1 .M")] == ["kept.md"]
        assert [line for line in lines if line.startswith("?")] == ["? untracked.md"]
        assert len(lines) == (4, 3)[at]
        assert_sound(self.box)
        return at


def killed_at(box: GitSandbox, step: int) -> bool:
    """Advance in a process that is killed at its n-th step; False if it came to the end.

    Steps are counted from the moment on in which there is a note of it.
    """
    there, note = exchange(box), advance_note(box.path / ".git")
    steps = iter(range(step))

    def count(event: str, _: object) -> None:
        if event in _STEPS and note.exists() and next(steps, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    return _dies(there, lambda: sys.addaudithook(count))


def _dies(there: Exchange, begin: Callable[[], None]) -> bool:
    box = GitSandbox(there.repository.need_work_tree())
    old, new = told(box, "rev-parse", "old"), told(box, "rev-parse", "new")
    child = os.fork()
    if not child:
        begin()
        there.advance(old, new, "sync")
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status in (0, signal.SIGKILL)
    return status != 0


def killed_with_git(box: GitSandbox, name: str) -> None:
    """Advance in a process that is killed, its git too, just before this file is written."""
    killer = program(box.path / ".git/killer", 'kill -9 "$SGM_TO_KILL"; kill -9 0')
    box.run("config", "filter.killer.smudge", str(killer))
    box.write(".git/info/attributes", f"{name} filter=killer\n")

    def name_us() -> None:
        os.environ["SGM_TO_KILL"] = str(os.getpid())

    assert _dies(exchange(box), name_us)
    box.run("config", "filter.killer.smudge", "cat")
    assert (box.path / ".git/index.lock").exists()


@untraced
def test_killed_at_every_step(box: GitSandbox, tmp_path: Path) -> None:
    ends: list[int] = []
    was_killed = True
    while was_killed:
        copy = GitSandbox(shutil.copytree(box.path, tmp_path / str(len(ends)), symlinks=True))
        was_killed = killed_at(copy, len(ends))
        ends.append(Whole(copy).recovered())
    assert ends == sorted(ends)
    assert set(ends) == {0, 1}


class TestKilledWithGit:
    @pytest.mark.parametrize("name", ["changed.md", "becomes/folder/x", "deep/er/new.md"])
    def test_it_is_undone(self, box: GitSandbox, name: str) -> None:
        killed_with_git(box, name)
        assert Whole(box).recovered() == 0

    @pytest.mark.parametrize("size", [0, 5])
    def test_a_file_that_is_half_written_is_no_edit(self, box: GitSandbox, size: int) -> None:
        killed_with_git(box, "deep/er/new.md")
        box.write("changed.md", ("new\n" * 9)[:size])
        box.write("deep/er/new.md", "new\n"[:size])
        assert Whole(box).recovered() == 0

    @pytest.mark.parametrize("name", ["changed.md", "gone.md", "becomes/folder/x"])
    def test_what_somebody_edited_since_stays(self, box: GitSandbox, name: str) -> None:
        killed_with_git(box, "deep/er/new.md")
        box.write(name, "edited since\n")
        if name == "becomes/folder/x":
            with pytest.raises(CannotRun, match="stopped half-way") as caught:
                recover(box)
            assert "nothing is lost" in str(caught.value.hint)
            (box.path / name).rename(box.path / "moved")
        recover(box)
        left = box.path / ("moved" if name == "becomes/folder/x" else name)
        assert left.read_text() == "edited since\n"
        others = {each: text for each, text in files(box).items() if each not in (name, "moved")}
        wanted = {**Whole(box).files[0]}
        assert others == {each: text for each, text in wanted.items() if each != name}
        assert_sound(box)

    def test_the_next_commit_sees_to_it(self, box: GitSandbox) -> None:
        killed_with_git(box, "deep/er/new.md")
        repository = open_repository(box.path, "git")
        repository.commit_paths(CommitRequest(("untracked.md",), "memory: add"))
        assert told(box, "log", "-1", "--format=%P") == told(box, "rev-parse", "old")
        assert told(box, "diff-tree", "-r", "--name-only", "HEAD~1", "HEAD") == "untracked.md"
        assert_sound(box)

    def test_without_git_nothing_is_written(self, box: GitSandbox) -> None:
        killed_with_git(box, "deep/er/new.md")
        repository = open_repository(box.path, "dulwich")
        with pytest.raises(CannotRun, match="only git can undo it"):
            repository.commit_paths(CommitRequest(("untracked.md",), "memory: add"))

    def test_who_has_put_it_right_by_hand_is_left_alone(self, box: GitSandbox) -> None:
        killed_with_git(box, "deep/er/new.md")
        (box.path / ".git/index.lock").unlink()
        box.run("reset", "-q", "--hard")
        before = box.status(), files(box)
        recover(box)
        assert (box.status(), files(box)) == before
        assert_sound(box)

    def test_who_has_gone_elsewhere_is_left_alone(self, box: GitSandbox) -> None:
        killed_with_git(box, "deep/er/new.md")
        (box.path / ".git/index.lock").unlink()
        box.run("add", "-A")
        box.run("commit", "-q", "-m", "as it was left")
        before = box.head(), files(box)
        recover(box)
        assert (box.head(), files(box)) == before
        assert box.status() == ""


class TestTheBranchHasMoved:
    """Killed in the moment between branch and index, and git's lock was removed by hand."""

    @pytest.fixture
    def moved(self, box: GitSandbox) -> GitSandbox:
        old, new = told(box, "rev-parse", "old"), told(box, "rev-parse", "new")
        index = (box.path / ".git/index").read_bytes()
        exchange(box).advance(old, new, "sync")
        box.write(".git/index", index)
        AdvanceNote("refs/heads/main", old, new).write(box.path / ".git")
        return box

    def test_the_index_follows(self, moved: GitSandbox) -> None:
        assert Whole(moved).recovered() == 1

    def test_what_is_staged_since_stays(self, moved: GitSandbox) -> None:
        moved.write("changed.md", "staged since\n")
        moved.run("add", "changed.md")
        before = moved.status()
        recover(moved)
        assert moved.status() == before
        assert_sound(moved)


class TestNotKilled:
    def fails(self, box: GitSandbox, error: type[BaseException]) -> None:
        with pytest.raises(error):
            exchange(box).advance(*Whole(box).oids, "sync")
        assert not advance_note(box.path / ".git").exists()
        assert Whole(box).recovered() == 0

    def test_a_file_that_cannot_be_written_undoes_all(self, box: GitSandbox) -> None:
        box.run("config", "filter.bad.smudge", "false")
        box.run("config", "filter.bad.required", "true")
        box.write(".git/info/attributes", "deep/er/new.md filter=bad\n")
        self.fails(box, CannotRun)

    def test_a_full_disk_is_said(self, box: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device", "index")

        monkeypatch.setattr("sgm_git.git.exchange.advancing.copied", full)
        with pytest.raises(CannotRun, match="cannot write index: No space left on device"):
            exchange(box).advance(*Whole(box).oids, "sync")
        assert Whole(box).recovered() == 0

    def test_an_interrupt_undoes_all(
        self, box: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("sgm_git.git.exchange.advancing._Advance._move_ref", interrupt)
        self.fails(box, KeyboardInterrupt)
