"""Holds all records of a state against history, as a part of a check (DESIGN sections 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.acceptance import closed
from sgm_git.checks.claims_signed import history_cut
from sgm_git.checks.run import apply_policy, check_witnesses, finding_of
from sgm_git.findings import Severity
from sgm_git.workflows.judging import signing, standing, unsigned, with_signatures
from sgm_git.workflows.lasting import is_lasting
from sgm_git.workflows.witnessing import Asked, ask

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sgm_git.checks.stock import Loader, Stock
    from sgm_git.findings import Finding
    from sgm_git.store.records import Records
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.survey import State, Survey
    from sgm_git.workflows.witnessing import Witnessed

EVERYWHERE = "."
"""The path of a finding that is about the whole repository."""

_BY_SIGNATURE = frozenset(("P301", "P302", "P305"))  # a signature may tell otherwise


@dataclass(frozen=True, slots=True)
class Crosscheck:
    """What history says of a state; ``accepted`` is how many findings are closed by hand.

    ``is_lasting``: as long as nothing changes, it will say the same at any later time. ``seen`` is
    what else can be asked of commits that were looked at for a range.
    """

    findings: tuple[Finding, ...]
    accepted: int = 0
    notes: tuple[str, ...] = ()
    is_lasting: bool = False
    seen: Witnessed | None = None


def crosscheck(
    state: State,
    found: Survey,
    now: int,
    is_judged: Callable[[str], bool],
    *,
    allow_shallow: bool = False,
) -> Crosscheck:
    """Hold those documents against history whose path is to be judged.

    ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell.
    """
    records = state.records
    blobs = {path: blob for path, blob in found.blobs.items() if path not in found.stock.copies}
    seen = ask(records, Asked(blobs, found.facts, state.rev), now)
    chosen = {path: each for path, each in seen.testimonies.items() if is_judged(path)}
    findings = by_record(records, seen, found.stock, chosen)
    findings += _by_commit(records, seen, found.stock, chosen)
    standing, accepted = settled(state.again, findings, seen)
    cut = sum(testimony.life.is_cut for testimony in chosen.values())
    told = whole_run(records, seen, cut, allow_shallow=allow_shallow)
    lasts = is_lasting(seen, records.settings.config)
    return Crosscheck((*standing, *told), len(accepted), seen.notes, lasts)


def settled(
    load: Loader, findings: Sequence[Finding], seen: Witnessed
) -> tuple[list[Finding], list[Finding]]:
    """Part what stands from what was accepted by hand; ``load`` reads documents again."""
    named = {(each.id, each.code) for each in seen.trusted.accepted}
    paths = {each.path for each in findings if (each.id, each.code) in named}
    subjects = {each.path: each for each in load(paths)} if paths else {}
    return closed(findings, seen.trusted.accepted, subjects)


def whole_run(records: Records, seen: Witnessed, cut: int, *, allow_shallow: bool) -> list[Finding]:
    """What is said once: that history is cut for so many records, and faults of trust files."""
    severity = Severity.INFO if allow_shallow else Severity.ERROR
    told = [finding_of(EVERYWHERE, fault) for fault in history_cut(cut, severity)]
    told += [finding_of(path, fault) for path, fault in seen.trusted.problems]
    return apply_policy(told, records.settings.config)


def by_record(
    records: Records, seen: Witnessed, stock: Stock, chosen: Mapping[str, Testimony]
) -> list[Finding]:
    """The rules about records; where a signature could tell otherwise, signatures are looked at."""
    findings = check_witnesses(stock, chosen)
    doubtful = {finding.path for finding in findings if finding.code in _BY_SIGNATURE}
    if not doubtful or not (seen.history.hosts or seen.history.admins):
        return findings
    asked = {path: each for path, each in chosen.items() if path in doubtful}
    others = [finding for finding in findings if finding.path not in doubtful]
    return [*others, *check_witnesses(stock, with_signatures(records, seen, asked))]


def _by_commit(
    records: Records, seen: Witnessed, stock: Stock, chosen: Mapping[str, Testimony]
) -> list[Finding]:
    """P312, of the commits that created records and that changed them last."""
    config = records.settings.config
    if not config.checks.require_signed:
        return []
    signed = signing(records, seen, sorted({o for each in chosen.values() for o in standing(each)}))
    findings = [
        finding
        for path, testimony in chosen.items()
        for finding in unsigned(stock.by_path[path].id, testimony, signed)
    ]
    return apply_policy(findings, config)
