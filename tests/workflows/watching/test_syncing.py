"""A watch that syncs does so after its commits, and from time to time, until something is stuck."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.lock import repository_lock
from sgm_git.git.run import run
from sgm_git.workflows.syncing.model import SyncReport, SyncState, SyncWish, Traffic, Trouble
from sgm_git.workflows.watching import parts
from sgm_git.workflows.watching.wish import Wish
from tests.workflows.watching.bench import PATH, Bench, document

if TYPE_CHECKING:
    from collections.abc import Callable

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

    class Waiting(parts.syncing.Syncing):
        """Waits for what is done beside it, as the time of a test does not go by."""

        def __init__(self, teller: Teller, every: float, begun: float) -> None:
            super().__init__(teller, every, begun, remote.sync)

        def act(self, records: Records, now: float) -> None:
            super().act(records, now)
            self.join()

    monkeypatch.setattr(parts.syncing, "Syncing", Waiting)
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


def test_a_conflict_never_stops_under_an_open_editor(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes: list[SyncWish] = []

    def sync(_: Records, wish: SyncWish) -> SyncReport:
        wishes.append(wish)
        return SAME

    monkeypatch.setattr(parts.syncing, "synchronise", sync)
    bench = Bench(sandbox, Wish(syncs=True))
    bench.start()
    _until(bench, lambda: bool(wishes))
    assert not wishes[0].stops


class TestBeside:
    """A sync that takes long, in a thread of its own."""

    def test_saves_are_told_and_committed_while_it_waits_for_the_remote(
        self, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        go_on = threading.Event()
        calls: list[str] = []

        def slow(records: Records) -> SyncReport:
            calls.append(str(records.repository.head().oid))
            assert go_on.wait(20)
            return DONE

        bench = _with(sandbox, monkeypatch, slow)
        bench.wait(1.0)
        bench.save(document().replace("type: fact", "type: fact\n bad: ["))
        bench.wait(0.3)
        assert bench.kinds() == ["findings"]
        for text in ("One.", "Two."):
            bench.save(document(body=text))
            bench.wait(6.0)
        assert bench.kinds() == ["findings", "ok", "committed", "committed"]
        assert len(calls) == 1
        go_on.set()
        _until(bench, lambda: len(calls) == 2)
        assert bench.last("synced").why
        assert calls[-1] == sandbox.head()

    def test_an_end_gives_it_up(self, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
        begun, ended = threading.Event(), threading.Event()

        def slow(records: Records) -> SyncReport:
            begun.set()
            try:
                run(["sleep", "20"], cwd=records.top(), environment=dict(os.environ))
                records.repository.head()
                run(["sleep", "20"], cwd=records.top(), environment=dict(os.environ))
            finally:
                ended.set()
            return DONE

        bench = _with(sandbox, monkeypatch, slow)
        bench.wait(1.0)
        assert begun.wait(20)
        time.sleep(0.1)
        at = time.monotonic()
        bench.watch.end()
        assert time.monotonic() - at < 5
        assert ended.wait(20)

    def test_an_end_waits_for_what_must_not_be_cut_but_not_for_long(
        self, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def slow(records: Records) -> SyncReport:
            with repository_lock(records.repository.common_dir):
                begun.set()
                go_on.wait(0.2)
                run(["true"], cwd=records.top(), environment=dict(os.environ))
                done.append("moved")
            return DONE

        done: list[str] = []
        bench = _with(sandbox, monkeypatch, slow)
        bench.wait(1.0)
        assert begun.wait(20)
        bench.watch.end()
        assert done == ["moved"]
        go_on.set()


def _with(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, sync: Callable[[Records], SyncReport]
) -> Bench:
    made = partial(parts.syncing.Syncing, sync=sync)
    monkeypatch.setattr(parts.syncing, "Syncing", made)
    bench = Bench(sandbox, Wish(commits=True, syncs=True, every=100.0))
    bench.start()
    return bench


def _until(bench: Bench, done: Callable[[], bool]) -> None:
    """Let the time of the test go by along with that of threads."""
    end = time.monotonic() + 20
    while not done() and time.monotonic() < end:
        bench.wait(0.1)
        time.sleep(0.01)
    assert done()
