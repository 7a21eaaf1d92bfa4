"""Which variables of a hook reach git, and which must not."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.git.variables import own_variables, personal_variables
from tests.git.support import commit, hook
from tests.support import GitSandbox

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine

CHECKOUT = Path(__file__).resolve().parents[2]
LIST_STAGED = """
import sys
from sgm_git.git.engine import open_repository
repository = open_repository(".", sys.argv[1])
print("\\n".join(f"{entry.path} {entry.oid}" for entry in repository.list_index()))
"""


def test_what_belongs_to_one_repository_is_dropped() -> None:
    kept = personal_variables(
        {
            "PATH": "/bin",
            "GIT_DIR": "x",
            "GIT_WORK_TREE": "x",
            "GIT_INDEX_FILE": "x",
            "GIT_OBJECT_DIRECTORY": "x",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": "x",
            "GIT_QUARANTINE_PATH": "x",
            "GIT_COMMON_DIR": "x",
            "GIT_NAMESPACE": "x",
            "GIT_PREFIX": "x",
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_REPLACE_REF_BASE": "x",
            "GIT_EXTERNAL_DIFF": "x",
            "GIT_PAGER": "x",
            "GIT_TRACE": "1",
            "GIT_CONFIG": "x",
            "GIT_CONFIG_GLOBAL": "x",
            "GIT_AUTHOR_NAME": "Ada",
            "GIT_COMMITTER_DATE": "1",
            "GIT_SSH_COMMAND": "ssh",
        }
    )
    assert kept.keys() == {
        "PATH",
        "GIT_CONFIG_GLOBAL",
        "GIT_AUTHOR_NAME",
        "GIT_COMMITTER_DATE",
        "GIT_SSH_COMMAND",
    }


class TestOwn:
    def test_an_index_of_the_repository_itself(self, sandbox: GitSandbox) -> None:
        git_dir = sandbox.path / ".git"
        (git_dir / "next-index-1.lock").touch()
        for value in (".git/next-index-1.lock", str(git_dir / "next-index-1.lock")):
            own = own_variables(git_dir, sandbox.path, {"GIT_INDEX_FILE": value})
            assert own == {"GIT_INDEX_FILE": str(git_dir / "next-index-1.lock")}

    def test_an_index_that_is_not_there_would_mean_that_all_is_deleted(
        self, sandbox: GitSandbox
    ) -> None:
        environ = {"GIT_INDEX_FILE": ".git/next-index-1.lock"}
        assert own_variables(sandbox.path / ".git", sandbox.path, environ) == {}

    def test_one_elsewhere_only_where_the_environment_is_of_this_repository(
        self, sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git_dir, index = sandbox.path / ".git", tmp_path / "index"
        index.touch()
        environ = {"GIT_INDEX_FILE": str(index), "GIT_OBJECT_DIRECTORY": "quarantine"}
        monkeypatch.chdir(tmp_path)
        assert own_variables(git_dir, sandbox.path, environ) == {}
        assert own_variables(git_dir, sandbox.path, environ | {"GIT_DIR": "nowhere"}) == {}
        assert own_variables(git_dir, sandbox.path, environ | {"GIT_DIR": str(git_dir)}) == environ
        monkeypatch.chdir(sandbox.path)
        assert own_variables(git_dir, sandbox.path, environ) == {"GIT_INDEX_FILE": str(index)}


@pytest.mark.parametrize("way", [["-a"], ["--only", "--", "a"], []])
@pytest.mark.parametrize("linked", [False, True])
def test_inside_a_hook_the_index_is_the_one_about_to_be_committed(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, way: list[str], *, linked: bool
) -> None:
    sandbox.write("a", "1")
    sandbox.write("b", "1")
    sandbox.commit()
    script = tmp_path / "list.py"
    script.write_text(LIST_STAGED)
    run = f"PYTHONPATH={CHECKOUT} {sys.executable} {script} {engine} > {tmp_path}/seen"
    hook(sandbox, "pre-commit", run)
    box = sandbox
    if linked:
        sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
        box = GitSandbox(tmp_path / "linked")
    box.write("a", "2")
    box.write("b", "2")
    if not way:
        box.run("add", "a")
    box.run("commit", "-q", "-m", "x", *way)
    listed = box.run("ls-tree", "-r", "--format=%(path) %(objectname)", "HEAD").decode()
    assert (tmp_path / "seen").read_text() == listed


def test_a_hook_of_a_commit_of_ours_sees_that_commit(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    script = tmp_path / "list.py"
    script.write_text(LIST_STAGED)
    run = f"PYTHONPATH={CHECKOUT} {sys.executable} {script} {engine} > {tmp_path}/seen"
    hook(sandbox, "pre-commit", run)
    sandbox.write("other", "1")
    sandbox.run("add", "other")
    sandbox.write("ours", "2")
    commit(open_repository(sandbox.path, "git"), "ours")
    assert (tmp_path / "seen").read_text().split()[::2] == ["ours"]


def test_inside_a_hook_another_folder_has_its_own_index(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    other = GitSandbox(tmp_path / "other")
    other.path.mkdir()
    other.run("init", "-q")
    other.write("theirs", "1")
    other.run("add", "theirs")
    script = tmp_path / "list.py"
    script.write_text(LIST_STAGED)
    run = f"PYTHONPATH={CHECKOUT} {sys.executable} {script} {engine}"
    hook(sandbox, "pre-commit", f"cd {other.path} && {run} > {tmp_path}/seen")
    sandbox.write("ours", "1")
    sandbox.run("add", "ours")
    sandbox.run("commit", "-q", "-m", "x", "-a")
    assert (tmp_path / "seen").read_text().startswith("theirs ")
    (tmp_path / "seen").unlink()
    sandbox.write("ours", "2")
    commit(open_repository(sandbox.path, "git"), "ours")
    assert (tmp_path / "seen").read_text().startswith("theirs ")


def test_a_push_hook_sees_what_is_in_quarantine(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    bare = tmp_path / "bare.git"
    sandbox.run("init", "-q", "--bare", str(bare))
    script = tmp_path / "look.py"
    script.write_text(
        "import sys\n"
        "from sgm_git.git.engine import open_repository\n"
        "repository = open_repository('.', sys.argv[1])\n"
        "new = sys.stdin.read().split()[1]\n"
        "sys.stdout.write(repository.read_path(new, 'memory/a').decode())\n"
    )
    target = bare / "hooks/pre-receive"
    target.write_text(
        f"#!/bin/sh\nPYTHONPATH={CHECKOUT} {sys.executable} {script} {engine} > {tmp_path}/seen\n"
    )
    target.chmod(0o755)
    sandbox.write("memory/a", "pushed")
    sandbox.commit()
    sandbox.run("push", "-q", str(bare), "main")
    assert (tmp_path / "seen").read_text() == "pushed"


def test_the_process_environment_is_left_as_it_is(sandbox: GitSandbox) -> None:
    before = dict(os.environ)
    own_variables(sandbox.path / ".git", sandbox.path, os.environ)
    assert dict(os.environ) == before
