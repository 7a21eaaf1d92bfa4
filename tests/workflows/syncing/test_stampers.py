"""Two who stamp every change edit one record in turns, and sync: no stamp is ever untrue."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sgm_git.record.fields import annotation_values
from sgm_git.workflows.check import Selection
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.hooks.installing import install
from sgm_git.workflows.syncing.model import SyncState
from tests.workflows.syncing.support import SHARED

if TYPE_CHECKING:
    import pytest

    from sgm_git.findings import Finding
    from tests.workflows.syncing.support import Clone, Team

STAMPING = 'format = 1\n[store]\nstamp = "always"\n'


class Turns:
    """What both do, each at a second of its own."""

    def __init__(self, team: Team, dates: pytest.MonkeyPatch) -> None:
        self._dates = dates
        self._began = int(time.time())
        team.ada.box.write(".sgm/config.toml", STAMPING)
        team.ada.git("commit", "-qam", "stamp")
        for clone in (team.ada, team.bob):
            install(clone.store().repository)
            clone.sync()

    def types(self, clone: Clone, at: int, old: str, new: str) -> None:
        """Somebody edits the file and commits it; the hook stamps it."""
        self._date(at)
        clone.box.write(SHARED, (clone.path / SHARED).read_text().replace(old, new))
        clone.git("commit", "-qam", new)

    def notes(self, clone: Clone, at: int, note: str) -> None:
        """Somebody has it written; the stamp is of now, and the commit comes later."""
        self._date(at)
        store = clone.store()
        with store.transaction(store.actor(clone.name)) as transaction:
            transaction.annotate("rule-shared", "rationale", note)

    def syncs(self, clone: Clone) -> None:
        """What is there then is without a fault, as a whole and as what came and went."""
        before = clone.git("rev-parse", "@{upstream}")
        report = clone.sync()
        assert report.state in (SyncState.SYNCED, SyncState.UNCHANGED)
        store, now = clone.store(), int(time.time()) + 60
        span = (before, clone.head())
        found = [*report.incoming, *report.outgoing, *store.check().findings]
        found += check_range(store.repository, span, now, Selection()).findings
        assert [each for each in found if _is_about_stamps(each)] == []

    def _date(self, at: int) -> None:
        for role in ("AUTHOR", "COMMITTER"):
            self._dates.setenv(f"GIT_{role}_DATE", f"@{self._began + at} +0000")


def _is_about_stamps(found: Finding) -> bool:
    return found.code.startswith("P") or found.code in ("S209", "S211")


def test_two_who_stamp_one_record_in_turns_are_told_nothing(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = Turns(team, monkeypatch)
    turns.notes(team.ada, -9, "first of Ada")
    turns.notes(team.ada, -8, "second of Ada")
    turns.types(team.bob, 22, "One.", "One of Bob.")
    turns.notes(team.bob, 25, "first of Bob")
    turns.syncs(team.bob)
    turns.syncs(team.ada)
    turns.types(team.ada, 30, "Three.", "Three of Ada.")
    turns.notes(team.bob, 28, "second of Bob")
    turns.types(team.bob, 29, "One of Bob.", "One again.")
    turns.syncs(team.ada)
    turns.syncs(team.bob)
    turns.syncs(team.ada)
    said = annotation_values(team.ada.record("rule-shared"), "rationale")
    assert sorted(map(str, said)) == [
        *("first of Ada", "first of Bob", "second of Ada", "second of Bob")
    ]
