"""How far git bears documents out, each by itself, whatever the configuration silences."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, SignatureState
from sgm_git.record import fields
from sgm_git.witness.effective import effective
from sgm_git.witness.reading import PROVENANCE
from sgm_git.witness.trust import Trust, disputing, trust
from sgm_git.workflows.crosscheck import by_record, settled
from sgm_git.workflows.judging import signing, unsigned, with_signatures
from sgm_git.workflows.lasting import lasts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sgm_git.checks.stock import Loader, Stock
    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonValue
    from sgm_git.store.records import Records
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.reading.gather import Document
    from sgm_git.workflows.witnessing import Witnessed

_SSH = "SHA256:"  # how the fingerprint of an SSH key begins
_BY_KEYRING = (SignatureState.GOOD, SignatureState.UNKNOWN_KEY, SignatureState.UNVERIFIABLE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What git says of one document.

    ``wrong`` says in words what disputes it. ``is_lasting``: as long as nothing changes, it will
    be the same at any later time; where it ``rests_on_keyring``, for as long as the user's GPG keys
    are the same, too, and where it ``rests_on_side``, as the trusted side stands where it does.
    """

    trust: Trust = Trust.UNKNOWN
    wrong: tuple[str, ...] = ()
    effective: Mapping[str, JsonValue] = field(default_factory=dict)
    is_lasting: bool = True
    rests_on_keyring: bool = False
    rests_on_side: bool = False


def words(findings: Iterable[Finding]) -> tuple[str, ...]:
    """What findings say, for whoever reads the record."""
    return tuple(f"{each.code} {each.message}" for each in findings)


def by_text(document: Document) -> Verdict:
    """The verdict on a document of whose history nothing can be told."""
    wrong = words(document.wrong)
    provenance = fields.provenance(document.record)
    declared = {name: provenance[name] for name in PROVENANCE if name in provenance}
    return Verdict(Trust.DISPUTED if wrong else Trust.UNKNOWN, wrong, declared)


def verdicts(
    records: Records, seen: Witnessed, stock: Stock, load: Loader, documents: Iterable[Document]
) -> dict[str, Verdict]:
    """Judge documents by their testimonies, by path; ``load`` reads some of them again.

    Raises CannotRun where git cannot tell.
    """
    chosen = [each for each in documents if each.text is not None]
    asked = {e.path: seen.testimonies[e.path] for e in chosen if e.path in seen.testimonies}
    signed = with_signatures(records, seen, asked)
    found = [*by_record(records, seen, stock, signed), *_unsigned(records, seen, stock, signed)]
    standing, accepted = map(_by_path, settled(load, found, seen))
    return {
        each.path: _verdict(each, signed.get(each.path), (standing[each.path], accepted[each.path]))
        for each in chosen
    }


def _verdict(
    document: Document, testimony: Testimony | None, found: tuple[list[Finding], list[Finding]]
) -> Verdict:
    standing, accepted = found
    findings = [*document.wrong, *standing]
    level = trust(findings, testimony, accepted)
    said = words(disputing(findings))
    if testimony is None:
        return Verdict(level, said, is_lasting=False)
    known = effective(document.record, testimony).fields
    shown = {name: known[name].value for name in PROVENANCE if name in known}
    is_lasting = lasts(testimony) and not _is_early(findings)
    return Verdict(level, said, shown, is_lasting, _rests_on_keyring(testimony))


def _rests_on_keyring(testimony: Testimony) -> bool:
    """Whether a key that signed it may be revoked, or become known, behind our back."""
    found = testimony.history.signatures
    oids = {event.commit for event in testimony.life.events} - {UNCOMMITTED}
    signatures = [found[oid] for oid in oids if oid in found]
    return any(each.state in _BY_KEYRING and not each.key.startswith(_SSH) for each in signatures)


def _is_early(findings: Iterable[Finding]) -> bool:
    """Whether time alone could take a finding away."""
    return any(each.code == "S216" for each in findings)


def _unsigned(
    records: Records, seen: Witnessed, stock: Stock, chosen: Mapping[str, Testimony]
) -> list[Finding]:
    if not records.settings.config.checks.require_signed:
        return []
    oids = {event.commit for each in chosen.values() for event in each.life.events}
    signed = signing(records, seen, sorted(oids - {UNCOMMITTED}))
    return [
        finding
        for path, testimony in chosen.items()
        for finding in unsigned(stock.by_path[path].id, testimony, signed)
    ]


def _by_path(findings: Iterable[Finding]) -> defaultdict[str, list[Finding]]:
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        found[finding.path].append(finding)
    return found
