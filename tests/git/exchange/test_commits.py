"""Commits and trees that no work tree has had: made anew, merged, and by nobody known yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from tests.git.exchange.support import NO_DRIVER, UNION, exchange, told
from tests.git.support import ODD_PATHS, assert_sound, program

if TYPE_CHECKING:
    from pathlib import Path

    from tests.git.exchange.support import Once
    from tests.support import GitSandbox


def fill(sandbox: GitSandbox) -> None:
    """Make what ``box`` is."""
    sandbox.write("a.md", "1\n")
    sandbox.write("run.sh", "x\n").chmod(0o755)
    (sandbox.path / "link").symlink_to("a.md")
    sandbox.commit("base")
    sandbox.run("tag", "base")
    sandbox.run("switch", "-q", "-c", "theirs")
    sandbox.write("a.md", "theirs\n")
    sandbox.write("theirs.md", "t\n")
    sandbox.commit("theirs")
    sandbox.run("switch", "-q", "main")
    sandbox.write("mine.md", "m\n")
    sandbox.commit("mine\n\nbody", author="Bob <bob@example.org>")


@pytest.fixture
def box(once: Once) -> GitSandbox:
    """Two branches, ``main`` and ``theirs``, beside a common commit ``base``."""
    return once(fill)


class TestRecommit:
    def test_some_files_are_replaced_and_all_else_stays(self, box: GitSandbox) -> None:
        parent = told(box, "rev-parse", "theirs")
        index = told(box, "ls-files", "--stage")
        files = dict.fromkeys(ODD_PATHS, b"odd\r\n") | {"run.sh": b"y\n", "mine.md": b"other\n"}
        new = exchange(box).recommit(box.head(), parent, files)
        assert told(box, "log", "-1", "--format=%P", new) == parent
        form = "--format=%an %ae %ad %B"
        assert told(box, "log", "-1", form, new) == told(box, "log", "-1", form)
        assert box.run("cat-file", "blob", f"{new}:mine.md") == b"other\n"
        assert told(box, "ls-tree", new, "run.sh").startswith("100755")
        assert box.run("cat-file", "blob", f"{new}:memory/*.md") == b"odd\r\n"
        changed = told(box, "diff-tree", "-r", "-z", "--name-only", box.head(), new).split("\0")
        assert changed[:-1] == sorted(files)
        assert told(box, "ls-files", "--stage") == index
        assert box.status() == ""
        assert_sound(box)

    def test_nothing_replaced(self, box: GitSandbox) -> None:
        new = exchange(box).recommit(box.head(), told(box, "rev-parse", "theirs"), {})
        assert told(box, "rev-parse", f"{new}^{{tree}}") == told(box, "rev-parse", "HEAD^{tree}")

    @pytest.mark.parametrize("path", ["link", "../x", ".git/config", "/x"])
    def test_what_may_not_be_replaced(self, box: GitSandbox, path: str) -> None:
        with pytest.raises(Refused):
            exchange(box).recommit(box.head(), told(box, "rev-parse", "base"), {path: b""})


class TestMergeTrees:
    def test_a_clean_merge(self, box: GitSandbox) -> None:
        there, ours, theirs = exchange(box), box.head(), told(box, "rev-parse", "theirs")
        merged = there.merge_trees(ours, theirs, NO_DRIVER)
        assert merged.conflicted == ()
        names = told(box, "ls-tree", "--name-only", merged.tree).split()
        assert names == ["a.md", "link", "mine.md", "run.sh", "theirs.md"]
        oid = there.merge_commit(merged.tree, [ours, theirs], "Merge theirs")
        shown = told(box, "log", "-1", "--format=%P|%an|%cn|%s", oid)
        assert shown == f"{ours} {theirs}|Ada|Ada|Merge theirs"
        assert box.head() == ours
        assert box.status() == ""

    def test_conflicts_are_named_and_marked(self, box: GitSandbox) -> None:
        box.write("a.md", "mine\n")
        box.write("theirs.md", "mine\n")
        box.commit()
        theirs = told(box, "rev-parse", "theirs")
        merged = exchange(box).merge_trees(box.head(), theirs, NO_DRIVER)
        assert merged.conflicted == ("a.md", "theirs.md")
        assert any("CONFLICT" in message for message in merged.messages)
        assert b"<<<<<<<" in box.run("cat-file", "blob", f"{merged.tree}:a.md")
        assert exchange(box).merge_trees(box.head(), theirs, UNION).conflicted == ()

    def test_what_git_is_not_sure_of_is_a_conflict(self, box: GitSandbox) -> None:
        """A file added in a folder that the other side has renamed."""
        box.run("switch", "-q", "-c", "renames", "base")
        for number in range(3):
            box.write(f"old/{number}.md", f"{number}\n" * 9)
        box.commit()
        box.run("switch", "-q", "-c", "adds")
        box.write("old/new.md", "new\n")
        adds = box.commit()
        box.run("switch", "-q", "renames")
        box.run("mv", "old", "fresh")
        merged = exchange(box).merge_trees(box.commit(), adds, NO_DRIVER)
        assert "fresh/new.md" in merged.conflicted

    def test_unrelated_histories(self, box: GitSandbox) -> None:
        box.run("switch", "-q", "--orphan", "other")
        box.write("other.md", "o\n")
        box.commit()
        merged = exchange(box).merge_trees(box.head(), told(box, "rev-parse", "main"), NO_DRIVER)
        assert merged.conflicted == ()

    def test_a_key_that_fails_makes_no_unsigned_merge(
        self, box: GitSandbox, tmp_path: Path
    ) -> None:
        box.run("config", "commit.gpgSign", "true")
        box.run("config", "gpg.program", str(program(tmp_path / "gpg", "exit 2")))
        with pytest.raises(CannotRun, match="failed to sign"):
            exchange(box).merge_commit(told(box, "rev-parse", "HEAD^{tree}"), [box.head()], "m")
