"""An advance moves branch, index and files as a checkout would, and nothing else at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.branching import RefMoved
from tests.git.exchange.support import exchange, told
from tests.git.support import ODD_PATHS, assert_sound, hook

if TYPE_CHECKING:
    from tests.git.exchange.support import Once
    from tests.support import GitSandbox


def fill(sandbox: GitSandbox) -> None:
    """Make what ``box`` is."""
    sandbox.write("changed.md", "old\n")
    sandbox.write("gone.md", "gone\n")
    sandbox.write("kept.md", "kept\n")
    sandbox.write("becomes/folder", "file\n")
    (sandbox.path / "link").symlink_to("kept.md")
    sandbox.write("run.sh", "x\n")
    sandbox.commit("old")
    sandbox.run("tag", "old")
    sandbox.write("changed.md", "new\n")
    (sandbox.path / "gone.md").unlink()
    (sandbox.path / "becomes/folder").unlink()
    sandbox.write("becomes/folder/x", "x\n")
    for name in ODD_PATHS:
        sandbox.write(name, "odd\n")
    (sandbox.path / "link").unlink()
    (sandbox.path / "link").symlink_to("changed.md")
    (sandbox.path / "run.sh").chmod(0o755)
    sandbox.write("deep/er/new.md", "new\n")
    sandbox.commit("new")
    sandbox.run("tag", "new")
    sandbox.run("reset", "-q", "--hard", "old")


@pytest.fixture
def box(once: Once) -> GitSandbox:
    """Two commits: ``old``, which is checked out, and ``new``, which changes all sorts of files."""
    return once(fill)


def advance(box: GitSandbox, old: str | None = "old", new: str = "new") -> None:
    """Advance the sandbox between two tags."""
    start = old if old is None else told(box, "rev-parse", old)
    exchange(box).advance(start, told(box, "rev-parse", new), "sgm sync: forward")


def test_all_is_as_a_checkout_leaves_it(box: GitSandbox) -> None:
    advance(box)
    assert told(box, "symbolic-ref", "HEAD") == "refs/heads/main"
    assert box.head() == told(box, "rev-parse", "new")
    assert box.status() == ""
    assert (box.path / "changed.md").read_text() == "new\n"
    assert (box.path / "link").readlink().name == "changed.md"
    assert os.access(box.path / "run.sh", os.X_OK)
    assert not (box.path / "gone.md").exists()
    for ref in ("HEAD", "main"):
        assert told(box, "reflog", "-1", "--format=%gs", ref) == "sgm sync: forward"
    assert told(box, "rev-parse", "HEAD@{1}") == told(box, "rev-parse", "old")
    assert_sound(box)


def test_it_goes_anywhere(box: GitSandbox) -> None:
    advance(box)
    advance(box, "new", "old")
    assert box.status() == ""
    assert (box.path / "gone.md").read_text() == "gone\n"
    assert (box.path / "becomes/folder").read_text() == "file\n"


def test_nothing_to_do(box: GitSandbox) -> None:
    before = told(box, "reflog")
    advance(box, "old", "old")
    assert told(box, "reflog") == before


def test_all_else_stays_as_it_is(box: GitSandbox) -> None:
    box.write("kept.md", "edited\n")
    box.write("staged.md", "staged\n")
    box.run("add", "staged.md")
    box.write("staged.md", "and edited\n")
    box.write("untracked.md", "untracked\n")
    box.write("deep/untracked.md", "beside what comes\n")
    before = box.status()
    advance(box)
    assert box.status() == before
    assert (box.path / "staged.md").read_text() == "and edited\n"
    assert told(box, "cat-file", "blob", ":staged.md") == "staged"


def test_what_is_staged_as_it_will_be_is_in_nobodys_way(box: GitSandbox) -> None:
    box.write("changed.md", "new\n")
    box.run("add", "changed.md")
    box.run("rm", "-q", "--cached", "gone.md")
    (box.path / "gone.md").unlink()
    advance(box)
    assert box.status() == ""


def test_what_was_only_touched_is_no_edit(box: GitSandbox) -> None:
    for name in ("changed.md", "gone.md", "kept.md"):
        os.utime(box.path / name, (1, 1))
    advance(box)
    assert box.status() == ""


class TestInTheWay:
    def refused(self, box: GitSandbox, *names: str) -> None:
        """Nothing is done, and the files are named."""
        before = box.status(), box.head(), told(box, "ls-files", "--stage"), told(box, "reflog")
        with pytest.raises(Refused) as caught:
            advance(box)
        for name in names:
            assert repr(name) in str(caught.value)
        assert caught.value.hint
        after = box.status(), box.head(), told(box, "ls-files", "--stage"), told(box, "reflog")
        assert after == before
        assert not (box.path / "deep/er/new.md").exists()
        assert_sound(box)

    def test_an_edit(self, box: GitSandbox) -> None:
        box.write("changed.md", "mine\n")
        box.write("gone.md", "mine\n")
        self.refused(box, "changed.md", "gone.md")
        assert (box.path / "changed.md").read_text() == "mine\n"

    def test_what_is_staged(self, box: GitSandbox) -> None:
        box.write("changed.md", "mine\n")
        box.run("add", "changed.md")
        box.write("changed.md", "old\n")
        self.refused(box, "changed.md")

    def test_an_untracked_file(self, box: GitSandbox) -> None:
        box.write("deep/er/new2.md", "mine\n")
        box.write("memory/日本.md", "mine\n")
        self.refused(box, "memory/日本.md")

    def test_an_ignored_file(self, box: GitSandbox) -> None:
        box.write(".git/info/exclude", "memory/\n")
        box.write("memory/日本.md", "mine\n")
        self.refused(box, "memory/日本.md")
        assert (box.path / "memory/日本.md").read_text() == "mine\n"

    @pytest.mark.parametrize("is_link", [False, True])
    def test_a_file_in_place_of_a_folder(self, box: GitSandbox, *, is_link: bool) -> None:
        box.write(".git/info/exclude", "deep\n")
        if is_link:
            (box.path / "deep").symlink_to("becomes")
        else:
            box.write("deep", "mine\n")
        self.refused(box, "deep")

    def test_a_folder_in_place_of_a_file(self, box: GitSandbox) -> None:
        box.write(".git/info/exclude", "x\n")
        box.write("memory/日本.md/x", "mine\n")
        self.refused(box, "memory/日本.md/x")
        assert (box.path / "memory/日本.md/x").read_text() == "mine\n"


def test_head_elsewhere_is_said(box: GitSandbox) -> None:
    with pytest.raises(RefMoved, match="main has moved"):
        advance(box, "new", "old")
    box.run("checkout", "-q", "--detach")
    with pytest.raises(CannotRun, match="detached"):
        advance(box)


def test_an_unborn_branch_gets_its_first_commit(box: GitSandbox) -> None:
    box.run("switch", "-q", "--orphan", "fresh")
    box.write("mine.md", "mine\n")
    advance(box, None, "new")
    assert box.head() == told(box, "rev-parse", "new")
    assert box.status() == "? mine.md\n"


def test_an_operation_under_way_is_not_disturbed(box: GitSandbox) -> None:
    box.write(".git/MERGE_HEAD", box.head())
    with pytest.raises(CannotRun, match="merge is not finished"):
        advance(box)


def test_a_hook_that_refuses_the_ref_undoes_all(box: GitSandbox) -> None:
    box.write("kept.md", "edited\n")
    before = box.status(), told(box, "ls-files", "--stage")
    hook(box, "reference-transaction", 'test "$1" != prepared')
    with pytest.raises(CannotRun, match="hook"):
        advance(box)
    assert (box.status(), told(box, "ls-files", "--stage")) == before
    assert box.head() == told(box, "rev-parse", "old")
    assert_sound(box)


@pytest.mark.parametrize("name", ["..", ".git", ".GIT"])
def test_nothing_is_looked_for_outside_of_the_work_tree(box: GitSandbox, name: str) -> None:
    blob = told(box, "rev-parse", "old:kept.md")
    tree = box.run("cat-file", "tree", "old^{tree}")
    odd = f"100644 {name}\0".encode() + bytes.fromhex(blob) + tree
    call = ("hash-object", "-t", "tree", "-w", "--stdin", "--literally")
    evil = box.run(*call, stdin=odd).decode().strip()
    box.run("tag", "evil", told(box, "commit-tree", evil, "-p", "old", "-m", "evil"))
    with pytest.raises(CannotRun, match="git checks out nowhere"):
        advance(box, new="evil")
    assert (box.head(), box.status()) == (told(box, "rev-parse", "old"), "")
