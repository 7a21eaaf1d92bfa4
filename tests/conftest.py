"""Every test is cut off from the user's home, git configuration, locale and clock zone."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.support import GitSandbox, isolated_environment

if TYPE_CHECKING:
    from pathlib import Path

_CALM = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("dev", max_examples=100, deadline=None, suppress_health_check=_CALM)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True)
settings.register_profile("thorough", parent=settings.get_profile("dev"), max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


def pytest_configure() -> None:
    """A run in the background ignores ^C, and what it starts does so, too: here it is tried."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture(autouse=True)
def _isolation(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "gitconfig").write_text(
        "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"
        "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
    )
    wanted = isolated_environment(home)
    for name in set(os.environ) - set(wanted) - {"PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(name)
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    time.tzset()


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written instead of compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def sandbox(tmp_path: Path) -> GitSandbox:
    """A fresh repository with nothing in it."""
    place = tmp_path / "repo"
    place.mkdir()
    box = GitSandbox(place)
    box.run("init", "-q")
    return box


@pytest.fixture
def sgm_on_path(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ``sgm`` on PATH that lets everything pass: what hooks do is told elsewhere."""
    program = tmp_path_factory.mktemp("programs") / "sgm"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program
