"""What we leave in a git directory can be used by all whom the repository is shared with."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.git.lock import repository_lock
from tests.git.support import commit
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.git.engine import Engine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX file modes")


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    """A person who lets nobody else in by default."""
    before = os.umask(0o077)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of all that lies below a folder, by path."""
    paths = [path for path in folder.rglob("*") if "hooks" not in path.parts]
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in paths}


def closed(git_dir: Path) -> list[str]:
    """What the group cannot use as it must: write folders and files, read objects."""
    found = modes(git_dir)
    fixed = {name for name in found if name.startswith("objects/") and "." in name}
    return [
        name
        for name, mode in found.items()
        if name not in fixed
        and "COMMIT_EDITMSG" not in name
        and mode & 0o060 != (0o040 if mode & 0o700 == 0o400 else 0o060)
    ]


@pytest.mark.parametrize("shared", ["group", "all", "0660"])
def test_a_teammate_can_write_after_us(sandbox: GitSandbox, engine: Engine, shared: str) -> None:
    sandbox.run("init", "-q", f"--shared={shared}", "-b", "team/first", "team")
    team = GitSandbox(sandbox.path / "team")
    repository = open_repository(team.path, engine)
    for number in range(2):
        team.write("memory/a.md", str(number))
        commit(repository, "memory/a.md")
    git_dir = team.path / ".git"
    assert {"sgm/lock", "refs/heads/team/first", "logs/refs/heads/team/first"} <= set(
        modes(git_dir)
    )
    assert closed(git_dir) == []
    assert (git_dir / "sgm").stat().st_mode & 0o7777 == (git_dir / "refs").stat().st_mode & 0o7777


def test_a_lock_that_was_made_too_narrow_is_opened_by_its_owner(sandbox: GitSandbox) -> None:
    git_dir = sandbox.path / ".git"
    with repository_lock(git_dir):
        pass
    assert modes(git_dir)["sgm/lock"] == 0o600
    sandbox.run("init", "-q", "--shared=group")
    (git_dir / "objects").chmod(0o2770)
    with repository_lock(git_dir):
        pass
    assert modes(git_dir)["sgm/lock"] == 0o660
    assert modes(git_dir)["sgm"] == 0o2770 | (git_dir / "sgm").stat().st_mode & 0o7


def test_without_sharing_the_umask_decides(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("memory/a.md", "1")
    commit(open_repository(sandbox.path, engine), "memory/a.md")
    assert modes(sandbox.path / ".git")["sgm/lock"] == 0o600
    assert modes(sandbox.path / ".git")["index"] == 0o600
