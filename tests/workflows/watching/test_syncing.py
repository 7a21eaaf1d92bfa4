"""A watch that syncs does so after its commits, and from time to time, until something is stuck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.workflows.syncing.model import SyncReport, SyncState, Traffic, Trouble
from sgm_git.workflows.watching import parts
from sgm_git.workflows.watching.wish import Wish
from tests.workflows.watching.bench import PATH, Bench, document

if TYPE_CHECKING:
    import pytest

    from sgm_git.store.records import Records
    from sgm_git.workflows.watching.telling import Teller
    from tests.support import GitSandbox

DONE = SyncReport(SyncState.SYNCED, "origin", "main", pushed=Traffic(commits=1))
STUCK = SyncReport(SyncState.CONFLICT, trouble=Trouble("one record is in conflict", "resolve it"))
SAME = SyncReport(SyncState.UNCHANGED)


@dataclass
class Remote:
    """Says what comes of each sync, and counts them."""

    outcomes: list[SyncReport | CannotRun]
    calls: list[str] = field(default_factory=list)

    def sync(self, records: Records) -> SyncReport:
        self.calls.append(str(records.repository.head().oid))
        outcome = self.outcomes.pop(0) if self.outcomes else SAME
        if isinstance(outcome, CannotRun):
            raise outcome
        return outcome


def syncing(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, *outcomes: SyncReport | CannotRun
) -> tuple[Bench, Remote]:
    remote = Remote([*outcomes])
    syncs = parts.syncing.Syncing

    def made(teller: Teller, every: float, begun: float) -> parts.syncing.Syncing:
        return syncs(teller, every, begun, remote.sync)

    monkeypatch.setattr(parts.syncing, "Syncing", made)
    bench = Bench(sandbox, Wish(commits=True, syncs=True, every=100.0))
    bench.start()
    return bench, remote


def test_it_syncs_at_once_after_commits_and_from_time_to_time(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, remote = syncing(sandbox, monkeypatch, SAME, DONE)
    bench.wait(1.0)
    assert len(remote.calls) == 1
    bench.save(document(body="Other."))
    bench.wait(7.0)
    assert len(remote.calls) == 2
    assert remote.calls[-1] == sandbox.head()
    assert bench.kinds() == ["committed", "synced"]
    assert "1 commit pushed" in (bench.last("synced").why or "")
    bench.wait(110.0)
    assert len(remote.calls) == 3


def test_what_is_stuck_is_said_once_and_not_tried_again_until_a_person_went_on(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, remote = syncing(sandbox, monkeypatch, STUCK, STUCK, SAME)
    bench.wait(1.0)
    assert bench.kinds() == ["unsynced"]
    assert bench.last("unsynced").hint == "resolve it"
    bench.wait(150.0)
    assert len(remote.calls) == 2
    assert bench.kinds() == ["unsynced"]
    sandbox.write("notes.txt", "resolved")
    sandbox.commit("by hand")
    bench.wait(2.0)
    assert len(remote.calls) == 3
    bench.save(document(body="Other."), PATH)
    bench.wait(7.0)
    assert len(remote.calls) == 4


def test_a_remote_that_cannot_be_reached_ends_no_watch(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, remote = syncing(sandbox, monkeypatch, CannotRun("no network", hint="plug it in"))
    bench.wait(1.0)
    bench.save(document(body="Other."))
    bench.wait(7.0)
    assert bench.kinds() == ["unsynced", "committed"]
    bench.wait(100.0)
    assert len(remote.calls) >= 2
