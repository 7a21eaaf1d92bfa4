"""Judges one record before history, whatever the configuration says of codes and severities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.acceptance import closed
from sgm_git.checks.case import CheckPolicy
from sgm_git.checks.run import check_witness
from sgm_git.policy.config import Config
from sgm_git.record.times import Instant
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from sgm_git.findings import Finding
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.witnessing import Witnessed


@dataclass(frozen=True, slots=True)
class Judged:
    """The findings of family P about one record: those that stand, and those that were accepted."""

    standing: tuple[Finding, ...]
    accepted: tuple[Finding, ...]


def judge(records: Records, seen: Witnessed, entry: Entry, testimony: Testimony) -> Judged:
    """Hold a record against history; silencing a code or lowering it changes nothing here."""
    policy = CheckPolicy(Config(), records.settings.schemas, Instant(testimony.history.now))
    subject = subject_of(entry)
    found = check_witness(subject, testimony, policy)
    standing, accepted = closed(found, seen.trusted.accepted, {entry.path: subject})
    return Judged(tuple(standing), tuple(accepted))
