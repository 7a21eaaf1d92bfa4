"""pre-push lets out what mends a configuration of the remote that nobody can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.store.settings_at import settings_at
from sgm_git.workflows.hooks.push import judge_pushed
from tests.hooks.push_support import BAD, CONFIG

if TYPE_CHECKING:
    from sgm_git.workflows.hooks.updates import PushReport
    from tests.hooks.push_support import Forge

NOW = 1_800_000_000
GOOD = "format = 1\n"
UNREADABLE = ["format = \n", "format = 99\n", "format = 1\n[checks]\ntolerance = []\n"]


def judged(forge: Forge, old: str) -> PushReport:
    """What the hook says of a push of HEAD to a main branch that is at ``old``."""
    line = f"refs/heads/main {forge.clone.head()} refs/heads/main {old}\n"
    repository = open_repository(forge.clone.path)
    return judge_pushed(repository, "origin", line.encode(), NOW)


@pytest.mark.parametrize("config", UNREADABLE)
def test_the_defaults_judge_what_mends_it_and_that_is_said(forge: Forge, config: str) -> None:
    broken = forge.commit(config, CONFIG)
    forge.commit(GOOD, CONFIG)
    report = judged(forge, broken)
    assert not report.fails
    (note,) = report.judged[0].report.notes
    assert note.startswith(f"{broken[:10]}:{CONFIG}:")
    assert note.endswith("defaults judge, and history is not asked")


def test_what_is_bad_beside_it_still_does_not_go(forge: Forge) -> None:
    broken = forge.commit(UNREADABLE[0], CONFIG)
    forge.write(BAD, "memory/fact/bad.md")
    forge.commit(GOOD, CONFIG)
    report = judged(forge, broken)
    errors = [each.code for each in report.judged[0].report.findings]
    assert (report.fails, errors) == (True, ["F101"])


def test_what_does_not_mend_it_does_not_go(forge: Forge) -> None:
    broken = forge.commit(UNREADABLE[0], CONFIG)
    tip = forge.commit("else\n", "notes.txt")
    with pytest.raises(CannotRun, match=f"{tip[:10]}:{CONFIG}"):
        judged(forge, broken)


def test_whoever_is_no_client_must_read_it(forge: Forge) -> None:
    broken = forge.commit(UNREADABLE[0], CONFIG)
    tip = forge.commit(GOOD, CONFIG)
    repository = open_repository(forge.clone.path)
    with pytest.raises(CannotRun, match=f"{broken[:10]}:{CONFIG}"):
        settings_at(repository, broken, tip)
