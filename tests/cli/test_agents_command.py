"""``sgm agents`` and ``sgm agents-md``: what they ask, and what they end with."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.registry import COMMANDS
from sgm_git.report.session_hooks import HOOK_AGENTS
from sgm_git.workflows.agents import needs
from sgm_git.workflows.agents.entries import AGENTS
from sgm_git.workflows.agents.instructions import INSTRUCTIONS
from tests.cli.runner import Outcome, run
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox


@pytest.fixture(autouse=True)
def _complete(sgm_on_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has all that an agent needs."""
    monkeypatch.setattr(needs, "find_spec", lambda name: name)
    return sgm_on_path


def test_whoever_is_there_is_asked(here: GitSandbox) -> None:
    refused = run("agents", "install", "cursor", stdin="n\n", terminal=True)
    assert refused.status == 1
    assert '"mcpServers"' in refused.out
    assert refused.err == "write this? [y/n] nothing was written\n"
    assert here.status() == ""
    agreed = run("agents", "install", "cursor", stdin="y\n", terminal=True)
    assert agreed.status == 0
    assert agreed.out.endswith("wrote .cursor/mcp.json\nwrote .cursor/hooks.json\n")


def test_whoever_takes_out_is_asked(here: GitSandbox) -> None:
    run("agents", "install", "cursor", "--yes")
    before = (here.path / ".cursor/mcp.json").read_bytes()
    nobody = run("agents", "uninstall", "cursor")
    assert nobody.status == 2
    assert "nothing was written: nobody is there to ask" in nobody.err
    refused = run("agents", "uninstall", "cursor", stdin="n\n", terminal=True)
    assert (refused.status, refused.err) == (1, "write this? [y/n] nothing was written\n")
    assert "deleted file mode" in refused.out
    assert (here.path / ".cursor/mcp.json").read_bytes() == before
    agreed = run("agents", "uninstall", "cursor", stdin="y\n", terminal=True)
    assert agreed.status == 0
    assert agreed.out.endswith("removed .cursor/mcp.json\nremoved .cursor/hooks.json\n")
    assert here.status() == ""


def test_a_name_that_is_taken_is_told_and_the_rest_is_written(here: GitSandbox) -> None:
    here.write(".mcp.json", '{"mcpServers": {"sgm": {"command": "docker"}}}')
    outcome = run("--quiet", "agents", "install", "claude", "cursor", "--yes")
    assert outcome.status == 1
    assert outcome.err.startswith(".mcp.json:1: the name sgm is taken, claude gets no server")
    assert [line.split()[-1] for line in outcome.out.splitlines() if line.startswith("wrote")] == [
        ".claude/settings.json",
        ".cursor/mcp.json",
        ".cursor/hooks.json",
    ]
    assert (here.path / ".mcp.json").read_text() == '{"mcpServers": {"sgm": {"command": "docker"}}}'
    again = run("agents", "install", "claude", "--diff")
    assert (again.status, again.out) == (1, "")
    assert again.err.endswith("nothing was written\n")


@pytest.mark.parametrize("arguments", [["--no-hook", "--no-mcp"], []])
def test_what_would_write_nothing_is_a_usage_error(here: GitSandbox, arguments: list[str]) -> None:
    outcome = run("agents", "install", "cursor", *arguments)
    assert outcome.status == 2
    assert len(outcome.err.splitlines()) == 2
    assert here.status() == ""


@pytest.mark.usefixtures("here")
def test_a_name_that_is_none_is_a_usage_error() -> None:
    outcome = run("agents", "install", "clod")
    assert (outcome.status, outcome.out) == (2, "")
    assert "'clod' is not one of 'claude', 'codex', 'cursor', 'copilot'" in outcome.err
    assert run("agents").status == 2
    assert run("agents-md", "--check", "--remove").status == 2


def test_a_difference_that_is_only_shown_ends_with_1(here: GitSandbox) -> None:
    for words in (("agents", "install", "codex", "--dry-run"), ("agents-md", "--diff")):
        outcome = run(*words)
        assert outcome.status == 1
        assert outcome.out.startswith("diff --git a/")
    assert here.status() == ""
    run("agents", "install", "codex", "--yes")
    outcome = run("agents", "uninstall", "codex", "--diff")
    assert outcome.status == 1
    assert "-[mcp_servers.sgm]" in outcome.out.splitlines()
    assert run("agents-md", "--remove", "--diff") == Outcome(0, "", "")


