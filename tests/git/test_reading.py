"""Reading a repository: the same answers from both engines, and git's own."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.engine import open_repository
from sgm_git.git.protocol import (
    MODE_EXECUTABLE,
    MODE_FILE,
    MODE_LINK,
    MODE_SUBMODULE,
    Head,
    IndexEntry,
    PathState,
    TreeEntry,
)
from tests.git.support import ODD_PATHS
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository


def oid_in(sandbox: GitSandbox, name: str) -> str:
    return sandbox.run("rev-parse", "--verify", name).decode().strip()


class TestHead:
    def test_an_unborn_branch_has_a_name_and_no_commit(self, repository: Repository) -> None:
        assert repository.head() == Head("refs/heads/main", None)

    def test_a_branch_has_both(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = sandbox.commit()
        assert repository.head() == Head("refs/heads/main", oid)

    def test_a_detached_head_has_no_name(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = sandbox.commit()
        sandbox.run("checkout", "-q", "--detach")
        assert repository.head() == Head(None, oid)

    def test_a_packed_branch_is_found(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = sandbox.commit()
        sandbox.run("pack-refs", "--all")
        assert repository.head() == Head("refs/heads/main", oid)

    def test_a_damaged_branch_is_no_unborn_one(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.commit()
        (sandbox.path / ".git/refs/heads/main").write_text("garbage\n")
        with pytest.raises(CannotRun):
            repository.head()


class TestResolve:
    @pytest.mark.parametrize(
        "name",
        [
            "HEAD",
            "@",
            "main",
            "heads/main",
            "refs/heads/main",
            "v1",
            "tags/v1",
            "light",
            "HEAD~1",
            "HEAD~",
            "HEAD^",
            "main~1^0",
            "HEAD^2",
            "HEAD^2~1",
            "HEAD^{commit}",
            "v1^{}",
            "@~2",
            "topic/x",
        ],
    )
    def test_it_reads_names_as_git_does(
        self, sandbox: GitSandbox, repository: Repository, name: str
    ) -> None:
        sandbox.commit("one")
        sandbox.commit("two")
        sandbox.run("branch", "topic/x")
        sandbox.run("tag", "-a", "-m", "v1", "v1")
        sandbox.run("tag", "light", "HEAD~1")
        sandbox.run("checkout", "-q", "-b", "side", "HEAD~1")
        sandbox.commit("side 1")
        sandbox.commit("side 2")
        sandbox.run("checkout", "-q", "main")
        sandbox.run("merge", "-q", "--no-ff", "-m", "merge", "side")
        assert repository.resolve(name) == oid_in(sandbox, f"{name}^{{commit}}")

    def test_ids_may_be_cut_short(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = sandbox.commit()
        assert repository.resolve(oid) == repository.resolve(oid[:7]) == oid
        assert repository.resolve(oid[:9].upper()) == oid

    def test_a_branch_wins_over_a_short_id(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        first = sandbox.commit("one")
        second = sandbox.commit("two")
        sandbox.run("branch", first[:6])
        assert repository.resolve(first[:6]) == second

    @pytest.mark.parametrize("name", ["nope", "", "HEAD~9", "HEAD^3", "0" * 40, "a\0b", "main:x"])
    def test_what_names_no_commit_cannot_run(
        self, sandbox: GitSandbox, repository: Repository, name: str
    ) -> None:
        sandbox.write("x", "x")
        sandbox.commit()
        with pytest.raises(CannotRun):
            repository.resolve(name)

    @pytest.mark.parametrize("name", ["--upload-pack=touch x", "-h", "--all", "--"])
    def test_a_name_like_an_option_is_refused_by_name(
        self, sandbox: GitSandbox, repository: Repository, name: str
    ) -> None:
        sandbox.commit()
        with pytest.raises(UsageError, match="begins with a dash"):
            repository.resolve(name)
        assert not (sandbox.path / "x").exists()


class TestTree:
    def test_every_kind_of_entry_has_its_mode(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("a/file", "1")
        sandbox.write("a/tool", "2").chmod(0o755)
        (sandbox.path / "a/link").symlink_to("file")
        head = sandbox.commit()
        sandbox.run("update-index", "--add", "--cacheinfo", f"160000,{head},a/module")
        sandbox.run("commit", "-q", "-m", "module")
        listed = repository.list_tree(sandbox.head())
        assert [(entry.path, entry.mode) for entry in listed] == [
            ("a/file", MODE_FILE),
            ("a/link", MODE_LINK),
            ("a/module", MODE_SUBMODULE),
            ("a/tool", MODE_EXECUTABLE),
        ]
        assert listed[0].oid == oid_in(sandbox, "HEAD:a/file")

    def test_odd_names_come_back_as_they_are(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        for path in ODD_PATHS:
            sandbox.write(path, path.encode("utf-8", "surrogateescape"))
        head = sandbox.commit()
        listed = repository.list_tree(head)
        assert [entry.path for entry in listed] == sorted(ODD_PATHS)
        for path in ODD_PATHS:
            assert repository.read_path(head, path) == os.fsencode(path)

    def test_prefixes_are_names_and_no_patterns(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        for path in ("memory/a", "memory/b/c", "memory2/a", "m*", "x"):
            sandbox.write(path, path)
        head = sandbox.commit()

        def paths(*prefixes: str) -> list[str]:
            return [entry.path for entry in repository.list_tree(head, prefixes)]

        assert paths("memory") == ["memory/a", "memory/b/c"]
        assert paths("memory/", "x") == ["memory/a", "memory/b/c", "x"]
        assert paths("memory/b") == ["memory/b/c"]
        assert paths("m*") == ["m*"]
        assert paths("mem") == paths() == paths("nope") == []
        assert len(paths("")) == 5

    def test_more_prefixes_than_a_command_line_holds(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("p0042/memory/a", "1")
        sandbox.write("other", "1")
        head = sandbox.commit()
        prefixes = [f"p{n:04}/memory" for n in range(3000)]
        assert [entry.path for entry in repository.list_tree(head, prefixes)] == ["p0042/memory/a"]
        assert repository.list_files(prefixes) == ["p0042/memory/a"]
        assert [entry.path for entry in repository.list_index(prefixes)] == ["p0042/memory/a"]

    def test_an_unknown_commit_is_no_empty_tree(self, repository: Repository) -> None:
        with pytest.raises(CannotRun):
            repository.list_tree("1" * 40)


class TestBlobs:
    def test_they_come_in_the_order_asked_for(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        contents = [b"", b"one\n", b"two", b"\0\r\n\xff", b"x" * 100_000]
        for number, data in enumerate(contents):
            sandbox.write(str(number), data)
        entries = repository.list_tree(sandbox.commit())
        asked = [entry.oid for entry in reversed(entries)] + [entries[0].oid]
        given = list(repository.read_blobs(asked))
        assert [oid for oid, _ in given] == asked
        assert [data for _, data in given] == [*reversed(contents), b""]

    @pytest.mark.parametrize("packed", [False, True])
    def test_what_is_over_the_limit_is_not_read(
        self, sandbox: GitSandbox, repository: Repository, *, packed: bool
    ) -> None:
        base = b"".join(b"line %d\n" % number for number in range(400))
        contents = (b"", b"x" * 100, b"y" * 101, b"\0" * 5_000_000, base, base + b"end\n")
        oids = []
        for number, data in enumerate(contents):
            sandbox.write(f"memory/{number}.md", data)
            oids.append(repository.blob_id(data))
        sandbox.commit()
        if packed:
            sandbox.run("gc", "-q")
            told = sandbox.run("cat-file", "--batch-all-objects", "--batch-check=%(deltabase)")
            assert set(told.split()) - {b"0" * 40}, "one blob must be a delta of another"
        for limit in (0, 100, len(base), 6_000_000):
            given = dict(repository.read_blobs([*oids, *oids], limit=limit))
            assert given == {
                oid: data if len(data) <= limit else bytes(limit + 1)
                for oid, data in zip(oids, contents, strict=True)
            }

    def test_a_bomb_is_not_unpacked(self, sandbox: GitSandbox, repository: Repository) -> None:
        size = 600_000_000
        packer = zlib.compressobj()
        blob = sandbox.path / ".git/objects/aa" / ("a" * 38)
        blob.parent.mkdir()
        with blob.open("wb") as file:
            file.write(packer.compress(b"blob %d\0" % size) + packer.flush(zlib.Z_SYNC_FLUSH))
        assert dict(repository.read_blobs(["a" * 40], limit=10)) == {"a" * 40: bytes(11)}
        with pytest.raises(CannotRun):
            list(repository.read_blobs(["a" * 40]))

    def test_a_limit_makes_nothing_of_what_is_missing_or_no_blob(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.commit()
        for oid in ("1" * 40, oid_in(sandbox, "HEAD^{tree}")):
            with pytest.raises(CannotRun):
                list(repository.read_blobs([oid], limit=1000))

    def test_no_blobs_are_none(self, repository: Repository) -> None:
        assert list(repository.read_blobs([])) == []

    @pytest.mark.parametrize("oid", ["1" * 40, "nonsense", "HEAD", "--help", ""])
    def test_a_missing_one_is_an_error(self, repository: Repository, oid: str) -> None:
        with pytest.raises(CannotRun):
            list(repository.read_blobs([oid]))

    def test_a_tree_is_no_blob(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.commit()
        with pytest.raises(CannotRun, match="not a blob"):
            list(repository.read_blobs([oid_in(sandbox, "HEAD^{tree}")]))

    def test_a_path_that_is_no_regular_file_reads_as_none(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("memory/a", "1")
        (sandbox.path / "memory/link").symlink_to("a")
        head = sandbox.commit()
        assert repository.read_path(head, "memory/a") == b"1"
        for path in ("memory", "memory/link", "nope", "memory/a/b"):
            assert repository.read_path(head, path) is None


class TestIndex:
    def test_it_lists_what_is_staged(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("memory/a", "1")
        sandbox.write("b", "2")
        sandbox.run("add", "-A")
        sandbox.write("memory/a", "changed")
        one = repository.blob_id(b"1")
        assert repository.list_index(["memory"]) == [IndexEntry("memory/a", MODE_FILE, one)]
        assert [entry.path for entry in repository.list_index()] == ["b", "memory/a"]

    def test_an_announced_file_is_not_staged_and_an_empty_one_is(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("announced", "content")
        sandbox.write("announced and gone", "content")
        sandbox.write("empty", "")
        sandbox.run("add", "empty")
        sandbox.run("add", "-N", "announced", "announced and gone")
        (sandbox.path / "announced and gone").unlink()
        assert [entry.path for entry in repository.list_index()] == ["empty"]

    def test_a_conflict_has_its_stages(self, sandbox: GitSandbox, repository: Repository) -> None:
        conflict(sandbox)
        assert [(e.path, e.stage) for e in repository.list_index()] == [
            ("a", 1),
            ("a", 2),
            ("a", 3),
            ("b", 0),
        ]

    def test_an_index_of_this_repository_is_honoured(
        self, sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sandbox.write("a", "1")
        sandbox.run("add", "a")
        other = sandbox.path / ".git" / "other-index"
        other.write_bytes((sandbox.path / ".git/index").read_bytes())
        sandbox.run("rm", "-q", "--cached", "a")
        monkeypatch.setenv("GIT_INDEX_FILE", str(other))
        opened = open_repository(sandbox.path, engine)
        assert [entry.path for entry in opened.list_index()] == ["a"]

    @pytest.mark.parametrize("version", ["2", "3", "4"])
    def test_all_versions_of_the_file_are_read(
        self, sandbox: GitSandbox, repository: Repository, version: str
    ) -> None:
        for path in ODD_PATHS:
            sandbox.write(path, path.encode("utf-8", "surrogateescape"))
        sandbox.run("add", "-A")
        sandbox.run("update-index", f"--index-version={version}")
        assert [entry.path for entry in repository.list_index()] == sorted(ODD_PATHS)


def conflict(sandbox: GitSandbox) -> None:
    """Leave an unfinished merge with a conflict in ``a``."""
    sandbox.write("a", "base\n")
    sandbox.write("b", "base\n")
    sandbox.commit("base")
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("a", "side\n")
    sandbox.commit("side")
    sandbox.run("checkout", "-q", "main")
    sandbox.write("a", "main\n")
    sandbox.commit("main")
    sandbox.run("merge", "side", check=False)


class TestFiles:
    def test_tracked_and_other_files_but_no_ignored_ones(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write(".gitignore", "*.tmp\nbuild/\n!keep.tmp\n")
        sandbox.write("memory/tracked", "1")
        sandbox.write("memory/ignored.tmp", "1")
        sandbox.write("memory/tracked.tmp", "1")
        sandbox.write("memory/gone", "1")
        sandbox.run("add", "-f", "memory/tracked", "memory/tracked.tmp", "memory/gone")
        (sandbox.path / "memory/gone").unlink()
        sandbox.write("memory/other", "1")
        sandbox.write("memory/keep.tmp", "1")
        sandbox.write("build/x", "1")
        assert repository.list_files() == [
            ".gitignore",
            "memory/keep.tmp",
            "memory/other",
            "memory/tracked",
            "memory/tracked.tmp",
        ]
        assert repository.list_files(["build"]) == []
        assert repository.list_files(["memory/other"]) == ["memory/other"]
        assert repository.list_files([]) == []

    def test_odd_names_come_back_as_they_are(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        for number, path in enumerate(ODD_PATHS):
            sandbox.write(path, "x")
            if number % 2:
                sandbox.run("--literal-pathspecs", "add", "--", path)
        assert repository.list_files() == sorted(ODD_PATHS)

    def test_other_repositories_and_links_are_not_entered(
        self, sandbox: GitSandbox, repository: Repository, tmp_path: Path
    ) -> None:
        sandbox.write("memory/a", "1")
        sandbox.write("real/tracked", "1")
        head = sandbox.commit()
        sandbox.run("init", "-q", "memory/nested")
        sandbox.write("memory/nested/x", "1")
        sandbox.run("update-index", "--add", "--cacheinfo", f"160000,{head},memory/module")
        sandbox.write("memory/module/.git", "gitdir: nowhere")
        sandbox.write("memory/module/x", "1")
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "tracked").write_text("secret")
        (sandbox.path / "memory/dir").symlink_to(outside)
        (sandbox.path / "real/tracked").unlink()
        (sandbox.path / "real").rmdir()
        (sandbox.path / "real").symlink_to(outside)
        assert repository.list_files() == ["memory/a", "memory/dir", "real"]
        assert repository.list_files(["memory/nested", "memory/module", "memory/dir/x"]) == []

    def test_a_bare_repository_has_none(self, tmp_path: Path, engine: Engine) -> None:
        bare = tmp_path / "bare.git"
        bare.mkdir()
        from_git = open_bare(bare, engine)
        with pytest.raises(CannotRun, match="bare"):
            from_git.list_files()
        with pytest.raises(CannotRun, match="bare"):
            from_git.states(["a"])


def open_bare(path: Path, engine: Engine) -> Repository:
    GitSandbox(path).run("init", "-q", "--bare")
    return open_repository(path, engine)


class TestStates:
    def test_every_state_of_a_path(self, sandbox: GitSandbox, repository: Repository) -> None:
        for name in ("clean", "staged", "changed", "both", "deleted", "removed", "untracked by rm"):
            sandbox.write(name, "1")
        sandbox.commit()
        for name in ("staged", "both", "added"):
            sandbox.write(name, "2")
        sandbox.run("add", "staged", "both", "added")
        sandbox.write("both", "3")
        sandbox.write("changed", "3")
        sandbox.write("other", "3")
        sandbox.write("announced", "3")
        sandbox.run("add", "-N", "announced")
        (sandbox.path / "deleted").unlink()
        sandbox.run("rm", "-q", "removed")
        sandbox.run("rm", "-q", "--cached", "untracked by rm")
        one, two = repository.blob_id(b"1"), repository.blob_id(b"2")
        expected = {
            "clean": PathState(one, one),
            "staged": PathState(one, two),
            "both": PathState(one, two, changed_in_work_tree=True),
            "changed": PathState(one, one, changed_in_work_tree=True),
            "added": PathState(None, two),
            "other": PathState(untracked=True),
            "announced": PathState(changed_in_work_tree=True),
            "deleted": PathState(one, one, changed_in_work_tree=True),
            "removed": PathState(one, None),
            "untracked by rm": PathState(one, None, untracked=True),
            "nowhere": PathState(),
        }
        found = repository.states(list(expected))
        assert found == expected
        clean = {path for path, state in found.items() if not state.differs_from_head}
        assert clean == {"clean", "nowhere"}

    def test_an_unresolved_conflict(self, sandbox: GitSandbox, repository: Repository) -> None:
        conflict(sandbox)
        states = repository.states(["a", "b"])
        assert states["a"].unmerged
        assert states["a"].differs_from_head
        assert not states["b"].differs_from_head

    def test_on_an_unborn_branch(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "1")
        sandbox.write("b", "1")
        sandbox.run("add", "a")
        assert repository.states(["a", "b"]) == {
            "a": PathState(None, repository.blob_id(b"1")),
            "b": PathState(untracked=True),
        }

    def test_a_touched_file_is_not_changed(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        file = sandbox.write("a", "1")
        sandbox.commit()
        os.utime(file, (1, 1))
        assert not repository.states(["a"])["a"].differs_from_head

    def test_odd_names_and_folders(self, sandbox: GitSandbox, repository: Repository) -> None:
        for path in ODD_PATHS:
            sandbox.write(path, "x")
        sandbox.commit()
        sandbox.write(ODD_PATHS[0], "changed")
        states = repository.states([*ODD_PATHS, "memory"])
        assert states["memory"] == PathState()
        assert [path for path in ODD_PATHS if states[path].differs_from_head] == [ODD_PATHS[0]]
        assert states[ODD_PATHS[-1]].head == repository.blob_id(b"x")


class TestObjectFormats:
    def test_sha256(self, tmp_path: Path, engine: Engine) -> None:
        box = GitSandbox(tmp_path)
        box.run("init", "-q", "--object-format=sha256")
        box.write("memory/a", "1")
        head = box.commit()
        repository = open_repository(tmp_path, engine)
        assert repository.object_format == "sha256"
        assert repository.head().oid == repository.resolve("main") == head
        blob = box.run("rev-parse", "HEAD:memory/a").decode().strip()
        assert repository.list_tree(head) == [TreeEntry("memory/a", MODE_FILE, blob)]
        assert list(repository.read_blobs([blob])) == [(blob, b"1")]
        assert repository.blob_id(b"1") == blob
        assert not repository.states(["memory/a"])["memory/a"].differs_from_head
        assert repository.log_paths_created().keys() == {"memory/a"}
