"""What ``sgm demo`` says to try next can be pasted as it stands."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli import calling
from tests.cli.runner import run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox


def commands(*words: str) -> list[str]:
    """The commands that are to be tried next."""
    outcome = run(*words)
    assert outcome.status == 0
    lines = outcome.out.partition("Try next:")[2].splitlines()
    return [line.strip() for line in lines if line.startswith("  ")]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a user stands, with a blank in its name."""
    here = tmp_path / "a place"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("PWD", str(here))
    return here


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ``sgm`` of its own that says by which words it was called, and where."""
    program = folder / "sgm"
    folder.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$(basename "$PWD"): $*"\n')
    program.chmod(0o755)
    monkeypatch.setattr(calling, "own_program", lambda: program)
    return program


def pasted(lines: list[str], folder: Path) -> list[str]:
    """What a shell gives for some lines."""
    script = "\n".join(["set -e", *lines])
    done = subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def test_every_command_works(here: GitSandbox) -> None:
    typed = [line for line in commands("demo", "play") if shlex.split(line)[0] == "sgm"]
    outcomes = {
        line: run("-C", "play", *shlex.split(line)[1:])
        for line in typed
        if not line.startswith("sgm edit ")
    }
    assert {line: each.status for line, each in outcomes.items()} == dict.fromkeys(outcomes, 0)
    assert len(outcomes) == len(typed) - 1 == 6
    assert "superseded" not in outcomes["sgm show decision-mysql --rev HEAD~4"].out
    assert here.run("-C", "play", "status", "--short") == b""


def test_an_environment_is_entered_first(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = installed(place / ".venv/bin", monkeypatch)
    program.with_name("activate").write_text(f"PATH='{program.parent}':$PATH\n")
    lines = commands("demo")
    assert lines[:2] == [". .venv/bin/activate", "cd sgm-demo"]
    said = pasted(lines, place)
    assert said[0] == "sgm-demo: show decision-mysql --rev HEAD~4"
    assert any(line.startswith("commit ") for line in said)


def test_what_is_on_path_is_called_by_its_name(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = installed(place / "bin", monkeypatch)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    lines = commands("demo", "my play")
    assert lines[:2] == ["cd 'my play'", "sgm show decision-mysql --rev HEAD~4"]
    assert pasted(lines, place)[0].startswith("my play: show ")


def test_what_is_not_is_called_by_its_path(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = installed(place / "bin", monkeypatch)
    lines = commands("demo")
    assert lines[1].startswith(f"'{program}' show ")
    assert pasted(lines, place)[0].startswith("sgm-demo: show ")


def test_what_is_not_installed_is_called_by_its_python(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "own_program", lambda: None)
    lines = commands("demo")
    assert lines[1].startswith(f"{shlex.quote(sys.executable)} -m sgm_git show ")
    assert place.exists()


def test_whoever_went_elsewhere_is_led_there_from_where_they_stand(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(place / "bin", monkeypatch)
    lines = commands("-C", "..", "demo")
    assert lines[0] == f"cd {tmp_path}/sgm-demo"
    assert pasted(lines, place)[0].startswith("sgm-demo: show ")
