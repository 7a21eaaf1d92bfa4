"""How far git bears a record out (DESIGN section 1, "proof and claim")."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.findings import Severity
from sgm_git.witness.signing import is_signed_by_author, is_vouched

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sgm_git.findings import Finding
    from sgm_git.witness.testimony import History, Testimony

_DISPUTING = frozenset(("F112", "F113", "L501", "L507"))
_DISPUTING_FAMILIES = frozenset("PS")
_UNCERTAIN = frozenset(("P301", "P302", "P305"))


class Trust(StrEnum):
    """The levels, from the highest down."""

    SIGNED = "signed"  # good signatures of those who are given as the authors
    VOUCHED = "vouched"  # good signatures, some of them of a named host
    CONSISTENT = "consistent"  # history agrees; authorship is claimed
    UNKNOWN = "unknown"  # uncommitted, cut history, not yet checked
    DISPUTED = "disputed"  # an error stands on the record


_BY_SIGNATURE = (Trust.CONSISTENT, Trust.VOUCHED, Trust.SIGNED)  # the least counts


def trust(
    findings: Collection[Finding],
    testimony: Testimony | None,
    accepted: Collection[Finding] = (),
) -> Trust:
    """Give the trust in a record about which ``findings`` were made.

    They come with their rules' own severities, before any configuration: silencing a code never
    makes a record better than ``unknown``. ``accepted`` are those that were closed by
    ``sgm accept``. Without a testimony nobody has looked at history.
    """
    if disputing(findings):
        return Trust.DISPUTED
    if testimony is None or accepted or any(_unsettles(finding) for finding in findings):
        return Trust.UNKNOWN
    return _by_history(testimony)


def disputing(findings: Iterable[Finding]) -> list[Finding]:
    """Give those of the findings that dispute a record, by the severities of their rules."""
    return [finding for finding in findings if _disputes(finding)]


def _disputes(finding: Finding) -> bool:
    is_weighty = finding.code in _DISPUTING or finding.code[0] in _DISPUTING_FAMILIES
    return is_weighty and finding.severity is Severity.ERROR


def _unsettles(finding: Finding) -> bool:
    """What was changed by consent, or is borne out by claims at most."""
    return finding.code in _UNCERTAIN and finding.severity is Severity.WARNING


def _by_history(testimony: Testimony) -> Trust:
    last = testimony.last
    if testimony.first is None or last is None:
        return Trust.UNKNOWN
    events = [*testimony.births, last, testimony.stamped, testimony.life.events[0]]
    standing = {event.commit for event in events if event is not None}
    if UNCOMMITTED in standing:
        return Trust.UNKNOWN
    levels = {_by_signature(testimony.history, oid) for oid in standing}
    return next(level for level in _BY_SIGNATURE if level in levels)


def _by_signature(history: History, oid: str) -> Trust:
    signature = history.signatures.get(oid)
    if is_signed_by_author(signature, history.commits[oid], history.people):
        return Trust.SIGNED
    is_by_host = is_vouched(signature, history.hosts)
    return Trust.VOUCHED if is_by_host else Trust.CONSISTENT
