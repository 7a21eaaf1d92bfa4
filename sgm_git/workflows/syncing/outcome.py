"""Makes the report of a sync from what it has done so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.workflows.arrival import Arrival, judge_arrival
from sgm_git.workflows.check import Selection
from sgm_git.workflows.syncing.model import SyncReport, SyncState, Traffic, Trouble
from sgm_git.workflows.syncing.noticing import notes_of
from sgm_git.workflows.syncing.traffic import coming

if TYPE_CHECKING:
    from sgm_git.findings import Finding
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.ground import Ground
    from sgm_git.workflows.syncing.integrating import Integrated
    from sgm_git.workflows.syncing.model import Mode, RecordConflict
    from sgm_git.workflows.syncing.sending import Sent

_WHATEVER_DEPTH = Selection(allow_shallow=True)

REGISTERED = "registered the merge driver of records with git; sgm init also installs the hooks"
"""What is said once in a clone in which ``sgm init`` was not run."""


@dataclass
class Outcome:
    """What a sync has come to; ``before`` is where HEAD was when it began.

    ``base`` is where both branches had parted then, ``there`` what the remote's is at, None where
    nothing of it is to come in.
    """

    ground: Ground
    before: str | None
    mode: Mode
    base: str | None = None
    there: str | None = None
    attempts: int = 0
    conflicts: tuple[RecordConflict, ...] = ()
    outgoing: tuple[Finding, ...] = ()
    outgoing_range: str | None = None
    trouble: Trouble | None = None
    notes: list[str] = field(default_factory=list)
    _restamped: dict[str, None] = field(default_factory=dict)

    def take(self, done: Integrated) -> None:
        """Keep what came of bringing both sides together."""
        self._restamped |= dict.fromkeys(done.restamped)
        self.conflicts, self.trouble = done.conflicts, done.trouble
        if done.registers:
            self.note(REGISTERED)

    def judged(self, sent: Sent) -> None:
        """Keep what is wrong with what goes; trouble that was met before stays."""
        self.outgoing, self.outgoing_range = sent.outgoing, sent.span
        self.trouble = self.trouble or sent.trouble

    def note(self, text: str) -> None:
        """Keep what is to be said, once."""
        if text not in self.notes:
            self.notes.append(text)

    def report(
        self, state: SyncState, after: str | None, going: Traffic | None = None
    ) -> SyncReport:
        """Give the report; ``going`` is what was pushed, or would be."""
        records = self.ground.records.afresh()
        pushed = going or Traffic()
        return SyncReport(
            state,
            self.ground.upstream.remote,
            self.ground.branch,
            self.before,
            after,
            self.attempts,
            self.mode,
            self._pulled(records),
            pushed,
            tuple(sorted(self._restamped)),
            self.conflicts,
            self._incoming(records),
            self.outgoing,
            (*self.notes, *notes_of(records, pushed)),
            self.trouble,
            self._incoming_range(),
            self.outgoing_range,
        )

    def _pulled(self, records: Records) -> Traffic:
        if self.there is None:
            return Traffic()
        return coming(records, self.before, self.base, self.there)

    def _incoming(self, records: Records) -> tuple[Finding, ...]:
        """What is wrong with what came in: it is there, and so it blocks nothing."""
        if self.there is None or self.there == self.base:
            return ()
        arrival = Arrival(self.there, self.base, replaces=True)
        report = judge_arrival(records.repository, arrival, records.now(), _WHATEVER_DEPTH)
        return report.findings

    def _incoming_range(self) -> str | None:
        if self.there is None or self.base is None or self.there == self.base:
            return None
        return f"{short(self.base)}..{short(self.there)}"
