"""Syncs along with a watch: after its commits, and from time to time (``sgm watch --sync``)."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, SgmError
from sgm_git.git.lock import repository_lock
from sgm_git.git.run import Leash
from sgm_git.workflows.syncing.model import SyncState, SyncWish
from sgm_git.workflows.syncing.synchronise import synchronise
from sgm_git.workflows.watching.beside import in_short_turns, own_records
from sgm_git.workflows.watching.event import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.git.protocol import Head
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import SyncReport
    from sgm_git.workflows.watching.telling import Teller

_END_SECONDS = 0.5  # that an end waits for what must not be cut, and then for what is given up
_NOW = float("-inf")
_WISH = SyncWish(stops=False)  # whoever saves an old text in the middle of a rebase undoes others'


def _synchronise(records: Records) -> SyncReport:
    return synchronise(records, _WISH)


class Syncing:
    """Syncs when it is time: every so many seconds, and soon after a commit of the watch.

    It does so in a thread of its own, with a repository of its own, one sync at a time; what came
    of it is told by whoever asks. After a sync that did not come to its end there is none until its
    time comes again, or a person has brought HEAD somewhere else.
    """

    def __init__(
        self,
        teller: Teller,
        every: float,
        begun: float,
        sync: Callable[[Records], SyncReport] = _synchronise,
    ) -> None:
        """``begun`` and all times are seconds of one steady clock."""
        self._teller = teller
        self._every = every
        self._sync = sync
        self._due = self._latest = begun
        self._is_wished = False
        self._stuck_at: Head | None = None
        self._said: str | None = None
        self._thread: threading.Thread | None = None
        self._leash = Leash()
        self._report: SyncReport | Exception = CannotRun("no sync has ended")

    def wish(self, now: float) -> None:
        """Sync as soon as may be: something was committed."""
        if self._stuck_at is None:
            self._due, self._is_wished = min(self._due, now), True

    @property
    def is_stuck(self) -> bool:
        """Whether a person has to go on."""
        return self._stuck_at is not None

    @property
    def is_busy(self) -> bool:
        """Whether a sync is under way, was not told of, or is to follow soon."""
        return self._thread is not None or self._is_wished

    def due(self) -> float | None:
        """When there is something to do; None while a sync is under way."""
        if self._thread is None:
            return self._due
        return None if self._thread.is_alive() else _NOW

    def follow(self, head: Head, now: float) -> None:
        """Take in where HEAD is; where a person went on, there is no need to wait any more."""
        if self._stuck_at is not None and head != self._stuck_at:
            self._stuck_at = None
            self._due = min(self._due, now)

    def act(self, records: Records, now: float) -> None:
        """Begin a sync, if it is time and none is under way."""
        if self._thread is None and now >= self._due:
            self._due = self._latest = now + self._every
            self._is_wished = False
            self._thread = threading.Thread(target=self._run, args=(records,), daemon=True)
            self._thread.start()

    def take(self, records: Records) -> bool:
        """Tell what came of a sync that has ended; give whether it has moved the branch here."""
        if self._thread is None or self._thread.is_alive():
            return False
        self._thread = None
        why, hint = self._outcome()
        self._stuck_at = None if why is None else records.repository.head()
        if why is not None:
            self._due, self._is_wished = self._latest, False
        if why is not None and why != self._said:
            self._teller.tell(Event("unsynced", self._teller.now(), why=why, hint=hint))
        self._said = why
        report = self._report
        return not isinstance(report, Exception) and report.before != report.after

    def join(self) -> None:
        """Wait for a sync that is under way."""
        if self._thread is not None:
            self._thread.join()

    def end(self, records: Records) -> None:
        """Give up a sync that is under way, but not while it moves the branch or files here.

        What takes longer is left to itself: the next writer mends what it leaves.
        """
        thread = self._thread
        if thread is not None and thread.is_alive():
            with suppress(CannotRun), repository_lock(records.repository.common_dir, _END_SECONDS):
                self._leash.cut()
                thread.join(_END_SECONDS)

    def _run(self, records: Records) -> None:
        try:
            with in_short_turns(), self._leash.held():
                self._report = self._sync(own_records(records))
        except Exception as error:  # noqa: BLE001 - the thread that asks for it raises it
            self._report = error

    def _outcome(self) -> tuple[str | None, str | None]:
        """Why a sync did not come to its end, and what to do; None where it did."""
        report = self._report
        if isinstance(report, SgmError):
            return report.message, report.hint
        if isinstance(report, Exception):
            raise report
        if report.trouble is not None:
            return report.trouble.message, report.trouble.hint
        if report.state is not SyncState.UNCHANGED:
            self._teller.tell(_synced(report, self._teller.now()))
        return None, None


def _synced(report: SyncReport, now: int) -> Event:
    moved = [
        f"{traffic.commits} commit{'' if traffic.commits == 1 else 's'} {way}"
        for traffic, way in ((report.pulled, "pulled"), (report.pushed, "pushed"))
        if traffic.commits
    ]
    where = f"{report.remote}/{report.branch}" if report.remote else "the remote"
    why = f"with {where}: {', '.join(moved)}" if moved else f"with {where}"
    return Event("synced", now, findings=report.incoming, commit=report.after, why=why)
