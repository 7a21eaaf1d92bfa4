"""What is staged, and changes of it: one contract for both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import blob_id
from sgm_git.git.staging import StagedChange
from tests.git.support import ODD_PATHS, assert_sound, conflict, index, oid

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

FILE, EXECUTABLE, LINK = 0o100644, 0o100755, 0o120000


class TestStagedChanges:
    def test_added_changed_deleted_and_renamed(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        for name in ("same", "changed", "gone", "old"):
            sandbox.write(name, f"{name}\n" * 20)
        head = sandbox.commit()
        sandbox.write("changed", "2")
        sandbox.write("added", "3")
        sandbox.run("mv", "old", "new")
        sandbox.run("rm", "-q", "gone")
        sandbox.run("add", ".")
        sandbox.write("changed", "not staged")
        sandbox.write("untracked", "")
        old = oid("old\n" * 20)
        assert repository.staged_changes(head) == [
            StagedChange("added", None, oid("3"), 0, FILE),
            StagedChange("changed", oid("changed\n" * 20), oid("2"), FILE, FILE),
            StagedChange("gone", oid("gone\n" * 20), None, FILE, 0),
            StagedChange("new", None, old, 0, FILE),
            StagedChange("old", old, None, FILE, 0),
        ]

    def test_on_an_unborn_branch_all_is_new(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        assert repository.staged_changes(None) == []
        sandbox.write("a", "1")
        sandbox.run("add", "a")
        assert repository.staged_changes(None) == [StagedChange("a", None, oid("1"), 0, FILE)]

    def test_modes_and_links_count(self, sandbox: GitSandbox, repository: Repository) -> None:
        for name in ("mode", "link"):
            sandbox.write(name, "a")
        head = sandbox.commit()
        (sandbox.path / "mode").chmod(0o755)
        (sandbox.path / "link").unlink()
        (sandbox.path / "link").symlink_to("a")
        sandbox.run("add", ".")
        assert repository.staged_changes(head) == [
            StagedChange("link", oid("a"), oid("a"), FILE, LINK),
            StagedChange("mode", oid("a"), oid("a"), FILE, EXECUTABLE),
        ]

    def test_what_is_only_announced_is_left_out(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("gone", "1")
        head = sandbox.commit()
        sandbox.write("announced", "")
        sandbox.write("empty", "")
        sandbox.run("add", "-N", "announced")
        sandbox.run("add", "empty")
        assert [change.path for change in repository.staged_changes(head)] == ["empty"]

    def test_conflicts_are_named(self, sandbox: GitSandbox, repository: Repository) -> None:
        head = conflict(sandbox)
        assert repository.staged_changes(head) == [
            StagedChange("a", oid("ours"), None, FILE, 0, is_unmerged=True)
        ]
        with pytest.raises(CannotRun):
            repository.staged_tree()

    def test_only_below_the_prefixes(self, sandbox: GitSandbox, repository: Repository) -> None:
        for name in ("memory/a.md", "memory/b/c.md", "memory2/a.md", ".sgm/config.toml", "x"):
            sandbox.write(name, name)
        sandbox.run("add", ".")
        paths = [c.path for c in repository.staged_changes(None, ("memory", ".sgm", "x/y"))]
        assert paths == [".sgm/config.toml", "memory/a.md", "memory/b/c.md"]
        assert repository.staged_changes(None, ()) == []

    def test_odd_names(self, sandbox: GitSandbox, repository: Repository) -> None:
        for name in ODD_PATHS:
            sandbox.write(name, "1")
        sandbox.run("add", ".")
        assert [c.path for c in repository.staged_changes(None)] == sorted(ODD_PATHS)
        for name in ODD_PATHS:
            assert [c.path for c in repository.staged_changes(None, (name,))] == [name]


class TestStagedTree:
    def test_is_the_one_that_git_would_commit(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("memory/a.md", "1")
        sandbox.write("b", "1")
        sandbox.write("announced", "")
        sandbox.run("add", "-N", "announced")
        sandbox.run("add", "memory", "b")
        before = index(sandbox)
        tree = repository.staged_tree()
        assert index(sandbox) == before
        assert [entry.path for entry in repository.list_tree(tree)] == ["b", "memory/a.md"]
        sandbox.run("commit", "-q", "-m", "x")
        assert sandbox.run("rev-parse", "HEAD^{tree}").decode().strip() == tree
        assert_sound(sandbox)

    def test_of_an_empty_index_is_the_empty_tree(self, repository: Repository) -> None:
        assert repository.staged_tree() == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

    def test_needs_no_lock(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "1")
        sandbox.run("add", "a")
        (sandbox.path / ".git" / "index.lock").touch()
        assert repository.staged_tree()


class TestStoreBlobs:
    @pytest.mark.parametrize("contents", [[], [b"1\r\n"], [b"", b"1", b"1", b"\0\xff\r\n" * 9]])
    def test_gives_their_ids_in_order(self, repository: Repository, contents: list[bytes]) -> None:
        oids = repository.store_blobs(contents)
        assert oids == [blob_id(content, "sha1") for content in contents]
        assert [data for _, data in repository.read_blobs(oids)] == contents

    def test_is_not_led_astray_by_attributes(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write(".gitattributes", "* text eol=crlf\n")
        oids = repository.store_blobs([b"a\r\nb\r\n", b"c\r\n"])
        assert [data for _, data in repository.read_blobs(oids)] == [b"a\r\nb\r\n", b"c\r\n"]

    def test_a_disk_that_cannot_be_written(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        objects = sandbox.path / ".git" / "objects"
        objects.rename(objects.with_name("away"))
        objects.write_text("in the way")
        with pytest.raises(CannotRun):
            repository.store_blobs([b"1"])
