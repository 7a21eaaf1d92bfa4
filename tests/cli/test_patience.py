"""Who watches is told why nothing comes yet; who does not is left alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli import patience
from sgm_git.cli.invocation import Invocation
from tests.cli.runner import run

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_SECONDS", 0.05)


@pytest.mark.parametrize(
    ("is_watched", "seconds", "said"), [(True, 0.3, "why\n"), (True, 0.0, ""), (False, 0.3, "")]
)
def test_only_who_waits_before_a_terminal_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_watched: bool,
    seconds: float,
    said: str,
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_watched)
    with patience.patience(Invocation(), "why"):
        time.sleep(seconds)
    time.sleep(0.1)
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("words", ["check", "doctor", "export", "fix", "history", "show x"])
def test_what_looks_at_all_records_says_so_to_who_waits(
    here: GitSandbox, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    here.commit("begin")
    run("add", "--type", "fact", "--id", "x", "--content", "X.", "--no-commit")
    monkeypatch.setattr(patience, "_SECONDS", 0.0)
    assert patience.ASKING in run(*words.split(), terminal=True).err
    assert patience.ASKING not in run(*words.split()).err
