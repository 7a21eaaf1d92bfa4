"""A commit of chosen paths takes these along and nothing else."""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Identity
from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.git.engine import open_repository
from sgm_git.git.protocol import CommitRequest, Head
from tests.git.support import ODD_PATHS, assert_sound, commit
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository


def files_of(sandbox: GitSandbox, rev: str = "HEAD") -> dict[str, bytes]:
    names = sandbox.run("ls-tree", "-r", "-z", "--name-only", rev).split(b"\0")[:-1]
    return {
        os.fsdecode(name): sandbox.run("cat-file", "blob", f"{rev}:{os.fsdecode(name)}")
        for name in names
    }


class TestWhatIsCommitted:
    def test_the_first_commit_of_all(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("memory/a", "1\n")
        sandbox.write("other", "x")
        oid = commit(repository, "memory/a")
        assert sandbox.head() == oid
        assert files_of(sandbox) == {"memory/a": b"1\n"}
        assert sandbox.status() == "? other\n"
        assert_sound(sandbox)

    def test_added_changed_and_deleted_files_at_once(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        for name in ("memory/changed", "memory/deleted", "memory/removed", "kept"):
            sandbox.write(name, "1")
        before = sandbox.commit()
        sandbox.write("memory/changed", "2")
        sandbox.write("memory/deep/er/added", "3")
        (sandbox.path / "memory/deleted").unlink()
        sandbox.run("rm", "-q", "memory/removed")
        paths = ["changed", "deep/er/added", "deleted", "removed", "never was"]
        oid = commit(repository, *(f"memory/{name}" for name in paths))
        assert files_of(sandbox) == {
            "kept": b"1",
            "memory/changed": b"2",
            "memory/deep/er/added": b"3",
        }
        assert sandbox.run("rev-parse", f"{oid}^").decode().strip() == before
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_odd_names(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("memory/other.md", "matches the pattern *.md")
        for path in ODD_PATHS:
            sandbox.write(path, os.fsencode(path))
        commit(repository, *ODD_PATHS)
        assert files_of(sandbox) == {path: os.fsencode(path) for path in ODD_PATHS}
        assert sandbox.status() == "? memory/other.md\n"
        for path in ODD_PATHS:
            (sandbox.path / path).unlink()
        commit(repository, *ODD_PATHS)
        assert files_of(sandbox) == {}
        assert_sound(sandbox)

    def test_many_files_at_once(self, sandbox: GitSandbox, repository: Repository) -> None:
        paths = [f"memory/{n % 7}/{n}.md" for n in range(500)]
        for path in paths:
            sandbox.write(path, path)
        commit(repository, *paths)
        assert files_of(sandbox).keys() == set(paths)
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_other_bytes_than_were_expected_are_refused(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("memory/a", "1\n")
        sandbox.write("memory/b", "1\n")
        before = sandbox.commit()
        sandbox.write("memory/a", "3\n")
        blob = repository.blob_id(b"2\n")
        request = CommitRequest(("memory/a",), "change", expected=(("memory/a", blob),))
        with pytest.raises(Refused, match="has changed meanwhile"):
            repository.commit_paths(request)
        assert sandbox.head() == before
        sandbox.write("memory/a", "2\n")
        assert repository.commit_paths(request).oid == sandbox.head()

    def test_nothing_new_is_no_commit(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "1")
        before = sandbox.commit()
        for paths in (("a",), ("nowhere",), ()):
            assert repository.commit_paths(CommitRequest(paths, "nothing")).oid is None
        assert sandbox.head() == before
        assert sandbox.status() == ""

    def test_a_staged_change_that_the_file_takes_back_is_no_commit(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("a", "1")
        before = sandbox.commit()
        sandbox.write("a", "2")
        sandbox.run("add", "a")
        sandbox.write("a", "1")
        assert repository.commit_paths(CommitRequest(("a",), "nothing")).oid is None
        assert sandbox.head() == before

    def test_a_path_is_no_file_and_folder_at_once(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("a", "1")
        sandbox.write("b/c", "1")
        before = sandbox.commit()
        (sandbox.path / "a").unlink()
        (sandbox.path / "b/c").unlink()
        (sandbox.path / "b").rmdir()
        sandbox.write("a/b", "2")
        sandbox.write("b", "2")
        for path in ("a/b", "b"):
            with pytest.raises(Refused, match="both a file and as a directory"):
                commit(repository, path)
        assert sandbox.head() == before
        assert_sound(sandbox)

    def test_modes_and_links_are_kept(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("tool", "1").chmod(0o755)
        sandbox.write("plain", "1")
        (sandbox.path / "link").symlink_to("plain")
        commit(repository, "tool", "plain", "link")
        listed = sandbox.run("ls-tree", "HEAD").decode().split("\n")
        assert [line[:6] for line in listed if line] == ["120000", "100644", "100755"]
        assert sandbox.status() == ""


class TestWhatIsLeftAlone:
    def prepare(self, sandbox: GitSandbox) -> None:
        for name in ("staged", "changed", "both", "deleted", "ours"):
            sandbox.write(name, "1")
        sandbox.commit()
        for name in ("staged", "both", "added"):
            sandbox.write(name, "2")
        sandbox.run("add", "staged", "both", "added")
        sandbox.write("both", "3")
        sandbox.write("changed", "3")
        sandbox.write("announced", "3")
        sandbox.run("add", "-N", "announced")
        sandbox.run("rm", "-q", "deleted")
        sandbox.run("update-index", "--assume-unchanged", "ours")
        sandbox.run("update-index", "--no-assume-unchanged", "ours")

    def staged(self, sandbox: GitSandbox) -> bytes:
        return sandbox.run("ls-files", "--stage", "-z", "--", ":!ours", ":!new")

    def test_other_staged_and_unstaged_work(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        self.prepare(sandbox)
        before, index = sandbox.status(), self.staged(sandbox)
        sandbox.write("ours", "2")
        sandbox.write("new", "2")
        commit(repository, "ours", "new")
        assert sandbox.status() == before
        assert self.staged(sandbox) == index
        assert files_of(sandbox) == {
            "staged": b"1",
            "changed": b"1",
            "both": b"1",
            "deleted": b"1",
            "ours": b"2",
            "new": b"2",
        }
        assert_sound(sandbox)

    def test_other_work_on_an_unborn_branch(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("other", "1")
        sandbox.run("add", "other")
        sandbox.write("ours", "1")
        commit(repository, "ours")
        assert files_of(sandbox) == {"ours": b"1"}
        assert sandbox.status().splitlines()[0].startswith("1 A. ")

    def test_the_next_plain_commit_takes_nothing_back(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("ours", "1")
        sandbox.commit()
        sandbox.write("ours", "2")
        commit(repository, "ours")
        sandbox.write("other", "1")
        sandbox.run("add", "other")
        sandbox.run("commit", "-q", "-m", "other")
        assert files_of(sandbox) == {"ours": b"2", "other": b"1"}

    def test_what_is_staged_of_the_path_itself_gives_way_to_the_file(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("ours", "staged")
        sandbox.run("add", "ours")
        sandbox.write("ours", "in the work tree")
        sandbox.write("announced", "2")
        sandbox.run("add", "-N", "announced")
        commit(repository, "ours", "announced")
        assert files_of(sandbox) == {"ours": b"in the work tree", "announced": b"2"}
        assert sandbox.status() == ""


class TestWhere:
    def test_on_a_detached_head(self, sandbox: GitSandbox, repository: Repository) -> None:
        branch = sandbox.commit()
        sandbox.run("checkout", "-q", "--detach")
        sandbox.write("a", "1")
        oid = commit(repository, "a")
        assert repository.head() == Head(None, oid)
        assert sandbox.run("rev-parse", "main").decode().strip() == branch
        assert_sound(sandbox)

    def test_in_a_linked_work_tree(
        self, sandbox: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        main = sandbox.commit()
        linked = GitSandbox(tmp_path / "linked")
        sandbox.run("worktree", "add", "-q", "-b", "side", str(linked.path))
        linked.write("a", "1")
        repository = open_repository(linked.path, engine)
        assert repository.common_dir == sandbox.path / ".git"
        oid = commit(repository, "a")
        assert linked.head() == oid
        assert linked.status() == ""
        assert sandbox.head() == main
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_on_a_packed_branch_with_a_slash(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.commit()
        sandbox.run("checkout", "-q", "-b", "topic/x")
        sandbox.run("pack-refs", "--all")
        sandbox.write("a", "1")
        oid = commit(repository, "a")
        assert sandbox.run("rev-parse", "refs/heads/topic/x").decode().strip() == oid

    def test_in_a_sha256_repository(self, tmp_path: Path, engine: Engine) -> None:
        sandbox = GitSandbox(tmp_path)
        sandbox.run("init", "-q", "--object-format=sha256")
        sandbox.write("memory/a", "1")
        repository = open_repository(tmp_path, engine)
        commit(repository, "memory/a")
        sandbox.write("memory/b", "1")
        assert commit(repository, "memory/b") == sandbox.head()
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_with_hook_variables_of_another_repository(
        self,
        sandbox: GitSandbox,
        repository: Repository,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        other = tmp_path / "other"
        other.mkdir()
        box = GitSandbox(other)
        box.run("init", "-q")
        box.write("theirs", "1")
        box.run("add", "theirs")
        index = (other / ".git/index").read_bytes()
        monkeypatch.setenv("GIT_DIR", str(other / ".git"))
        monkeypatch.setenv("GIT_WORK_TREE", str(other))
        monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
        monkeypatch.setenv("GIT_PREFIX", "nowhere/")
        sandbox.write("ours", "1")
        oid = commit(repository, "ours")
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"):
            monkeypatch.delenv(name)
        assert sandbox.head() == oid
        assert files_of(sandbox) == {"ours": b"1"}
        assert (other / ".git/index").read_bytes() == index

    def test_a_bare_repository_has_no_work_tree(self, tmp_path: Path, engine: Engine) -> None:
        GitSandbox(tmp_path).run("init", "-q", "--bare")
        with pytest.raises(CannotRun, match="bare"):
            commit(open_repository(tmp_path, engine), "a")


class TestMessageAndPeople:
    @pytest.mark.parametrize(
        "message",
        [
            "one line",
            "# looks like a comment\n\n\n\n  and  blanks  ",
            "subject\n\nbody\n\nSGM-Agent: x\n",
            "日本 é \x1b[31m",
            "-F/etc/passwd",
            "--amend",
            "\n\nleading lines",
            "diff --git a/x b/x\n# ------------------------ >8 ------------------------\nx",
        ],
    )
    def test_the_message_is_stored_as_it_is(
        self, sandbox: GitSandbox, repository: Repository, message: str
    ) -> None:
        for key, value in {
            "commit.cleanup": "scissors",
            "commit.verbose": "2",
            "core.commentChar": "o",
            "commit.template": "nowhere",
            "i18n.commitEncoding": "latin1",
        }.items():
            sandbox.run("config", key, value)
        sandbox.write("a", "1")
        oid = commit(repository, "a", message=message)
        stored = sandbox.run("cat-file", "commit", oid).partition(b"\n\n")
        assert stored[2].decode() == message.rstrip("\n") + "\n"
        assert b"encoding" not in stored[0]

    @pytest.mark.parametrize("message", ["", " \n\n", "a\0b"])
    def test_an_empty_or_cut_message_is_refused(
        self, sandbox: GitSandbox, repository: Repository, message: str
    ) -> None:
        sandbox.write("a", "1")
        with pytest.raises(UsageError):
            commit(repository, "a", message=message)
        assert sandbox.status() == "? a\n"

    def test_author_and_committer(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "1")
        commit(repository, "a", author=Identity("Build Agent <x>\n", "agent@example.org"))
        people = sandbox.run("log", "-1", "--format=%an|%ae|%cn|%ce").decode().strip()
        assert people == "Build Agent x|agent@example.org|Ada|ada@example.org"

    def test_identity_and_dates_of_the_environment(
        self, sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_AUTHOR_NAME", "Bob")
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bob@example.org")
        monkeypatch.setenv("GIT_AUTHOR_DATE", "2026-01-02T03:04:05+05:30")
        monkeypatch.setenv("GIT_COMMITTER_NAME", "Carla")
        monkeypatch.setenv("GIT_COMMITTER_DATE", "1700000000 -0230")
        sandbox.write("a", "1")
        commit(repository, "a")
        told = sandbox.run("log", "-1", "--format=%an %ae %ai|%cn %ce %ct %ci").decode().strip()
        assert told == (
            "Bob bob@example.org 2026-01-02 03:04:05 +0530|"
            "Carla ada@example.org 1700000000 2023-11-14 19:43:20 -0230"
        )

    def test_the_local_zone_is_written_down(
        self, sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TZ", "XST-05:45")
        time.tzset()
        sandbox.write("a", "1")
        commit(repository, "a")
        monkeypatch.setenv("TZ", "UTC")
        time.tzset()
        assert sandbox.run("log", "-1", "--format=%ai").decode().strip().endswith("+0545")

    def test_the_reflog_says_what_happened(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("a", "1")
        first = commit(repository, "a", message="memory: first")
        sandbox.write("a", "2")
        second = commit(repository, "a", message="memory: second")
        for ref in ("HEAD", "main"):
            told = sandbox.run("reflog", "--format=%H %gs", ref).decode().splitlines()
            assert told == [
                f"{second} commit: memory: second",
                f"{first} commit (initial): memory: first",
            ]


class TestRefusals:
    @pytest.mark.parametrize(
        "path", ["../x", "/etc/passwd", ".git/config", "a/.GIT/x", "a//b", "", ".", "a/../b"]
    )
    def test_a_path_outside_is_refused(
        self, sandbox: GitSandbox, repository: Repository, path: str
    ) -> None:
        with pytest.raises(Refused, match="no path that git can store"):
            commit(repository, path)
        assert sandbox.status() == ""

    def test_a_folder_is_refused(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("memory/a", "1")
        with pytest.raises(Refused, match="is a folder"):
            commit(repository, "memory")
        assert sandbox.status() == "? memory/a\n"

    def test_a_path_behind_a_link_is_refused(
        self, sandbox: GitSandbox, repository: Repository, tmp_path: Path
    ) -> None:
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside/a").write_text("1")
        (sandbox.path / "memory").symlink_to(tmp_path / "outside")
        with pytest.raises(Refused, match="behind the link"):
            commit(repository, "memory/a")

    def test_a_path_in_another_repository_is_refused(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.run("init", "-q", "nested")
        sandbox.write("nested/memory/a", "1")
        with pytest.raises(Refused, match="another repository"):
            commit(repository, "nested/memory/a")
        assert sandbox.status() == "? nested/\n"

    def test_a_path_in_an_absent_submodule_is_refused(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        head = sandbox.commit()
        sandbox.run("update-index", "--add", "--cacheinfo", f"160000,{head},module")
        sandbox.run("commit", "-q", "-m", "module")
        sandbox.write("module/a", "1")
        with pytest.raises((Refused, CannotRun), match="submodule"):
            commit(repository, "module/a")
        assert sandbox.run("ls-files", "--stage").decode().startswith("160000")

    @pytest.mark.parametrize("path", ["secret.tmp", "build/a", "build/b/c"])
    def test_an_ignored_path_is_refused_and_nothing_is_staged(
        self, sandbox: GitSandbox, repository: Repository, path: str
    ) -> None:
        sandbox.write(".gitignore", "*.tmp\nbuild/\n")
        sandbox.commit()
        sandbox.write(path, "1")
        sandbox.write("fine", "1")
        with pytest.raises(Refused, match=f"'{path}' is ignored by git"):
            commit(repository, "fine", path)
        assert sandbox.status() == "? fine\n"

    def test_a_tracked_path_may_be_ignored(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("a.tmp", "1")
        sandbox.commit()
        sandbox.write(".git/info/exclude", "*.tmp\n")
        sandbox.write("a.tmp", "2")
        commit(repository, "a.tmp")
        assert files_of(sandbox) == {"a.tmp": b"2"}

    def test_an_unfinished_merge_is_refused(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.write("a", "1")
        sandbox.commit()
        sandbox.run("checkout", "-q", "-b", "side")
        sandbox.write("b", "1")
        sandbox.commit()
        sandbox.run("checkout", "-q", "main")
        sandbox.run("merge", "-q", "--no-ff", "--no-commit", "side")
        assert repository.unfinished() == "merge"
        sandbox.write("c", "1")
        with pytest.raises(CannotRun, match="merge is not finished") as caught:
            commit(repository, "c")
        assert "git merge --continue" in str(caught.value.hint)

    def test_an_unresolved_conflict_is_refused(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        blob = sandbox.run("hash-object", "-w", "--stdin", stdin=b"x").decode().strip()
        lines = "".join(f"100644 {blob} {stage}\ta\n" for stage in (1, 2, 3))
        sandbox.run("update-index", "--index-info", stdin=lines.encode())
        sandbox.write("a", "1")
        with pytest.raises(CannotRun, match="unresolved conflict"):
            commit(repository, "a")

    def test_no_identity_is_refused_with_the_way_out(
        self, sandbox: GitSandbox, repository: Repository, tmp_path: Path
    ) -> None:
        (tmp_path / "empty").write_text("")
        os.environ["GIT_CONFIG_GLOBAL"] = str(tmp_path / "empty")
        sandbox.write("a", "1")
        with pytest.raises(CannotRun, match="git does not know your name") as caught:
            commit(repository, "a")
        assert "git config user.name" in str(caught.value.hint)
        assert sandbox.status() == "? a\n"


@pytest.mark.parametrize(
    ("files", "what"),
    [
        (["MERGE_HEAD"], "merge"),
        (["rebase-merge/done"], "rebase"),
        (["rebase-apply/next"], "rebase"),
        (["rebase-apply/applying"], "am"),
        (["CHERRY_PICK_HEAD"], "cherry-pick"),
        (["REVERT_HEAD"], "revert"),
        (["BISECT_LOG"], "bisect"),
        ([], None),
    ],
)
def test_what_is_unfinished_has_a_name(
    sandbox: GitSandbox, repository: Repository, files: list[str], what: str | None
) -> None:
    for name in files:
        sandbox.write(f".git/{name}", "x")
    assert repository.unfinished() == what


def test_git_commit_sees_nothing_to_refresh_afterwards(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write("a", "1")
    commit(repository, "a")
    told = subprocess.run(["git", "diff-files", "--quiet"], cwd=sandbox.path, check=False)
    assert told.returncode == 0
