"""Every test is cut off from the user's home, git configuration, locale and clock zone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from itertools import count
from typing import TYPE_CHECKING

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

from tests.kept import keep
from tests.support import GitSandbox, isolated_environment, untraced

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

_SETTINGS = """[user]
\tname = Ada
\temail = ada@example.org
[init]
\tdefaultBranch = main
[gc]
\tauto = 0
[maintenance]
\tauto = false
"""
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


_measuring = pytest.StashKey[Coverage]()


def pytest_itemcollected(item: pytest.Item) -> None:
    """A property runs a hundred times what an example runs once: which lines, examples show."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        item.add_marker(untraced)


def pytest_collection_finish(session: pytest.Session) -> None:
    """From here on, only bodies of tests are measured: not what pytest does between them.

    A worker of pytest-xdist has one measurement begun around the one that counts, which goes on
    where the other is stopped: pytest-cov's own mark for a test that is not measured is no use.
    """
    running: list[Coverage] = []
    while (measuring := Coverage.current()) is not None:
        measuring.stop()
        running.append(measuring)
    if running:
        session.config.stash[_measuring] = running[0]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Measure which lines a test runs, unless it is ``untraced``."""
    measuring = item.config.stash.get(_measuring, None)
    if measuring is None:
        return (yield)
    if not item.get_closest_marker(untraced.name):
        measuring.start()
    try:
        return (yield)
    finally:
        measuring.stop()  # which pytest-cov begins after an untraced one


@pytest.fixture(scope="session")
def fresh_places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths with nothing there, short ones.

    ``mktemp`` looks at all that it has made before, each time: for each of ten thousand tests, that
    would take a minute of the whole run.
    """
    folder = tmp_path_factory.mktemp("each")
    return (folder / str(number) for number in count())


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, fresh_places: Iterator[Path]) -> Path:
    """A folder of the test's own, named for it; it is left for whoever wants to look."""
    place = next(fresh_places)
    name = re.sub(r"\W", "_", str(request.node.name))[:30]
    place = place.with_name(f"{name}-{place.name}")
    place.mkdir(mode=0o700)
    return place


@pytest.fixture(scope="session", autouse=True)
def _kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        keep(patch.setattr)
        yield


@pytest.fixture(autouse=True)
def _isolation(fresh_places: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home = next(fresh_places)
    home.mkdir()
    (home / "gitconfig").write_text(_SETTINGS)
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


@pytest.fixture(scope="session")
def empty_repository(fresh_places: Iterator[Path]) -> Path:
    """Where the repository stands that each sandbox begins as a copy of."""
    return next(fresh_places)


@pytest.fixture
def sandbox(tmp_path: Path, empty_repository: Path) -> GitSandbox:
    """A fresh repository with nothing in it."""
    if not empty_repository.exists():  # not in the fixture above: there, no isolation holds yet
        empty_repository.mkdir()
        GitSandbox(empty_repository).run("init", "-q")
        for sample in (empty_repository / ".git/hooks").glob("*.sample"):
            sample.unlink()
    return GitSandbox(shutil.copytree(empty_repository, tmp_path / "repo"))


@pytest.fixture
def sgm_on_path(fresh_places: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ``sgm`` on PATH that lets everything pass: what hooks do is told elsewhere."""
    program = next(fresh_places) / "sgm"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program
