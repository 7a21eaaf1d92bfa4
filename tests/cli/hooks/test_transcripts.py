"""What hooks say in the middle of a commit, word for word.

The transcripts are of the form of those in ``tests/cli``; here git tells all, and times, which are
those of the clock, are shown as ``<time>``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.hooks.live import git, make_live
from tests.cli.runner import Outcome
from tests.cli.transcript import perform, play

if TYPE_CHECKING:
    from tests.cli.transcript import Step
    from tests.support import GitSandbox

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def _act(step: Step, sandbox: GitSandbox) -> Outcome:
    if step.words[0] == "git":
        done = git(sandbox, *step.words[1:])
        outcome = Outcome(done.status, done.out, done.err)
    else:
        outcome = perform(step, sandbox)
    return Outcome(outcome.status, _TIME.sub("<time>", outcome.out), outcome.err)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_session_is_as_it_was_written_down(
    path: Path,
    sandbox: GitSandbox,
    monkeypatch: pytest.MonkeyPatch,
    *,
    update_golden: bool,
) -> None:
    monkeypatch.chdir(sandbox.path)
    make_live(sandbox)
    written = path.read_text(encoding="utf-8")
    played = play(written, sandbox, _act)
    if update_golden:
        path.write_text(played, encoding="utf-8", newline="\n")
    assert played == written or update_golden


def test_there_are_sessions() -> None:
    assert TRANSCRIPTS
