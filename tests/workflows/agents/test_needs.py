"""What is connected says what it starts, and whether that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.agents import needs
from sgm_git.workflows.agents.documents import connected, entries
from sgm_git.workflows.agents.entries import AGENTS, Part
from sgm_git.workflows.agents.needs import lacks

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.workflows.agents.entries import Kind

PARTS = [part for parts in AGENTS.values() for part in parts]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ``sgm`` of this Python, which is not on PATH."""
    program = tmp_path / "own/bin/sgm"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(needs, "own_program", lambda: program)
    monkeypatch.setattr(needs, "find_spec", lambda name: name)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return program


def said(kind: Kind, entry: object, top: Path) -> list[str]:
    return [lack.what for lack in lacks(kind, [entry], top)]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.path)
def test_what_is_put_in_needs_sgm_on_path(
    part: Part, tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = entries(part, connected(part, None))
    (lack,) = lacks(part.kind, found, tmp_path)
    assert lack.what == "sgm is not on PATH"
    assert str(own.parent) in lack.hint
    monkeypatch.setenv("PATH", f"{own.parent}:/usr/bin")
    assert lacks(part.kind, found, tmp_path) == ()


@pytest.mark.parametrize(
    ("command", "lacking"),
    [
        ("sgm context --hook claude", ["sgm is not on PATH"]),
        ("{own} context --hook claude", []),
        ("'{own}' context --hook claude", []),
        ('"own/bin/sgm" context --hook claude', []),
        ("bin/sgm context --hook claude", ["bin/sgm cannot be started"]),
        ('"$CLAUDE_PROJECT_DIR/.venv/bin/sgm" context --hook claude', []),
        ("cd x && sgm context --hook claude", []),
        ("uv run sgm context --hook claude", []),
    ],
)
def test_a_hook_is_a_command_of_a_shell(
    tmp_path: Path, own: Path, command: str, lacking: list[str]
) -> None:
    hook = {"command": command.format(own=own)}
    assert said("hook", hook, tmp_path) == lacking


@pytest.mark.parametrize(
    ("entry", "lacking"),
    [
        ({"command": "uvx-gone", "args": ["sgm", "mcp"]}, ["uvx-gone is not on PATH"]),
        ({"command": "sh", "args": ["sgm", "mcp"]}, []),
        ({"command": "${HOME}/sgm", "args": ["mcp"]}, []),
        ({"args": ["sgm", "mcp"]}, []),
        (None, []),
    ],
)
def test_a_server_is_a_program(tmp_path: Path, entry: object, lacking: list[str]) -> None:
    assert said("mcp", entry, tmp_path) == lacking


def test_only_of_ones_own_sgm_it_is_known_that_it_lacks_the_extra(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(needs, "find_spec", lambda _: None)
    entry = {"command": "sgm", "args": ["mcp"]}
    assert said("mcp", entry, tmp_path) == ["sgm is not on PATH", "sgm mcp needs an extra"]
    assert said("mcp", entry | {"command": str(own)}, tmp_path) == ["sgm mcp needs an extra"]
    other = tmp_path / "sgm"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    assert said("mcp", entry | {"command": str(other)}, tmp_path) == []
    assert said("hook", {"command": f"{own} context --hook claude"}, tmp_path) == []
