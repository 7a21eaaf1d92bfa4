"""Two who push at once: one of them is told to look again, and both get through (trap 68).

Set SGM_RACES to try it more often than is needed each time.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sgm_git.workflows.syncing.model import WORLD, SyncState
from tests.support import untraced

if TYPE_CHECKING:
    from tests.workflows.syncing.support import Clone, Team

ROUNDS = int(os.environ.get("SGM_RACES", "8"))


@untraced
def test_two_clones_that_sync_at_once_again_and_again_both_get_through(team: Team) -> None:
    attempts = 0

    def work(clone: Clone, turn: int) -> int:
        """Commit what the other one does not touch, and sync."""
        name = f"memory/fact/fact-{clone.name.lower()}-{turn}.md"
        clone.box.write(name, _document(f"fact-{clone.name.lower()}-{turn}"))
        clone.box.commit("add", author=f"{clone.name} <{clone.name.lower()}@example.org>")
        report = clone.sync(world=WORLD)
        assert report.state is SyncState.SYNCED
        return report.attempts

    with ThreadPoolExecutor(2) as pool:
        for turn in range(ROUNDS):
            attempts += sum(pool.map(work, (team.ada, team.bob), (turn, turn)))
    for clone in (team.ada, team.bob):
        clone.sync()
        assert (clone.head(), clone.box.status()) == (team.tip(), "")
        assert len(clone.ids()) == 2 * ROUNDS + 1
    assert attempts > 2 * ROUNDS  # somebody was slower, at least once


def _document(record_id: str) -> str:
    return "\n".join(
        [
            "---",
            f"id: {record_id}",
            "type: fact",
            "title: A fact",
            "scope: {}",
            "provenance:",
            "  agent: Ada",
            '  created_at: "2026-10-10T18:21:47Z"',
            "  origin: editor",
            "  scope: {}",
            "---",
            "",
            "Text.",
            "",
        ]
    )
