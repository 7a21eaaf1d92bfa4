"""Which repository is opened, and which is refused with the reason."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git import engine as engines
from sgm_git.git.engine import init_repository, open_repository
from sgm_git.git.protocol import Head
from tests.git.support import assert_sound, commit, program
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository


class TestDiscovery:
    def test_from_the_top_and_from_a_folder(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write("memory/deep/a", "1")
        for path in (sandbox.path, sandbox.path / "memory/deep"):
            found = open_repository(path, engine)
            assert found.engine == engine
            assert found.work_tree == sandbox.path
            assert found.git_dir == found.common_dir == sandbox.path / ".git"
            assert found.object_format == "sha1"
            assert not found.is_shallow

    def test_from_the_current_folder(
        self, sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sandbox.write("memory/a", "1")
        monkeypatch.chdir(sandbox.path / "memory")
        assert open_repository(engine=engine).work_tree == sandbox.path

    def test_a_linked_work_tree(self, sandbox: GitSandbox, engine: Engine, tmp_path: Path) -> None:
        sandbox.commit()
        sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
        found = open_repository(tmp_path / "linked", engine)
        assert found.work_tree == tmp_path / "linked"
        assert found.git_dir == sandbox.path / ".git/worktrees/linked"
        assert found.common_dir == sandbox.path / ".git"
        assert found.head().ref == "refs/heads/linked"

    def test_a_submodule(self, sandbox: GitSandbox, engine: Engine, tmp_path: Path) -> None:
        source = tmp_path / "source"
        source.mkdir()
        inner = GitSandbox(source)
        inner.run("init", "-q")
        inner.write("memory/a", "1")
        head = inner.commit()
        allow = ("-c", "protocol.file.allow=always")
        sandbox.run(*allow, "submodule", "--quiet", "add", str(source), "module")
        found = open_repository(sandbox.path / "module/memory", engine)
        assert found.work_tree == sandbox.path / "module"
        assert found.git_dir == sandbox.path / ".git/modules/module"
        assert found.head() == Head("refs/heads/main", head)
        assert found.list_files() == ["memory/a"]
        outer = open_repository(sandbox.path, engine)
        assert outer.list_files() == [".gitmodules"]
        assert outer.list_files(["module/memory"]) == []

    def test_a_bare_repository_can_be_read(self, tmp_path: Path, engine: Engine) -> None:
        work, bare = GitSandbox(tmp_path / "work"), tmp_path / "bare.git"
        work.path.mkdir()
        work.run("init", "-q")
        work.write("memory/a", "1")
        head = work.commit()
        work.run("clone", "-q", "--bare", ".", str(bare))
        for path in (bare, bare / "objects"):
            found = open_repository(path, engine)
            assert (found.git_dir, found.work_tree) == (bare, None)
            assert found.resolve("HEAD") == head
            assert found.read_path(head, "memory/a") == b"1"
            assert found.list_index() == []

    def test_a_separate_git_directory(self, tmp_path: Path, engine: Engine) -> None:
        box = GitSandbox(tmp_path / "work")
        box.path.mkdir()
        box.run("init", "-q", f"--separate-git-dir={tmp_path / 'elsewhere'}")
        found = open_repository(box.path, engine)
        assert (found.git_dir, found.work_tree) == (tmp_path / "elsewhere", box.path)
        box.write("a", "1")
        commit(found, "a")
        assert box.status() == ""

    def test_a_configured_work_tree(self, tmp_path: Path, engine: Engine) -> None:
        box = GitSandbox(tmp_path / "work")
        (box.path / "inner").mkdir(parents=True)
        box.run("init", "-q")
        box.run("config", "core.worktree", "../inner")
        found = open_repository(box.path / "inner", engine)
        assert found.work_tree == box.path / "inner"

    @pytest.mark.parametrize("name", ["with\nnewline", "日本 é", "-dash"])
    def test_odd_folder_names(self, tmp_path: Path, engine: Engine, name: str) -> None:
        box = GitSandbox(tmp_path / name)
        box.path.mkdir()
        box.run("init", "-q")
        box.write("memory/a", "1")
        found = open_repository(box.path / "memory", engine)
        assert found.work_tree == box.path
        commit(found, "memory/a")
        assert_sound(box)

    def test_a_link_to_the_folder(
        self, sandbox: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        (tmp_path / "link").symlink_to(sandbox.path)
        assert open_repository(tmp_path / "link", engine).work_tree == sandbox.path

    def test_variables_of_a_hook_do_not_lead_astray(
        self, sandbox: GitSandbox, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "other").mkdir()
        GitSandbox(tmp_path / "other").run("init", "-q")
        monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
        monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
        monkeypatch.setenv("GIT_COMMON_DIR", str(tmp_path / "other/.git"))
        assert open_repository(sandbox.path, engine).work_tree == sandbox.path

    def test_ceilings_are_kept(
        self, sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sandbox.write("memory/a", "1")
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(sandbox.path))
        with pytest.raises(CannotRun, match="not a git repository"):
            open_repository(sandbox.path / "memory", engine)


class TestRefused:
    def test_no_repository_at_all(self, tmp_path: Path, engine: Engine) -> None:
        with pytest.raises(CannotRun, match="not a git repository") as caught:
            open_repository(tmp_path, engine)
        assert caught.value.exit_status == 3

    def test_no_such_folder(self, tmp_path: Path, engine: Engine) -> None:
        (tmp_path / "file").write_text("")
        for name in ("nowhere", "file"):
            with pytest.raises(CannotRun, match="is no folder"):
                open_repository(tmp_path / name, engine)

    def test_one_of_another_user_with_the_way_out(
        self, sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sandbox.write("memory/a", "1")
        sandbox.commit()
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        with pytest.raises(CannotRun, match="detected dubious ownership") as caught:
            open_repository(sandbox.path / "memory", engine)
        assert f"safe.directory {sandbox.path}" in str(caught.value.hint)
        assert caught.value.exit_status == 3

    @pytest.mark.parametrize(
        ("values", "safe"),
        [
            (["*"], True),
            (["{top}"], True),
            (["/somewhere/else"], False),
            (["*", ""], False),
            (["", "{top}"], True),
        ],
    )
    def test_one_of_another_user_that_is_called_safe(
        self,
        sandbox: GitSandbox,
        engine: Engine,
        monkeypatch: pytest.MonkeyPatch,
        values: list[str],
        *,
        safe: bool,
    ) -> None:
        for value in values:
            named = value.format(top=sandbox.path)
            sandbox.run("config", "--global", "--add", "safe.directory", named)
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        if safe:
            assert open_repository(sandbox.path, engine).work_tree == sandbox.path
        else:
            with pytest.raises(CannotRun, match="dubious ownership"):
                open_repository(sandbox.path, engine)

    def test_a_repository_cannot_call_itself_safe(
        self, sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sandbox.run("config", "safe.directory", "*")
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        with pytest.raises(CannotRun, match="dubious ownership"):
            open_repository(sandbox.path, engine)

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository away")
    def test_one_that_belongs_to_another_user_indeed(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        os.chown(sandbox.path / ".git", 12345, 12345)
        with pytest.raises(CannotRun, match="dubious ownership"):
            open_repository(sandbox.path, engine)

    def test_an_unknown_extension(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.run("config", "core.repositoryFormatVersion", "1")
        sandbox.run("config", "extensions.fromTheFuture", "true")
        with pytest.raises(CannotRun, match=r"(?i)unknown repository extension.*fromthefuture"):
            open_repository(sandbox.path, engine)

    def test_an_unknown_format(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.run("config", "core.repositoryFormatVersion", "99")
        with pytest.raises(CannotRun, match=r"(?i)(expected git repo version|unknown repository)"):
            open_repository(sandbox.path, engine)

    def test_other_ref_storage_without_git(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "extensions.refStorage", "reftable")
        with pytest.raises(CannotRun, match="refStorage") as caught:
            open_repository(sandbox.path, "dulwich")
        assert "install git" in str(caught.value.hint)

    def test_a_git_file_that_leads_nowhere(self, tmp_path: Path, engine: Engine) -> None:
        (tmp_path / ".git").write_text("gitdir: /nowhere\n")
        with pytest.raises(CannotRun):
            open_repository(tmp_path, engine)
        (tmp_path / ".git").write_text("something else\n")
        with pytest.raises(CannotRun):
            open_repository(tmp_path, engine)

    def test_an_index_whose_checksum_does_not_fit(self, sandbox: GitSandbox) -> None:
        sandbox.write("a", "1")
        sandbox.run("add", "a")
        index = sandbox.path / ".git/index"
        index.write_bytes(index.read_bytes()[:-3] + b"xyz")
        with pytest.raises(CannotRun, match="its checksum does not fit"):
            open_repository(sandbox.path, "dulwich").list_index()

    @pytest.mark.parametrize("kind", ["split", "sparse"])
    def test_an_index_that_only_git_reads(self, sandbox: GitSandbox, kind: str) -> None:
        sandbox.write("memory/a", "1")
        sandbox.write("other/b", "1")
        sandbox.commit()
        if kind == "split":
            sandbox.run("update-index", "--split-index")
        else:
            sandbox.run("sparse-checkout", "set", "--cone", "--sparse-index", "memory")
        with_git = open_repository(sandbox.path, "git")
        assert [entry.path for entry in with_git.list_index(["memory"])] == ["memory/a"]
        without = open_repository(sandbox.path, "dulwich")
        with pytest.raises(CannotRun, match=f"a {kind} index, which only git can read"):
            without.list_index()
        sandbox.write("memory/a", "2")
        with pytest.raises(CannotRun, match=f"a {kind} index"):
            commit(without, "memory/a")
        commit(with_git, "memory/a")
        assert sandbox.status() == ""
        assert_sound(sandbox)

    def test_a_damaged_index(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a", "1")
        sandbox.run("add", "a")
        (sandbox.path / ".git/index").write_bytes(b"DIRC garbage")
        with pytest.raises(CannotRun):
            repository.list_index()


class TestShallow:
    @pytest.fixture
    def clone(self, sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
        """A clone of depth 1 of two commits, of which the first added a file."""
        sandbox.write("memory/old", "1")
        sandbox.commit()
        sandbox.write("memory/new", "1")
        sandbox.commit()
        url = f"file://{sandbox.path}"
        sandbox.run("clone", "-q", "--depth=1", url, str(tmp_path / "clone"))
        return GitSandbox(tmp_path / "clone")

    def test_cut_history_is_told(self, clone: GitSandbox, engine: Engine) -> None:
        repository = open_repository(clone.path, engine)
        assert repository.is_shallow
        assert repository.log_paths_created() == {}
        with pytest.raises(CannotRun):
            repository.resolve("HEAD~1")

    def test_what_lies_on_this_side_of_the_border_is_known(
        self, clone: GitSandbox, engine: Engine
    ) -> None:
        repository = open_repository(clone.path, engine)
        clone.write("memory/newest", "1")
        oid = commit(repository, "memory/newest")
        created = repository.log_paths_created()
        assert {path: commit for path, (_, commit) in created.items()} == {"memory/newest": oid}


class TestPartialClone:
    def test_nothing_is_fetched_for_a_missing_blob(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        sandbox.write("memory/a", "1")
        sandbox.commit()
        sandbox.run("config", "uploadpack.allowFilter", "true")
        clone = tmp_path / "clone"
        blobless = ("clone", "-q", "--no-checkout", "--filter=blob:none")
        sandbox.run(*blobless, f"file://{sandbox.path}", str(clone))
        repository = open_repository(clone, "git")
        entry = repository.list_tree(repository.resolve("HEAD"))[0]
        with pytest.raises(CannotRun):
            list(repository.read_blobs([entry.oid]))
        GitSandbox(clone).run("cat-file", "blob", entry.oid)  # now git may fetch it
        assert list(repository.read_blobs([entry.oid])) == [(entry.oid, b"1")]

    def test_without_git_it_is_refused(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "core.repositoryFormatVersion", "1")
        sandbox.run("config", "extensions.partialClone", "origin")
        with pytest.raises(CannotRun, match=r"(?i)partialclone"):
            open_repository(sandbox.path, "dulwich")


class TestChoice:
    def test_git_is_preferred(self, sandbox: GitSandbox) -> None:
        assert open_repository(sandbox.path).engine == "git"

    def test_without_git_on_the_path_everything_still_works(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = os.environ["PATH"]
        monkeypatch.setenv("PATH", "")
        repository = init_repository(tmp_path / "new")
        assert repository.engine == "dulwich"
        box = GitSandbox(tmp_path / "new")
        box.write("memory/a", "1")
        oid = commit(repository, "memory/a")
        assert repository.head() == Head("refs/heads/main", oid)
        assert repository.read_path(oid, "memory/a") == b"1"
        with pytest.raises(CannotRun, match=r"no git 2\.30"):
            open_repository(tmp_path / "new", "git")
        monkeypatch.setenv("PATH", path)
        assert box.status() == ""
        assert_sound(box)

    @pytest.mark.parametrize("said", ["git version 2.29.9", "git version 1.9", "garbage"])
    def test_an_old_git_is_no_git(
        self, sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
    ) -> None:
        program(tmp_path / "git", f"echo {said}")
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
        assert open_repository(sandbox.path).engine == "dulwich"
        assert engines.chosen_engine("dulwich") == "dulwich"


class TestInit:
    def test_a_new_repository(self, tmp_path: Path, engine: Engine) -> None:
        repository = init_repository(tmp_path / "a/b", engine)
        assert repository.head() == Head("refs/heads/main", None)
        assert repository.work_tree == tmp_path / "a/b"
        box = GitSandbox(tmp_path / "a/b")
        box.write("a", "1")
        commit(repository, "a")
        assert box.status() == ""
        assert_sound(box)

    def test_an_existing_one_stays_as_it_is(self, sandbox: GitSandbox, engine: Engine) -> None:
        head = sandbox.commit()
        repository = init_repository(sandbox.path, engine, branch="other")
        assert repository.head() == Head("refs/heads/main", head)
