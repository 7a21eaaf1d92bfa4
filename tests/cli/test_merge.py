"""``sgm merge`` at the command line, with a merge driver that works."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli import main
from tests.cli.runner import run
from tests.cli.test_history import valid
from tests.cli.transcript import play
from tests.programs import put_sgm

if TYPE_CHECKING:
    from tests.support import GitSandbox

SESSION = Path(__file__).with_name("merge_session.txt")


@pytest.fixture
def working(here: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitSandbox:
    """A repository in which git finds an ``sgm``."""
    folder = put_sgm(tmp_path / "bin" / "sgm").parent
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return here


def test_a_session_is_as_it_was_written_down(working: GitSandbox, *, update_golden: bool) -> None:
    written = SESSION.read_text(encoding="utf-8")
    played = play(written, working)
    if update_golden:
        SESSION.write_text(played, encoding="utf-8", newline="\n")
    assert played == written or update_golden
    for ends in (("main", "side"), ("main", "both")):
        valid("merge", json.loads(run("merge", *ends, "--json").out))


def test_a_driver_that_cannot_be_started_is_no_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise MemoryError

    monkeypatch.setattr("sgm_git.cli.import_module", broken)
    with pytest.raises(SystemExit) as ended:
        main(["merge-driver", "%O", "%A", "%B", "7", "x.md"])
    assert ended.value.code == 129
