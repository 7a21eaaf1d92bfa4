from __future__ import annotations

import os
import stat
import subprocess
import sys
import venv
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.engine import open_repository
from sgm_git.workflows.hooks import installing, steps
from sgm_git.workflows.hooks.installing import Changes, install, uninstall
from sgm_git.workflows.hooks.scripts import SERVER_HOOKS, WORK_TREE_HOOKS, script
from tests.hooks.support import Recorder, attempt, commits
from tests.support import CHECKOUT, GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

OLDER = b"#!/bin/sh\n# sgm-git hook, version 0: pre-commit\nexit 1\n"
NEWER = b"#!/bin/sh\n# sgm-git hook, version 99: pre-commit\nexit 0\n"
FOREIGN = b"#!/bin/sh\necho was here >>seen\n"


@pytest.fixture(autouse=True)
def _sgm_on_path(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{recorder.place.parent}{os.pathsep}{os.environ['PATH']}")


def installed(box: GitSandbox, version: tuple[int, ...] = (2, 39)) -> Changes:
    return install(open_repository(box.path), version)


def removed(box: GitSandbox) -> Changes:
    return uninstall(open_repository(box.path))


def picture(folder: Path) -> dict[str, tuple[int, bytes | str]]:
    """Every file below a folder, but for our lock, with its mode and what it holds."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            str(path.readlink()) if path.is_symlink() else path.read_bytes(),
        )
        for path in sorted(folder.rglob("*"))
        if (path.is_symlink() or path.is_file()) and not path.match("sgm/lock")
    }


def put(box: GitSandbox, name: str, data: bytes, mode: int = 0o755) -> Path:
    place = box.write(name, data)
    place.chmod(mode)
    return place


def test_the_hooks_are_put_where_git_looks(sandbox: GitSandbox) -> None:
    assert installed(sandbox) == Changes(("installed 6 hooks in .git/hooks",))
    for name in WORK_TREE_HOOKS:
        place = sandbox.path / ".git/hooks" / name
        assert place.read_bytes() == script(name)
        assert os.access(place, os.X_OK)
    assert not (sandbox.path / ".git/hooks/pre-receive").exists()


def test_a_second_time_nothing_is_done(sandbox: GitSandbox) -> None:
    installed(sandbox)
    before = picture(sandbox.path)
    assert installed(sandbox) == Changes()
    assert picture(sandbox.path) == before


def test_taken_away_everything_is_as_it_was(sandbox: GitSandbox) -> None:
    put(sandbox, ".git/hooks/pre-commit", FOREIGN, 0o700)
    put(sandbox, ".git/hooks/pre-push", b"\x7fELF\0", 0o644)
    before = picture(sandbox.path)
    stamps = (sandbox.path / ".git/hooks/pre-commit").stat().st_mtime_ns
    installed(sandbox)
    assert removed(sandbox).done == (
        "removed 6 hooks from .git/hooks",
        "put the pre-commit hook back that was there before",
        "put the pre-push hook back that was there before",
    )
    assert picture(sandbox.path) == before
    assert (sandbox.path / ".git/hooks/pre-commit").stat().st_mtime_ns == stamps
    assert removed(sandbox) == Changes()


def test_a_hook_that_was_there_is_kept_and_runs_first(
    sandbox: GitSandbox, recorder: Recorder
) -> None:
    put(sandbox, ".git/hooks/pre-commit", FOREIGN)
    assert installed(sandbox).done == (
        "installed 6 hooks in .git/hooks",
        "kept the pre-commit hook that was there: it runs first",
    )
    sandbox.write("memory/rule/x.md", "x\n")
    sandbox.run("add", "memory")
    sandbox.run("commit", "-q", "-m", "x")
    assert (sandbox.path / "seen").read_text() == "was here\n"
    assert recorder.calls() == ["<hooks><run><pre-commit>"]


@pytest.mark.parametrize("data", [OLDER, script("pre-commit")])
def test_an_older_version_and_one_that_git_passes_over_are_replaced(
    sandbox: GitSandbox, data: bytes
) -> None:
    place = put(sandbox, ".git/hooks/pre-commit", data, 0o755 if data == OLDER else 0o644)
    installed(sandbox)
    assert place.read_bytes() == script("pre-commit")
    assert os.access(place, os.X_OK)
    assert not place.with_name("pre-commit.before-sgm").exists()


def test_what_stood_before_an_older_version_stays_before_the_new_one(sandbox: GitSandbox) -> None:
    put(sandbox, ".git/hooks/pre-commit", OLDER)
    put(sandbox, ".git/hooks/pre-commit.before-sgm", FOREIGN)
    installed(sandbox)
    removed(sandbox)
    assert (sandbox.path / ".git/hooks/pre-commit").read_bytes() == FOREIGN


def test_a_newer_version_stays(sandbox: GitSandbox) -> None:
    place = put(sandbox, ".git/hooks/pre-commit", NEWER)
    installed(sandbox)
    assert place.read_bytes() == NEWER


def test_a_hook_that_starts_sgm_itself_stays_alone(sandbox: GitSandbox) -> None:
    place = put(sandbox, ".git/hooks/pre-commit", b'#!/bin/sh\nsgm hooks run pre-commit "$@"\n')
    before = place.read_bytes()
    assert installed(sandbox).done == ("installed 5 hooks in .git/hooks",)
    assert place.read_bytes() == before


def refused(box: GitSandbox, why: str) -> None:
    """Nothing may be installed, and nothing may be changed."""
    before = picture(box.path)
    with pytest.raises((CannotRun, Refused), match=why) as raised:
        installed(box)
    assert raised.value.hint
    assert picture(box.path) == before


def test_what_somebody_has_added_to_ours_is_not_lost(sandbox: GitSandbox) -> None:
    installed(sandbox)
    put(sandbox, ".git/hooks/post-commit", script("post-commit") + b"git lfs post-commit\n")
    refused(sandbox, "post-commit was changed since sgm installed it")
    with pytest.raises(Refused, match="was changed since"):
        removed(sandbox)
    assert (sandbox.path / ".git/hooks/pre-commit").read_bytes() == script("pre-commit")


ANOTHER = b"#!/bin/sh\nanother\n"


def test_no_second_hook_is_set_aside(sandbox: GitSandbox) -> None:
    place = put(sandbox, ".git/hooks/pre-push", FOREIGN)
    installed(sandbox)
    put(sandbox, ".git/hooks/pre-push", ANOTHER)
    refused(sandbox, "pre-push is not ours, and pre-push.before-sgm, which ran before ours, is ano")
    with pytest.raises(Refused) as raised:
        installed(sandbox)
    assert raised.value.hint == (
        "put into pre-push what pre-push.before-sgm does, unless that is over; "
        f"then rm {place}.before-sgm && sgm hooks install"
    )
    place.with_name("pre-push.before-sgm").unlink()
    assert "kept the pre-push hook that was there: it runs first" in installed(sandbox).done
    put(sandbox, ".git/hooks/pre-push", FOREIGN)
    (left,) = removed(sandbox).to_do
    assert left.startswith(".git/hooks/pre-push.before-sgm is left: it ran before a hook of ours")
    assert left.endswith("that is gone, and pre-push is another: make one of the two")


def test_a_hook_put_over_ours_is_set_aside_anew(sandbox: GitSandbox) -> None:
    installed(sandbox)
    place = put(sandbox, ".git/hooks/pre-push", FOREIGN)
    assert installed(sandbox).done[0] == "installed 1 hook in .git/hooks"
    assert place.read_bytes() == script("pre-push")
    removed(sandbox)
    assert place.read_bytes() == FOREIGN


def test_the_same_hook_put_back_over_ours_is_kept_once(sandbox: GitSandbox) -> None:
    place = put(sandbox, ".git/hooks/pre-push", FOREIGN)
    installed(sandbox)
    put(sandbox, ".git/hooks/pre-push", FOREIGN)
    assert installed(sandbox).done == ("installed 1 hook in .git/hooks",)
    assert place.read_bytes() == script("pre-push")
    assert place.with_name("pre-push.before-sgm").read_bytes() == FOREIGN


def test_what_ran_before_ours_comes_back_where_ours_is_gone(sandbox: GitSandbox) -> None:
    place = put(sandbox, ".git/hooks/pre-push", FOREIGN)
    installed(sandbox)
    place.unlink()
    assert removed(sandbox) == Changes(
        (
            "removed 5 hooks from .git/hooks",
            "put the pre-push hook back that was there before",
        )
    )
    assert place.read_bytes() == FOREIGN
    assert not place.with_name("pre-push.before-sgm").exists()


def test_an_installation_that_was_killed_is_finished(sandbox: GitSandbox) -> None:
    place = put(sandbox, ".git/hooks/pre-commit", FOREIGN)
    os.link(place, place.with_name("pre-commit.before-sgm"))
    installed(sandbox)
    assert place.read_bytes() == script("pre-commit")
    removed(sandbox)
    assert place.read_bytes() == FOREIGN
    assert not place.with_name("pre-commit.before-sgm").exists()


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder"])
def test_what_is_no_file_is_left_alone(sandbox: GitSandbox, tmp_path: Path, kind: str) -> None:
    place = sandbox.path / ".git/hooks/pre-push"
    place.parent.mkdir(exist_ok=True)
    if kind == "folder":
        place.mkdir()
    else:
        target = tmp_path / "elsewhere"
        if kind == "link":
            target.write_bytes(FOREIGN)
        place.symlink_to(target)
    refused(sandbox, "pre-push is a link or no file at all")


def test_a_folder_that_is_a_link_is_left_alone(sandbox: GitSandbox, tmp_path: Path) -> None:
    hooks = sandbox.path / ".git/hooks"
    hooks.rename(tmp_path / "shared")
    hooks.symlink_to(tmp_path / "shared")
    refused(sandbox, "hooks there is a link")


@pytest.mark.parametrize("after", [0, 3])
@pytest.mark.parametrize("step", ["_write_beside", "_make"])
def test_what_cannot_be_written_leaves_all_hooks_as_they_were(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, step: str, after: int
) -> None:
    put(sandbox, ".git/hooks/pre-commit", FOREIGN)
    put(sandbox, ".git/hooks/pre-push", OLDER.replace(b"pre-commit", b"pre-push"))
    calls: list[object] = []
    function = getattr(steps, step)

    def until_full(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == after + 1:
            raise OSError(28, "No space left on device", "a hook")
        return function(*arguments)

    monkeypatch.setattr(steps, step, until_full)
    refused(sandbox, "cannot change a hook: No space left on device; no hook was changed")


@pytest.mark.parametrize("gone", ["", "pre-commit"])
def test_taking_away_that_fails_leaves_the_hooks(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    put(sandbox, ".git/hooks/pre-commit", FOREIGN)
    installed(sandbox)
    if gone:
        (sandbox.path / ".git/hooks" / gone).unlink()
    before = picture(sandbox.path)
    bring_back = steps._bring_back  # noqa: SLF001  # a file that is somebody else's

    def until_broken(step: steps.Step) -> None:
        if step.path.name == "pre-push" and step.after is None:
            raise PermissionError(13, "Permission denied", str(step.path))
        bring_back(step)

    monkeypatch.setattr(steps, "_bring_back", until_broken)
    with pytest.raises(CannotRun, match="Permission denied"):
        removed(sandbox)
    assert picture(sandbox.path) == before


class TestWhereGitLooks:
    def test_a_folder_of_the_team(self, sandbox: GitSandbox, recorder: Recorder) -> None:
        sandbox.run("config", "core.hooksPath", ".team-hooks")
        put(sandbox, ".team-hooks/pre-commit", FOREIGN)
        done = installed(sandbox).done
        assert done[0] == "installed 6 hooks in .team-hooks, among the files of the work tree"
        sandbox.write("memory/rule/x.md", "x\n")
        sandbox.run("add", "memory")
        sandbox.run("commit", "-q", "-m", "x")
        assert recorder.calls() == ["<hooks><run><pre-commit>"]
        removed(sandbox)
        assert (sandbox.path / ".team-hooks/pre-commit").read_bytes() == FOREIGN

    def test_a_folder_for_all_repositories_of_a_person(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        sandbox.run("config", "--global", "core.hooksPath", str(tmp_path / "for all"))
        refused(sandbox, "not of this repository alone")
        assert not (tmp_path / "for all").exists()
        sandbox.run("config", "core.hooksPath", str(tmp_path / "for one"))
        installed(sandbox)
        assert (tmp_path / "for one/pre-commit").read_bytes() == script("pre-commit")

    def test_a_name_for_all_that_means_a_folder_in_each(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "--global", "core.hooksPath", ".githooks")
        installed(sandbox)
        assert (sandbox.path / ".githooks/pre-commit").is_file()

    def test_a_way_out_of_the_repository(self, sandbox: GitSandbox, tmp_path: Path) -> None:
        sandbox.run("config", "--global", "core.hooksPath", "../above")
        refused(sandbox, "not of this repository alone")
        (sandbox.path / "inside").symlink_to(tmp_path)
        sandbox.run("config", "--global", "core.hooksPath", "inside/hooks")
        refused(sandbox, "inside there is a link")

    def test_no_folder(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "core.hooksPath", "/dev/null")
        refused(sandbox, "which is no folder")

    def test_a_folder_that_is_not_there_yet(self, sandbox: GitSandbox) -> None:
        for path in (sandbox.path / ".git/hooks").iterdir():
            path.unlink()
        (sandbox.path / ".git/hooks").rmdir()
        assert installed(sandbox).done == ("installed 6 hooks in .git/hooks",)

    def test_a_linked_work_tree_has_those_of_the_repository(
        self, sandbox: GitSandbox, recorder: Recorder, tmp_path: Path
    ) -> None:
        sandbox.commit("begin")
        sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
        there = GitSandbox(tmp_path / "linked")
        installed(there)
        assert (sandbox.path / ".git/hooks/pre-commit").is_file()
        there.write("memory/rule/x.md", "x\n")
        there.run("add", "memory")
        there.run("commit", "-q", "-m", "x")
        assert recorder.calls() == ["<hooks><run><pre-commit>"]
        assert installed(sandbox) == Changes()

    def test_a_submodule_has_its_own(self, sandbox: GitSandbox, tmp_path: Path) -> None:
        sandbox.commit("begin")
        outer = GitSandbox(tmp_path / "outer")
        outer.path.mkdir()
        outer.run("init", "-q")
        allowed = ("-c", "protocol.file.allow=always")
        outer.run(*allowed, "submodule", "--quiet", "add", str(sandbox.path), "s")
        installed(GitSandbox(outer.path / "s"))
        assert (outer.path / ".git/modules/s/hooks/pre-commit").is_file()
        assert not (outer.path / ".git/hooks/pre-commit").exists()

    def test_a_bare_repository_gets_the_gate_of_a_server(self, tmp_path: Path) -> None:
        box = GitSandbox(tmp_path / "server.git")
        box.path.mkdir()
        box.run("init", "-q", "--bare")
        assert installed(box, (2, 54)).done == (f"installed 1 hook in {box.path}/hooks",)
        names = {path.name for path in (box.path / "hooks").iterdir() if path.suffix != ".sample"}
        assert names == set(SERVER_HOOKS)
        removed(box)
        assert not (box.path / "hooks/pre-receive").exists()


class TestInTheConfiguration:
    """What git 2.54 reads; an older one looks at the configuration alone here."""

    def event(self, box: GitSandbox, name: str) -> str:
        return box.run("config", "--get", f"hook.sgm-{name}.event").decode().strip()

    def test_git_is_told_what_to_start(self, sandbox: GitSandbox, recorder: Recorder) -> None:
        put(sandbox, ".git/hooks/pre-commit", FOREIGN)
        assert installed(sandbox, (2, 54)).done == ("installed 6 hooks in git's configuration",)
        assert (sandbox.path / ".git/hooks/pre-commit").read_bytes() == FOREIGN
        assert {name: self.event(sandbox, name) for name in WORK_TREE_HOOKS} == {
            name: name for name in WORK_TREE_HOOKS
        }
        command = sandbox.run("config", "--get", "hook.sgm-pre-commit.command").decode().strip()
        sandbox.write("memory/rule/x.md", "x\n")
        sandbox.run("add", "memory")
        sandbox.run("-c", f"alias.start=!{command}", "start")
        assert recorder.calls() == ["<hooks><run><pre-commit>"]

    def test_a_second_time_nothing_is_done(self, sandbox: GitSandbox) -> None:
        installed(sandbox, (2, 54))
        assert installed(sandbox, (2, 55)) == Changes()

    def test_taken_away_the_configuration_is_free_of_them(self, sandbox: GitSandbox) -> None:
        before = picture(sandbox.path / ".git/hooks")
        installed(sandbox, (2, 54))
        assert removed(sandbox).done == ("removed 6 hooks from git's configuration",)
        assert sandbox.run("config", "--get-regexp", "^hook", check=False) == b""
        assert picture(sandbox.path / ".git/hooks") == before
        assert not any((sandbox.path / ".git/sgm-hooks").iterdir())

    def test_files_give_way_to_it_and_it_to_files(self, sandbox: GitSandbox) -> None:
        put(sandbox, ".git/hooks/pre-commit", FOREIGN)
        installed(sandbox)
        installed(sandbox, (2, 54))
        assert (sandbox.path / ".git/hooks/pre-commit").read_bytes() == FOREIGN
        assert not (sandbox.path / ".git/hooks/commit-msg").exists()
        installed(sandbox)
        assert sandbox.run("config", "--get-regexp", "^hook", check=False) == b""
        assert (sandbox.path / ".git/hooks/commit-msg").is_file()

    def test_a_repository_that_was_moved_is_told_anew(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        installed(sandbox, (2, 54))
        moved = GitSandbox(sandbox.path.rename(tmp_path / "it's moved"))
        assert installed(moved, (2, 54)).done == ("installed 6 hooks in git's configuration",)
        command = moved.run("config", "--get", "hook.sgm-pre-push.command").decode().strip()
        assert "moved/.git/sgm-hooks/pre-push" in command

    def test_a_shared_folder_for_hooks_is_not_touched(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        sandbox.run("config", "--global", "core.hooksPath", str(tmp_path / "for all"))
        installed(sandbox, (2, 54))
        assert not (tmp_path / "for all").exists()


class TestTheProgram:
    @pytest.fixture
    def own(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
        """The ``sgm`` that installs, in a folder that is not on PATH."""
        own = Recorder(tmp_path / "environment/bin/sgm").place
        monkeypatch.setattr(installing, "own_program", lambda: own)
        return own

    def test_on_path_needs_no_word(self, sandbox: GitSandbox, own: Path) -> None:
        assert own.is_file()
        installed(sandbox)
        assert sandbox.run("config", "sgm.path", check=False) == b""

    @pytest.mark.usefixtures("own", "path_without_sgm")
    def test_elsewhere_the_hooks_are_led_to_it(self, sandbox: GitSandbox, own: Path) -> None:
        assert "told the hooks where sgm is (git config sgm.path)" in installed(sandbox).done
        assert installed(sandbox) == Changes()
        sandbox.write("memory/rule/x.md", "x\n")
        sandbox.run("add", "memory")
        assert attempt(sandbox, "commit", "-q", "-m", "x").err == ""
        assert (commits(sandbox), Recorder(own).calls()) == (1, ["<hooks><run><pre-commit>"])
        assert "removed where sgm is (git config sgm.path)" in removed(sandbox).done
        assert sandbox.run("config", "sgm.path", check=False) == b""

    @pytest.mark.usefixtures("own", "path_without_sgm")
    def test_what_a_person_has_set_stays(self, sandbox: GitSandbox, tmp_path: Path) -> None:
        theirs = Recorder(tmp_path / "theirs").place
        sandbox.run("config", "sgm.path", str(theirs))
        installed(sandbox)
        removed(sandbox)
        assert sandbox.run("config", "sgm.path").decode().strip() == str(theirs)

    def test_an_environment_that_need_not_be_active_later_is_named(
        self, sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        sgm = environment(tmp_path / "environment")
        outside = os.environ["PATH"]
        active = GitSandbox(sandbox.path, {"PATH": f"{sgm.parent}{os.pathsep}{outside}"})
        assert "told the hooks where sgm is" in start(sgm, active, "install")
        assert sandbox.run("config", "sgm.path").decode().strip() == str(sgm)
        assert start(sgm, active, "install") == ""
        assert f"they start {sgm} (sgm.path)" in start(sgm, sandbox, "status")
        assert "removed where sgm is (git config sgm.path)" in start(sgm, sandbox, "uninstall")

    def test_a_server_finds_an_environment_too(self, tmp_path: Path) -> None:
        sgm = environment(tmp_path / "environment")
        gate = tmp_path / "server.git"
        gate.mkdir()
        box = GitSandbox(gate, {"PATH": f"{sgm.parent}{os.pathsep}{os.environ['PATH']}"})
        box.run("init", "-q", "--bare")
        assert "told the hooks where sgm is" in start(sgm, box, "install")
        assert box.run("config", "sgm.path").decode().strip() == str(sgm)

    def test_a_link_to_it_from_path_is_enough(self, sandbox: GitSandbox, tmp_path: Path) -> None:
        sgm = environment(tmp_path / "environment")
        link = tmp_path / "linked/sgm"
        link.parent.mkdir()
        link.symlink_to(sgm)
        box = GitSandbox(sandbox.path, {"PATH": f"{link.parent}{os.pathsep}{os.environ['PATH']}"})
        assert "told the hooks" not in start(sgm, box, "install")
        assert f"they start {link} (PATH)" in start(sgm, box, "status")


def environment(folder: Path) -> Path:
    """A virtual environment with the ``sgm`` of this checkout in it; give the program."""
    venv.create(folder, symlinks=True)
    sgm = folder / "bin/sgm"
    paths = os.pathsep.join([str(CHECKOUT), *(path for path in sys.path if path)])
    sgm.write_text(
        f"#!/bin/sh\nPYTHONPATH='{paths}' exec '{folder}/bin/python' -m sgm_git \"$@\"\n"
    )
    sgm.chmod(0o755)
    return sgm


def start(sgm: Path, box: GitSandbox, command: str) -> str:
    """What ``sgm hooks`` of an environment prints in a repository."""
    done = subprocess.run(
        [sgm, "hooks", command],
        cwd=box.path,
        env=os.environ | box.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=False,
        timeout=120,
        text=True,
    )
    return done.stdout


class TestWithAManager:
    @pytest.mark.usefixtures("path_without_sgm")
    def test_what_it_removes_is_called_removed(self, sandbox: GitSandbox) -> None:
        sandbox.write(".husky/pre-commit", "echo theirs\n")
        installed(sandbox)
        changed, gone = removed(sandbox).done[:2]
        assert changed == "husky keeps the hooks here: changed .husky/pre-commit"
        assert gone.startswith("husky keeps the hooks here: removed .gitattributes, .husky/commit")

    def test_it_is_told_to_run_ours_and_told_to_stop(self, sandbox: GitSandbox) -> None:
        before = b"# ours\nrepos: []\n"
        config = sandbox.write(".pre-commit-config.yaml", before)
        changes = installed(sandbox)
        files = ".gitattributes, .pre-commit-config.yaml, .sgm/hook"
        assert changes.done == (f"pre-commit keeps the hooks here: changed {files}",)
        assert changes.to_do[-1].startswith("then run: pre-commit install -t pre-commit")
        assert b"sh .sgm/hook files" in config.read_bytes()
        assert not (sandbox.path / ".git/hooks/pre-commit").exists()
        removed(sandbox)
        assert b"sgm" not in config.read_bytes()


def test_modes_are_those_of_any_hook(sandbox: GitSandbox) -> None:
    old = os.umask(0o027)
    try:
        installed(sandbox)
    finally:
        os.umask(old)
    mode = stat.S_IMODE((sandbox.path / ".git/hooks/pre-commit").stat().st_mode)
    assert mode == 0o750
    assert sandbox.status() == ""