def test_what_is_shown_is_taken_by_git(here: GitSandbox) -> None:
    patch = here.path / "patch"
    here.write(".mcp.json", '{"mcpServers": {"a": {"command": "b"}}}')
    for word in ("install", "uninstall"):
        patch.write_text(run("agents", word, "claude", "codex", "--diff").out)
        here.run("apply", "patch")
        outcome = run("agents", word, "claude", "codex", "--yes")
        assert (outcome.status, outcome.err) == (0, "nothing to do\n")
    assert here.status() == "? .mcp.json\n? patch\n"


def _part(
    kind: str, path: str, state: str, *, starts: bool | None = None, note: str | None = None
) -> dict[str, object]:
    return {"kind": kind, "path": path, "state": state, "starts": starts, "note": note}


def test_the_status_is_json_too(here: GitSandbox) -> None:
    here.write(".mcp.json", "{")
    run("agents", "install", "codex", "--yes", "--no-mcp")
    outcome = run("agents", "status", "--json")
    assert outcome.status == 1
    agents = {each["name"]: each["parts"] for each in json.loads(outcome.out)["agents"]}
    assert [*agents] == ["claude", "codex", "cursor", "copilot"]
    assert agents["codex"] == [
        _part("mcp", ".codex/config.toml", "absent"),
        _part("hook", ".codex/hooks.json", "connected", starts=True),
    ]
    assert agents["claude"][0]["state"] == "broken"
    assert agents["claude"][0]["note"] == ".mcp.json:1:2: a name is missing"


def test_the_doctor_says_who_is_connected(here: GitSandbox) -> None:
    assert "agents" not in run("doctor").out
    run("agents", "install", "claude", "codex", "--yes")
    here.write(".mcp.json", "{")
    lines = run("doctor").out.splitlines()
    assert "ok       connected agents: claude (hook), codex (mcp, hook)" in lines
    assert "warning  claude is not connected: .mcp.json:1:2: a name is missing" in lines


def test_secrets_that_stand_beside_are_not_shown(here: GitSandbox) -> None:
    here.write(".mcp.json", f'{{\n  "mcpServers": {{"a": {{"env": {{"T": "{TOKEN}"}}}}}}\n}}\n')
    outcome = run("agents", "install", "claude", "--yes")
    assert outcome.status == 0
    assert TOKEN not in outcome.out
    assert TOKEN in (here.path / ".mcp.json").read_text()


def test_what_an_agent_would_look_for_in_vain_is_told(
    here: GitSandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(needs, "find_spec", lambda _: None)
    monkeypatch.setattr(needs, "own_program", lambda: tmp_path / "bin/sgm")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    way = f"put {tmp_path}/bin on the PATH that agents are started with, or link sgm into it"
    told = [f"sgm is not on PATH: {way}", "sgm mcp needs an extra: pip install 'sgm-git[mcp]'"]
    outcome = run("agents", "install", "claude", "--yes")
    assert (outcome.status, outcome.err.splitlines()) == (0, told)
    again = run("agents", "install", "claude")
    assert (again.status, again.err.splitlines()) == (0, ["nothing to do", *told])
    outcome = run("agents", "status")
    assert (outcome.status, outcome.err.splitlines()) == (1, told)
    assert outcome.out.splitlines()[:3] == [
        (
            "claude   mcp   connected, cannot start  .mcp.json"
            "  (sgm is not on PATH; sgm mcp needs an extra)"
        ),
        "claude   hook  connected, cannot start  .claude/settings.json  (sgm is not on PATH)",
        "codex    mcp   not connected            .codex/config.toml",
    ]
    parts = json.loads(run("agents", "status", "--json").out)["agents"][0]["parts"]
    assert parts[1] == _part(
        "hook", ".claude/settings.json", "connected", starts=False, note="sgm is not on PATH"
    )
    run("agents", "install", "codex", "--yes", "--no-mcp")
    lines = run("doctor").out.splitlines()
    assert "warning  claude, codex cannot start sgm: sgm is not on PATH" in lines
    assert f"         hint: {way}" in lines
    assert "warning  claude cannot start sgm: sgm mcp needs an extra" in lines
    assert here.status()


def test_what_agents_are_told_to_run_is_there() -> None:
    assert {*re.findall(r"`sgm ([a-z-]+)", INSTRUCTIONS)} <= {*COMMANDS}
    assert {*AGENTS} == {*HOOK_AGENTS}
