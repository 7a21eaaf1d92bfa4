"""Syncs along with a watch: after its commits, and from time to time (``sgm watch --sync``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import SgmError
from sgm_git.workflows.syncing.model import SyncState
from sgm_git.workflows.syncing.synchronise import synchronise
from sgm_git.workflows.watching.event import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.git.protocol import Head
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import SyncReport
    from sgm_git.workflows.watching.telling import Teller


class Syncing:
    """Syncs when it is time: every so many seconds, and soon after a commit of the watch.

    After a sync that did not come to its end there is none until its time comes again, or a person
    has brought HEAD somewhere else.
    """

    def __init__(
        self,
        teller: Teller,
        every: float,
        begun: float,
        sync: Callable[[Records], SyncReport] = synchronise,
    ) -> None:
        """``begun`` and all times are seconds of one steady clock."""
        self._teller = teller
        self._every = every
        self._sync = sync
        self._due = begun
        self._stuck_at: Head | None = None
        self._said: str | None = None

    def wish(self, now: float) -> None:
        """Sync as soon as may be: something was committed."""
        if self._stuck_at is None:
            self._due = min(self._due, now)

    @property
    def is_stuck(self) -> bool:
        """Whether a person has to go on."""
        return self._stuck_at is not None

    def due(self) -> float:
        """When the next sync is."""
        return self._due

    def follow(self, head: Head, now: float) -> None:
        """Take in where HEAD is; where a person went on, there is no need to wait any more."""
        if self._stuck_at is not None and head != self._stuck_at:
            self._stuck_at = None
            self._due = min(self._due, now)

    def act(self, records: Records, now: float) -> None:
        """Sync, and tell what came of it."""
        self._due = now + self._every
        why, hint = self._outcome(records)
        self._stuck_at = None if why is None else records.repository.head()
        if why is not None and why != self._said:
            self._teller.tell(Event("unsynced", self._teller.now(), why=why, hint=hint))
        self._said = why

    def _outcome(self, records: Records) -> tuple[str | None, str | None]:
        """Why a sync did not come to its end, and what to do; None where it did."""
        try:
            report = self._sync(records)
        except SgmError as error:
            return error.message, error.hint
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
