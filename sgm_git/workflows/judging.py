"""Judges one record before history, whatever the configuration says of codes and severities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.acceptance import closed
from sgm_git.checks.case import CheckPolicy
from sgm_git.checks.claims_signed import Signing, signature_missing
from sgm_git.checks.run import check_witness, finding_of
from sgm_git.commits import UNCOMMITTED
from sgm_git.policy.config import Config
from sgm_git.record.times import Instant
from sgm_git.store.index.signatures import signatures
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.commits import Signature
    from sgm_git.findings import Finding
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.store.trusted import Trusted
    from sgm_git.witness.testimony import History, Testimony
    from sgm_git.workflows.witnessing import Witnessed


@dataclass(frozen=True, slots=True)
class Judged:
    """The findings of family P about one record: those that stand, and those that were accepted."""

    standing: tuple[Finding, ...]
    accepted: tuple[Finding, ...]


def judge(records: Records, seen: Witnessed, entry: Entry, testimony: Testimony) -> Judged:
    """Hold a record against history; silencing a code or lowering it changes nothing here.

    The testimony is one with the signatures of its commits (``with_signatures``).
    """
    policy = CheckPolicy(Config(), records.settings.schemas, Instant(testimony.history.now))
    subject = subject_of(entry)
    found = check_witness(subject, testimony, policy)
    if records.settings.config.checks.require_signed:
        signed = _signing(testimony.history, testimony.history.signatures, seen.trusted)
        found += unsigned(entry.id, testimony, signed)
    standing, accepted = closed(found, seen.trusted.accepted, {entry.path: subject})
    return Judged(tuple(standing), tuple(accepted))


def with_signatures(
    records: Records, seen: Witnessed, chosen: Mapping[str, Testimony]
) -> dict[str, Testimony]:
    """Give testimonies, by path, with the signatures of all their commits, and else as they are.

    Where admins are named, those of commits that consent to a change are among them. Raises
    CannotRun where git cannot tell.
    """
    history = seen.history
    oids = {event.commit for each in chosen.values() for event in each.life.events}
    if history.admins:
        oids |= {oid for oid, _ in history.consents}
    missing = sorted(oids - history.signatures.keys() - {UNCOMMITTED})
    found = signatures(records.repository, missing, seen.trusted.signers)
    signed = replace(history, signatures={**history.signatures, **found})
    return {path: replace(testimony, history=signed) for path, testimony in chosen.items()}


def signed_testimony(records: Records, seen: Witnessed, path: str) -> Testimony | None:
    """The testimony about one record so; None where history cannot tell of it."""
    testimony = seen.testimonies.get(path)
    return None if testimony is None else with_signatures(records, seen, {path: testimony})[path]


def signing(records: Records, seen: Witnessed, oids: Sequence[str]) -> Signing:
    """What these commits are signed with, by the trusted side's list of signers."""
    found = signatures(records.repository, oids, seen.trusted.signers)
    return _signing(seen.history, found, seen.trusted)


def standing(testimony: Testimony) -> list[str]:
    """The commits that a record stands on: those that created it and that changed it last."""
    events = (*testimony.life.births, *testimony.versions[:1])
    return [*dict.fromkeys(event.commit for event in events if event.commit != UNCOMMITTED)]


def unsigned(record_id: str | None, testimony: Testimony, signed: Signing) -> Iterator[Finding]:
    """P312 of the commits that a record stands on."""
    commits = [testimony.history.commits[oid] for oid in standing(testimony)]
    for fault in signature_missing(commits, signed):
        yield finding_of(testimony.path, fault, record_id)


def _signing(history: History, found: Mapping[str, Signature], trusted: Trusted) -> Signing:
    return Signing(
        history.people,
        found,
        history.hosts,
        history.admins,
        has_signers=trusted.signers is not None,
    )
