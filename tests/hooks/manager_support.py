"""Repositories in which a manager of hooks runs ours, with the ``sgm`` of this checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.hooks.support import attempt
from tests.programs import put_sgm
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hooks.support import Outcome

_THEN = "then run: "
PATH = "memory/rule/rule-x.md"
GOOD = """---
id: rule-x
type: rule
x_review: {by: grace}
provenance: {agent: Ada, created_at: "2026-10-10T18:21:47Z", origin: editor, scope: {}}
---

Do X.
"""
BAD = GOOD.replace('"2026-10-10T18:21:47Z"', "yesterday")
TYPED = "---\ntitle: By hand\n---\n\nDo Y.\n"
TYPED_PATH = "memory/rule/rule-y.md"
LOSSY = GOOD.replace("x_review: {by: grace}\n", "")


def with_programs(box: GitSandbox, *folders: Path) -> GitSandbox:
    """The repository as somebody sees it who has ``sgm``, and what lies in folders, on PATH."""
    own = put_sgm(box.path.parent / "programs/sgm").parent
    path = os.pathsep.join([*map(str, folders), str(own), os.environ["PATH"]])
    return GitSandbox(box.path, box.environment | {"PATH": path})


def without_sgm(box: GitSandbox) -> GitSandbox:
    """The repository as somebody sees it who has no ``sgm``."""
    folders = box.environment["PATH"].split(os.pathsep)
    kept = [folder for folder in folders if shutil.which("sgm", path=folder) is None]
    return GitSandbox(box.path, box.environment | {"PATH": os.pathsep.join(kept)})


def begun(box: GitSandbox) -> GitSandbox:
    """A memory with one record in it, committed before there were any hooks."""
    box.write(".sgm/config.toml", "format = 1\n")
    box.write(PATH, GOOD)
    box.commit("begin")
    return box


def enter(box: GitSandbox) -> tuple[str, ...]:
    """Let ``sgm init`` have the manager run our hooks; give what it says is to be run then."""
    said = program(box, "sgm", "init").splitlines()
    assert [line for line in said if " keeps the hooks here: changed " in line]
    return tuple(line.removeprefix(_THEN) for line in said if line.startswith(_THEN))


def program(box: GitSandbox, *command: str, check: bool = True) -> str:
    """Run a program in a repository; give all that it said."""
    status, said = _run(box, *command)
    assert not (check and status), said
    return said


def pushed(box: GitSandbox) -> str:
    """Push the branch; give all that was said, and last whether that succeeded."""
    status, said = _run(box, "git", "push", "-q", "origin", "HEAD:main")
    return said + ("refused" if status else "pushed")


def _run(box: GitSandbox, *command: str) -> tuple[int, str]:
    place = shutil.which(command[0], path=box.environment["PATH"])
    assert place is not None, command
    done = subprocess.run(
        [place, *command[1:]],
        cwd=box.path,
        env=os.environ | box.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def with_remote(box: GitSandbox, place: Path) -> None:
    """Give a repository a remote that holds nothing yet."""
    box.run("init", "-q", "--bare", str(place))
    box.run("remote", "add", "origin", str(place))


def commit(box: GitSandbox, path: str, text: str, message: str = "x") -> Outcome:
    """Stage a file and commit, with whatever hooks there are."""
    box.write(path, text)
    box.run("add", "--", path)
    return attempt(box, "commit", "-q", "-m", message)


def committed(box: GitSandbox, path: str = PATH) -> str:
    """What HEAD has at a path; nothing where it has no such file."""
    return box.run("show", f"HEAD:{path}", check=False).decode()


def staged(box: GitSandbox, path: str = PATH) -> str:
    """What the index has at a path."""
    return box.run("show", f":{path}").decode()


def is_clean(box: GitSandbox) -> bool:
    """Whether nothing is changed, staged or lost: of what git tracks."""
    box.run("fsck", "--strict", "--no-dangling")
    return box.run("status", "--porcelain", "--untracked-files=no") == b""


@pytest.fixture(scope="session")
def node_programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of husky's and lefthook's programs, installed once; skips where that fails."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not here, which husky and lefthook come with")
    folder = tmp_path_factory.mktemp("node")
    wanted = ("husky@9", "lefthook@2")
    flags = ("--prefix", str(folder), "--prefer-offline", "--no-audit", "--no-fund")
    done = subprocess.run(
        [npm, "install", *flags, "--ignore-scripts", *wanted],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    if done.returncode:
        pytest.skip(f"npm cannot get {' and '.join(wanted)} here, as without network")
    return folder / "node_modules" / ".bin"
