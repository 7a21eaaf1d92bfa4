"""A kill while files of agents are written leaves each file whole, and nothing beside it."""

from __future__ import annotations

import errno
import os
import signal
import sys
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.store.below import Below
from sgm_git.workflows.agents.connecting import plan_install
from sgm_git.workflows.agents.files import Plan, carry_out
from sgm_git.workflows.agents.instructions import plan_instructions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process that was forked")

_WRITES = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree"}
PLANS: dict[str, Callable[[Path], Plan]] = {
    "agents-md": plan_instructions,
    "agents install": lambda top: plan_install(top, ["claude"]),
}


def _killed(repository: Repository, plan: Plan, after: int) -> bool:
    """Carry a plan out in a process that dies ``after`` so many touches of a file system."""
    child = os.fork()
    if not child:
        touches = count()

        def die(event: str, _arguments: tuple[Any, ...]) -> None:
            if event in _WRITES and next(touches) == after:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(die)
        carry_out(repository, plan)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def _begin(top: Path) -> dict[str, bytes]:
    """The files that are there before."""
    for path in top.rglob("*.md"):
        path.unlink()
    (top / ".claude").mkdir(exist_ok=True)
    (top / ".claude/settings.json").unlink(missing_ok=True)
    before = {"CLAUDE.md": b"Be brief.\n", ".mcp.json": b"{}\n"}
    for name, data in before.items():
        (top / name).write_bytes(data)
    return before


def _files(top: Path) -> dict[str, bytes]:
    found = (path for path in top.rglob("*") if path.is_file())
    named = {path.relative_to(top).as_posix(): path.read_bytes() for path in found}
    return {name: data for name, data in named.items() if not name.startswith(".git/")}


@pytest.mark.parametrize("name", PLANS)
def test_a_kill_leaves_each_file_whole_and_nothing_else(sandbox: GitSandbox, name: str) -> None:
    top, repository = sandbox.path, open_repository(sandbox.path)
    for number in count():
        before = _begin(top)
        plan = PLANS[name](top)
        was_killed = _killed(repository, plan, number)
        found = _files(top)
        after = {change.path: change.after for change in plan.changes}
        for path, data in found.items():
            assert data in {before.get(path), after.get(path)}
        assert {*before} <= {*found}
        carry_out(repository, PLANS[name](top))
        assert _files(top) == before | after
        if not was_killed:
            break
    assert number > 10
    assert not (top / ".git/sgm/agents").exists()


@pytest.mark.parametrize("name", PLANS)
def test_on_another_disk_the_next_run_clears_what_is_left(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def elsewhere(_tree: Below, _saved: Path, _path: str) -> None:
        raise OSError(errno.EXDEV, "invalid cross-device link")

    monkeypatch.setattr(Below, "take", elsewhere)
    top, repository = sandbox.path, open_repository(sandbox.path)
    left = 0
    for number in count():
        before = _begin(top)
        plan = PLANS[name](top)
        was_killed = _killed(repository, plan, number)
        left += any(".sgm-" in path for path in _files(top))
        carry_out(repository, PLANS[name](top))
        assert _files(top) == before | {change.path: change.after for change in plan.changes}
        if not was_killed:
            break
    assert left
