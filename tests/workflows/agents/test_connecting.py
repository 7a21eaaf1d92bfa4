"""Agents are connected and disconnected as a whole, and files are written as one."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.engine import open_repository
from sgm_git.store.below import Below
from sgm_git.workflows.agents.connecting import connections, plan_install, plan_uninstall
from sgm_git.workflows.agents.diagnosing import diagnose_agents
from sgm_git.workflows.agents.entries import AGENTS
from sgm_git.workflows.agents.files import Plan, carry_out, top_of
from sgm_git.workflows.agents.instructions import plan_instructions

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


@pytest.fixture
def repository(sandbox: GitSandbox) -> Repository:
    return open_repository(sandbox.path)


def _stands(top: Path) -> dict[str, str]:
    return {each.path: each.stand for each in connections(top)}


def test_all_agents_are_connected_and_nothing_is_left_afterwards(
    sandbox: GitSandbox, repository: Repository
) -> None:
    top = sandbox.path
    sandbox.write(".vscode/mcp.json", '{ // ours\n  "servers": {"a": {"command": "b"}},\n}\n')
    before = sandbox.status()
    names = [*AGENTS]
    done = carry_out(repository, plan_install(top, names))
    assert sorted(done) == [
        "changed .vscode/mcp.json",
        *(f"wrote {path}" for path in sorted(_stands(top)) if path != ".vscode/mcp.json"),
    ]
    assert set(_stands(top).values()) == {"connected"}
    assert plan_install(top, names) == Plan()
    carry_out(repository, plan_uninstall(top, names))
    assert sandbox.status() == before
    assert set(_stands(top).values()) == {"absent"}
    assert plan_uninstall(top, names) == Plan()


def test_only_what_is_wanted_is_put_in(sandbox: GitSandbox) -> None:
    assert [c.path for c in plan_install(sandbox.path, ["claude"], {"mcp"}).changes] == [
        ".mcp.json"
    ]
    twice = plan_install(sandbox.path, ["codex", "codex"], {"hook"})
    assert [change.path for change in twice.changes] == [".codex/hooks.json"]


def test_what_somebody_else_calls_by_our_name_is_left_alone(sandbox: GitSandbox) -> None:
    sandbox.write(".mcp.json", '{"mcpServers": {"sgm": {"command": "other"}}}')
    plan = plan_install(sandbox.path, ["claude"])
    assert [change.path for change in plan.changes] == [".claude/settings.json"]
    assert [each.partition(",")[0] for each in plan.unable] == [
        ".mcp.json:1: the name sgm is taken"
    ]
    note = ".mcp.json:1: this server sgm is yours: left alone"
    assert plan_uninstall(sandbox.path, ["claude"]) == Plan((), (note,))
    assert _stands(sandbox.path)[".mcp.json"] == "other"


def test_one_malformed_file_stops_all(sandbox: GitSandbox) -> None:
    sandbox.write(".claude/settings.json", "{\n  oops\n}")
    with pytest.raises(CannotRun, match=r"^\.claude/settings\.json:2:3: this is no JSON"):
        plan_install(sandbox.path, ["claude"])
    assert _stands(sandbox.path)[".claude/settings.json"] == "broken"


@pytest.mark.parametrize("link", [".claude", ".claude/settings.json"])
def test_nothing_is_read_or_written_through_a_link(sandbox: GitSandbox, link: str) -> None:
    outside = sandbox.path.parent / "outside"
    outside.mkdir()
    (outside / "settings.json").write_text("{}")
    place = sandbox.path / link
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(outside if link == ".claude" else outside / "settings.json")
    with pytest.raises(CannotRun, match="is a symbolic link"):
        plan_install(sandbox.path, ["claude"])


def test_a_read_only_file_is_left_as_it_is(sandbox: GitSandbox, repository: Repository) -> None:
    path = sandbox.write(".mcp.json", "{}")
    path.chmod(0o444)
    with pytest.raises(CannotRun, match=r"^\.mcp\.json is read-only"):
        carry_out(repository, plan_install(sandbox.path, ["claude"]))
    assert path.read_text() == "{}"
    assert not (sandbox.path / ".claude").exists()


def test_a_file_keeps_its_mode(sandbox: GitSandbox, repository: Repository) -> None:
    path = sandbox.write(".mcp.json", "{}")
    path.chmod(0o600)
    carry_out(repository, plan_install(sandbox.path, ["claude"]))
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_write_that_fails_leaves_every_file_as_it_was(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write(".mcp.json", "{}")
    real, calls = os.replace, []

    def failing(source: str, target: str, **more: int) -> None:
        calls.append(target)
        if target == "settings.json":
            raise OSError(28, "No space left on device")
        real(source, target, **more)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(CannotRun, match=r"^cannot write \.claude/settings\.json: No space left"):
        carry_out(repository, plan_install(sandbox.path, ["claude"]))
    assert ".mcp.json" in calls
    assert (sandbox.path / ".mcp.json").read_text() == "{}"
    assert sandbox.status().splitlines() == ["? .mcp.json"]


def test_folders_that_were_there_before_stay(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = sandbox.path
    for name in (".cursor", ".github", ".vscode/own"):
        (top / name).mkdir(parents=True)
    names = ["cursor", "copilot"]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", _full)
        with pytest.raises(CannotRun):
            carry_out(repository, plan_install(top, names))
    carry_out(repository, plan_install(top, names))
    carry_out(repository, plan_uninstall(top, names))
    assert (top / ".cursor").is_dir()
    assert (top / ".github").is_dir()
    assert (top / ".vscode/own").is_dir()
    assert sandbox.status() == ""


def _full(_handle: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_write_that_fails_takes_its_own_folders_back_and_no_others(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sandbox.path / ".github").mkdir()
    take = Below.take

    def failing(tree: Below, saved: Path, path: str) -> None:
        take(tree, saved, path)
        if path == ".github/hooks/sgm.json":
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Below, "take", failing)
    with pytest.raises(CannotRun):
        carry_out(repository, plan_install(sandbox.path, ["copilot"]))
    assert {each.name for each in sandbox.path.iterdir()} == {".git", ".github"}
    assert [*(sandbox.path / ".github").iterdir()] == []


def test_a_file_that_would_be_too_large_is_named(
    sandbox: GitSandbox, repository: Repository
) -> None:
    resource = pytest.importorskip("resource")
    plan = plan_instructions(sandbox.path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, limits[1]))
    try:
        with pytest.raises(CannotRun, match=r"^cannot write AGENTS\.md: File too large$"):
            carry_out(repository, plan)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sandbox.status() == ""


def test_what_was_changed_meanwhile_is_not_overwritten(
    sandbox: GitSandbox, repository: Repository
) -> None:
    plan = plan_install(sandbox.path, ["claude"])
    sandbox.write(".mcp.json", "{}")
    with pytest.raises(Refused, match=r"^\.mcp\.json was changed meanwhile"):
        carry_out(repository, plan)
    assert not (sandbox.path / ".claude").exists()


def test_a_bare_repository_has_nothing_to_write_in(sandbox: GitSandbox) -> None:
    sandbox.run("init", "-q", "--bare", "../bare.git")
    with pytest.raises(CannotRun, match="a bare repository has no work tree"):
        top_of(open_repository(sandbox.path.parent / "bare.git"))


def test_a_bare_repository_has_no_agents(sandbox: GitSandbox) -> None:
    sandbox.run("init", "-q", "--bare", "../bare.git")
    bare = open_repository(sandbox.path.parent / "bare.git")
    assert [*diagnose_agents(bare)] == []


def test_nothing_planned_is_nothing_done(repository: Repository) -> None:
    assert carry_out(repository, Plan()) == ()
