"""Runs the rules over documents, a store and its configuration (DESIGN section 6).

Findings come sorted by path, place and code, whatever order the subjects have; what one document
holds never keeps another from being judged.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.checks.case import Case, CheckPolicy, Subject
from sgm_git.checks.configuration import unknown_codes
from sgm_git.checks.putting_back import losses_since
from sgm_git.checks.registry import (
    FILE_RULES,
    RECORD_RULES,
    RULES,
    SECRET_RULES,
    STORE_RULES,
    WITNESS_RULES,
    suggest,
)
from sgm_git.checks.stock import Stock
from sgm_git.findings import Finding, Severity
from sgm_git.policy.globs import matches
from sgm_git.record.masking import masked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sgm_git.checks.brief import Brief
    from sgm_git.findings import Fault
    from sgm_git.policy.config import ChecksConfig, Config, Loosening
    from sgm_git.witness.testimony import Testimony

__all__ = [
    "CheckPolicy",
    "Subject",
    "apply_policy",
    "check_config",
    "check_document",
    "check_secrets",
    "check_stock",
    "check_store",
    "check_witness",
    "check_witnesses",
    "finding_of",
    "refuse_write",
    "stopping_loss",
]

_WEIGHTS = (Severity.INFO, Severity.WARNING, Severity.ERROR)
_SEVERITIES = {rule.code: rule.severity for rule in RULES}
_HEAVIER_IN_RULES = frozenset(("F112", "F113"))
_LOSSES = frozenset(("K401", "K402", "K403", "K404", "K405"))
_REFUSING = frozenset(("S201", "S202", "S210", "S213"))
_REFUSING_FAMILIES = frozenset("KX")


def check_document(subject: Subject, policy: CheckPolicy) -> list[Finding]:
    """Everything that can be said about one document by itself: F, S, X, L508, K since before."""
    case = Case(subject, policy)
    rules = (*FILE_RULES, *SECRET_RULES, *(() if case.document is None else RECORD_RULES))
    faults = chain.from_iterable(rule.check(case) for rule in rules)
    findings = [_finding(case, fault) for fault in chain(faults, losses_since(case))]
    return apply_policy(findings, policy.config)


def check_secrets(subject: Subject, policy: CheckPolicy) -> list[Finding]:
    """The secrets in one document, X alone: for one that has been replaced meanwhile."""
    case = Case(subject, policy)
    faults = chain.from_iterable(rule.check(case) for rule in SECRET_RULES)
    return apply_policy([_finding(case, fault) for fault in faults], policy.config)


def check_witness(subject: Subject, testimony: Testimony, policy: CheckPolicy) -> list[Finding]:
    """Everything that history says about one record: P but for P312-P314."""
    case = Case(subject, policy)
    faults = [fault for rule in WITNESS_RULES for fault in rule.check(case, testimony)]
    return apply_policy([_finding(case, fault) for fault in faults], policy.config)


def check_witnesses(stock: Stock, testimonies: Mapping[str, Testimony]) -> list[Finding]:
    """The same of all documents that are held in short; those it is said of are read again."""
    told = [
        brief
        for brief in stock.briefs
        if (testimony := testimonies.get(brief.path)) is not None
        and _is_told(brief, replace(testimony))  # what is worked out on the way is let go with it
    ]
    return [
        finding
        for case in stock.cases(told)
        for finding in check_witness(case.subject, testimonies[case.path], stock.policy)
    ]


def _is_told(brief: Brief, testimony: Testimony) -> bool:
    return any(True for rule in WITNESS_RULES for _ in rule.check(brief, testimony))


def check_store(subjects: Iterable[Subject], policy: CheckPolicy) -> list[Finding]:
    """Everything that can be said only about all documents together: L but for L508."""
    return check_stock(Stock.of(subjects, policy))


def check_stock(stock: Stock) -> list[Finding]:
    """The same of documents that are held in short; some of them are read again."""
    found = stock.placed(pair for rule in STORE_RULES for pair in rule.check(stock))
    findings = [_finding(brief, fault) for brief, fault in found]
    return apply_policy(findings, stock.policy.config)


def check_config(
    problems: Iterable[tuple[str, Fault]], policy: CheckPolicy, text: str = ""
) -> list[Finding]:
    """What stands in ``.sgm`` and cannot be used or is not known: C801, and S207 of schemas.

    ``problems`` are those found on reading it, each with the path of its file; ``text`` is the
    configuration's, where it is at hand, for the places of codes that there are not.
    """
    found = [
        *problems,
        *policy.schemas.problems,
        *unknown_codes(policy.config, _SEVERITIES.keys(), suggest, text),
    ]
    return apply_policy([finding_of(path, fault) for path, fault in found], policy.config)


def stopping_loss(finding: Finding) -> Finding:
    """A finding as a hook weighs it: a loss (K401 to K405) that is no info stops a commit or push.

    K404, which is a warning in a check, too: what is written over is not there to be mended.
    """
    is_loss = finding.code in _LOSSES and finding.severity is not Severity.INFO
    return replace(finding, severity=Severity.ERROR) if is_loss else finding


def finding_of(path: str, fault: Fault, record_id: str | None = None) -> Finding:
    """The finding of a fault that is about no document, or about one that is not at hand."""
    return Finding(
        fault.code,
        fault.severity or _SEVERITIES[fault.code],
        path,
        masked(fault.message),
        fault.span,
        fault.pointer,
        record_id,
        fault.fix,
        fault.commit,
    )


def apply_policy(findings: Iterable[Finding], config: Config) -> list[Finding]:
    """The findings that the configuration does not silence, with its severities, sorted.

    Where several patterns match a path, what they ignore adds up and the last severity counts. A
    server's floor stands above all that.
    """
    kept = (_kept(finding, config.checks) for finding in findings)
    return sorted({finding for finding in kept if finding is not None}, key=_order)


def refuse_write(findings: Iterable[Finding]) -> list[Finding]:
    """Those for which a document is not written: S201, S202, S210, and K and X that are errors.

    S213 is among them: it is S201 said of a new record, which by then should be complete.
    """
    return [
        finding
        for finding in findings
        if finding.code in _REFUSING
        or (finding.code[0] in _REFUSING_FAMILIES and finding.severity is Severity.ERROR)
    ]


def _finding(about: Case | Brief, fault: Fault) -> Finding:
    return Finding(
        fault.code,
        _severity(about, fault),
        about.path,
        masked(fault.message),
        fault.span,
        fault.pointer,
        about.id,
        fault.fix,
        fault.commit,
    )


def _severity(about: Case | Brief, fault: Fault) -> Severity:
    if fault.severity is not None:
        return fault.severity
    if fault.code == "F101" and not about.root.config.strict:
        return Severity.WARNING
    if fault.code in _HEAVIER_IN_RULES and about.type == "rule":
        return Severity.ERROR
    return _SEVERITIES[fault.code]


def _kept(finding: Finding, checks: ChecksConfig) -> Finding | None:
    found = _loosened(finding, checks.everywhere)
    for pattern, loosening in checks.per_path.items():
        if found is not None and matches(pattern, finding.path):
            found = _loosened(found, loosening)
    floors = [
        severities[finding.code]
        for pattern, severities in checks.floors.items()
        if finding.code in severities and matches(pattern, finding.path)
    ]
    if not floors:
        return found
    found = found or finding
    return replace(found, severity=max(found.severity, *floors, key=_WEIGHTS.index))


def _loosened(finding: Finding, loosening: Loosening) -> Finding | None:
    if finding.code in loosening.ignore or finding.code[0] in loosening.ignore:
        return None
    severity = loosening.severity.get(finding.code)
    if severity is None or severity is finding.severity:
        return finding
    return replace(finding, severity=severity)


def _order(finding: Finding) -> tuple[object, ...]:
    return (*finding.sort_key, finding.pointer or "")
