"""Each version has a verdict of its own, whatever came before it or after."""

from __future__ import annotations

from dataclasses import replace

from sgm_git.commits import UNCOMMITTED, Signature, SignatureState
from sgm_git.findings import Finding, Severity
from sgm_git.witness.verdict import naming, verdict
from tests.checks.witness_support import BOB, PATH, Past, Step, oid, people

STEPS = (Step(), Step(who=BOB), Step(is_committed=False))
GOOD = Signature(SignatureState.GOOD, "ada@example.org", "SHA256:x")
HOST = Signature(SignatureState.GOOD, "forge", "SHA256:y")
PAST = Past(
    *STEPS,
    people=people(*STEPS),
    signatures={oid(0): GOOD, oid(1): HOST},
    hosts=("forge",),
)
FORGED = Finding("P305", Severity.ERROR, PATH, "m", commit=oid(1))


def verdicts(past: Past, *findings: Finding, accepted: tuple[Finding, ...] = ()) -> list[str]:
    """The verdicts on all events, newest first."""
    told = past.testimony
    return [verdict(told, event, findings, accepted).value for event in told.life.events]


def test_a_version_is_as_good_as_its_signature() -> None:
    assert verdicts(PAST) == ["unknown", "vouched", "signed"]
    unsigned = Past(*STEPS, people=people(*STEPS))
    assert verdicts(unsigned) == ["unknown", "consistent", "consistent"]


def test_a_finding_disputes_the_commit_that_it_names_and_no_other() -> None:
    assert verdicts(PAST, FORGED) == ["unknown", "disputed", "signed"]
    assert verdicts(PAST, replace(FORGED, commit=None)) == ["disputed", "vouched", "signed"]
    consented = replace(FORGED, code="P301", severity=Severity.WARNING)
    assert verdicts(PAST, consented) == ["unknown", "unknown", "signed"]


def test_what_was_accepted_is_unknown() -> None:
    assert verdicts(PAST, accepted=(FORGED,)) == ["unknown", "unknown", "signed"]


def test_a_version_that_can_be_seen_is_judged_where_older_ones_cannot() -> None:
    cut = Past(*STEPS, is_cut=True, people=people(*STEPS))
    assert verdicts(cut) == ["unknown", "consistent"]


def test_nothing_is_told_of_what_is_in_doubt() -> None:
    assert set(verdicts(Past(*STEPS, doubt="twice", people=people(*STEPS)))) == {"unknown"}


def test_findings_that_name_no_commit_are_about_what_is_not_committed() -> None:
    pending, *_ = PAST.testimony.life.events
    assert pending.commit == UNCOMMITTED
    assert naming(pending, [FORGED, replace(FORGED, commit=None)]) == (
        replace(FORGED, commit=None),
    )
