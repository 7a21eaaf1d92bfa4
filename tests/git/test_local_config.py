"""The repository's own configuration, and where it says that hooks are: both engines."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgm_git.errors import CannotRun
from sgm_git.git import restaging
from sgm_git.git.config_text import with_value, without
from sgm_git.git.engine import open_repository
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository

KEYS = ["sgm.path", "sgm.hooksMissing", "hook.sgm-pre-commit.event", 'a."odd\\ sub".x-y', "A.b.C"]
VALUES = ["x", "", " ends ", 'a "b" \\c;d#e', "line\nline\ttab", "日本", "/usr/bin/sgm hooks"]


class TestValues:
    @pytest.mark.parametrize("key", KEYS)
    @pytest.mark.parametrize("value", VALUES)
    def test_what_is_set_is_what_git_reads(
        self, sandbox: GitSandbox, repository: Repository, key: str, value: str
    ) -> None:
        repository.set_config(key, "before")
        repository.set_config(key, value)
        assert sandbox.run("config", "--local", "-z", "--get-all", key) == f"{value}\0".encode()
        assert repository.config_values(key) == [value]
        repository.unset_config(key)
        assert repository.config_values(key) == []
        assert sandbox.run("config", "--get", key, check=False) == b""

    def test_all_values_in_order(self, sandbox: GitSandbox, repository: Repository) -> None:
        for value in ("1", "2", "1"):
            sandbox.run("config", "--add", "hook.x.event", value)
        assert repository.config_values("hook.x.event") == ["1", "2", "1"]
        repository.set_config("hook.x.event", "3")
        assert repository.config_values("hook.x.event") == ["3"]

    def test_only_those_of_the_repository(
        self, sandbox: GitSandbox, repository: Repository, tmp_path: Path
    ) -> None:
        (tmp_path / "more").write_text("[core]\n\thooksPath = included\n")
        sandbox.run("config", "include.path", str(tmp_path / "more"))
        sandbox.run("config", "--global", "core.hooksPath", "global")
        assert repository.config_values("core.hooksPath") == []
        assert repository.config("core.hooksPath") == "included"

    def test_in_a_linked_work_tree_they_are_shared(
        self, sandbox: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        sandbox.commit()
        sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
        open_repository(tmp_path / "linked", engine).set_config("sgm.agent", "x")
        assert sandbox.run("config", "sgm.agent").decode() == "x\n"

    def test_to_unset_nothing_changes_nothing(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        before = (sandbox.path / ".git" / "config").read_bytes()
        repository.unset_config("sgm.path")
        assert (sandbox.path / ".git" / "config").read_bytes() == before

    def test_all_other_lines_stay(self, sandbox: GitSandbox, repository: Repository) -> None:
        config = sandbox.path / ".git" / "config"
        before = config.read_bytes() + b"# words\n[x]\n\ty = 1 ; more\n\tz = a\\\n  b\n"
        config.write_bytes(before)
        repository.set_config("sgm.path", "x")
        assert config.read_bytes().startswith(before)
        repository.unset_config("sgm.path")
        assert config.read_bytes().startswith(before)

    @pytest.mark.parametrize("key", ["", "x", "x.", "x.1y", "x y.z", "x.y\nz.w", "x.y_z"])
    def test_what_is_no_key(self, sandbox: GitSandbox, repository: Repository, key: str) -> None:
        before = (sandbox.path / ".git" / "config").read_bytes()
        with pytest.raises(CannotRun):
            repository.set_config(key, "1")
        assert (sandbox.path / ".git" / "config").read_bytes() == before

    def test_a_lock_that_another_holds(
        self, sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.1)
        (sandbox.path / ".git" / "config.lock").touch()
        with pytest.raises(CannotRun):
            repository.set_config("sgm.path", "x")


class TestHooksFolder:
    def test_by_default_that_of_the_common_directory(
        self, sandbox: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        sandbox.commit()
        sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
        for place in (sandbox.path, tmp_path / "linked"):
            assert open_repository(place, engine).hooks_folder() == sandbox.path / ".git" / "hooks"

    @pytest.mark.parametrize("value", [".husky/_", "/some/where", "~/hooks"])
    def test_where_the_configuration_says(
        self, sandbox: GitSandbox, repository: Repository, value: str
    ) -> None:
        repository.set_config("core.hooksPath", value)
        said = sandbox.run("rev-parse", "--git-path", "hooks").decode().strip()
        assert repository.hooks_folder() == sandbox.path / said

    def test_in_a_bare_repository(self, tmp_path: Path, engine: Engine) -> None:
        box = GitSandbox(tmp_path / "bare")
        box.path.mkdir()
        box.run("init", "-q", "--bare")
        repository = open_repository(box.path, engine)
        assert repository.hooks_folder() == box.path / "hooks"
        repository.set_config("core.hooksPath", "mine")
        assert repository.hooks_folder() == box.path / "mine"


LINES = st.lists(
    st.sampled_from(
        [
            "[sgm]",
            '[Sgm "Sub"]',
            "[sgm.sub]",
            "[other] path = 7",
            "\tpath = 1",
            "PATH=2 # x",
            "path",
            'path = "a ; b" ; c',
            "path = a\\",
            'path = "\\"x" \\',
            "# path = 3",
            "; words \\",
            "other = 1",
            "",
        ]
    ),
    max_size=8,
)


@example(lines=["path = a\\", "", '[Sgm "Sub"]', "path = 1"], key="sgm.path")
@given(lines=LINES, key=st.sampled_from(["sgm.path", "sgm.sub.path", "sgm.Sub.path"]))
def test_whatever_git_can_read_is_changed_as_git_reads_it(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], key: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "config"
    data = "\n".join(["[sgm]", *lines]).encode()
    before = listed(file, data)
    if before is None:  # git itself finds fault with it
        return
    rest = [item for item in before if item.partition("\n")[0] != key]
    assert listed(file, without(data, key)) == rest
    assert listed(file, with_value(data, key, "new")) == [*rest, f"{key}\nnew"]


def listed(file: Path, data: bytes) -> list[str] | None:
    """What git reads in a configuration file, None if it cannot."""
    file.write_bytes(data)
    call = ["git", "config", "--file", str(file), "--list", "-z"]
    done = subprocess.run(call, capture_output=True, check=False)
    return None if done.returncode else done.stdout.decode().split("\0")[:-1]
