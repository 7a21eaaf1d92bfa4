"""How far git bears out one version of a record (DESIGN section 1, "proof and claim")."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.witness.life import Event, Kind, Life
from sgm_git.witness.trust import Trust, trust

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sgm_git.findings import Finding
    from sgm_git.witness.testimony import Testimony


def verdict(
    testimony: Testimony,
    event: Event,
    findings: Collection[Finding],
    accepted: Collection[Finding] = (),
) -> Trust:
    """Give the trust in what one event made of the record, as if nothing had come before it.

    ``findings`` and ``accepted`` are those about the whole record, as ``trust`` takes them; only
    those that name the event's commit count.
    """
    facts = testimony.history.facts(event.after.blob) or testimony.facts
    alone = Life((Event(Kind.BORN, event.after),), doubt=testimony.life.doubt)
    by_itself = replace(testimony, path=event.after.path, facts=facts, life=alone)
    return trust(naming(event, findings), by_itself, naming(event, accepted))


def naming(event: Event, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those of the findings that name an event's commit; of an uncommitted one, that name none."""
    return tuple(finding for finding in findings if (finding.commit or "") == event.commit)
