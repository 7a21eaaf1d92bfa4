"""Trust comes from verdicts, and from whose signatures stand behind a record (DESIGN 1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Signature, SignatureState
from sgm_git.findings import Finding, Severity
from sgm_git.witness.trust import Trust, trust
from tests.checks.witness_support import ADA, BOB, PATH, Past, Step, oid

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
KEY = "SHA256:uNiVztksCsDhcc0u9e8BrNJLcYWBIiuKuYXrgPlvDGY"
BY_ADA = Signature(SignatureState.GOOD, "ada@example.org", KEY)
BY_BOB = Signature(SignatureState.GOOD, "bob@example.org", KEY)
BY_HOST = Signature(SignatureState.GOOD, "forge.example.org", KEY)
STAMPS: JsonObject = {
    "modified": True,
    "modified_at": "2026-10-10T12:00:00Z",
    "modified_by": "Bob",
}
STEPS = (Step(), Step(), Step(who=BOB, says=STAMPS))
PAST = Past(*STEPS)


def finding(code: str, severity: Severity) -> Finding:
    return Finding(code, severity, PATH, "m")


@pytest.mark.parametrize(
    ("code", "severity", "expected"),
    [
        ("P301", E, Trust.DISPUTED),
        ("P312", E, Trust.DISPUTED),
        ("S201", E, Trust.DISPUTED),
        ("S205", W, Trust.CONSISTENT),
        ("F112", E, Trust.DISPUTED),
        ("F112", W, Trust.CONSISTENT),
        ("F113", E, Trust.DISPUTED),
        ("F101", E, Trust.CONSISTENT),
        ("L501", E, Trust.DISPUTED),
        ("L507", E, Trust.DISPUTED),
        ("L503", E, Trust.CONSISTENT),
        ("K401", E, Trust.CONSISTENT),
        ("P301", W, Trust.UNKNOWN),  # by consent
        ("P302", W, Trust.UNKNOWN),
        ("P305", W, Trust.UNKNOWN),  # by a claim
        ("P305", I, Trust.CONSISTENT),  # brought along
        ("P303", W, Trust.CONSISTENT),
        ("P310", I, Trust.CONSISTENT),
    ],
)
def test_a_finding_weighs_what_its_rule_says(
    code: str, severity: Severity, expected: Trust
) -> None:
    assert trust([finding(code, severity)], PAST.testimony) is expected


def test_the_heaviest_finding_counts() -> None:
    both = [finding("P305", W), finding("P301", E)]
    assert trust(both, PAST.testimony) is Trust.DISPUTED
    assert trust(both, None) is Trust.DISPUTED


def test_what_was_accepted_stays_unknown_and_no_better() -> None:
    closed = [finding("P305", E)]
    assert trust([], PAST.testimony, closed) is Trust.UNKNOWN
    assert trust(closed, PAST.testimony, closed) is Trust.DISPUTED


@pytest.mark.parametrize(
    "past",
    [
        Past(*STEPS, is_cut=True),
        Past(*STEPS, doubt="its id stands more than once"),
        Past(*STEPS, Step(is_committed=False)),
        Past(*STEPS, Step(text="Text 3", says={"modified_by": "Ada"}, is_committed=False)),
        Past(*STEPS, Step(text="Text 3", says=dict.fromkeys(STAMPS), is_committed=False)),
        Past(Step(is_committed=False)),
        Past(Step(), is_cut=True),
    ],
)
def test_what_git_does_not_know_is_unknown(past: Past) -> None:
    assert trust([], past.testimony) is Trust.UNKNOWN
    assert trust([], None) is Trust.UNKNOWN


@pytest.mark.parametrize(
    ("by_step", "expected"),
    [
        ({}, Trust.CONSISTENT),
        ({0: BY_ADA, 2: BY_BOB}, Trust.SIGNED),
        ({0: BY_ADA, 1: BY_ADA, 2: BY_BOB}, Trust.SIGNED),
        ({0: BY_ADA, 2: BY_HOST}, Trust.VOUCHED),
        ({0: BY_HOST, 2: BY_HOST}, Trust.VOUCHED),
        ({0: BY_ADA, 2: BY_ADA}, Trust.CONSISTENT),  # not the author's
        ({2: BY_BOB}, Trust.CONSISTENT),
        ({0: BY_ADA}, Trust.CONSISTENT),
        ({0: BY_ADA, 2: replace(BY_BOB, state=SignatureState.BAD)}, Trust.CONSISTENT),
        ({0: BY_ADA, 2: replace(BY_HOST, state=SignatureState.UNKNOWN_KEY)}, Trust.CONSISTENT),
        ({0: BY_ADA, 2: Signature(SignatureState.UNVERIFIABLE)}, Trust.CONSISTENT),
    ],
)
def test_signatures_count_of_the_commits_that_made_what_stands(
    by_step: dict[int, Signature], expected: Trust
) -> None:
    signatures = {oid(place): signature for place, signature in by_step.items()}
    past = Past(*STEPS, signatures=signatures, hosts=("forge.example.org",))
    assert trust([], past.testimony) is expected


def test_who_stamped_a_version_later_has_to_sign_too() -> None:
    steps = (Step(), Step(who=BOB), Step(says=STAMPS, text="Text 2"))
    signed = {oid(0): BY_ADA, oid(1): BY_BOB}
    assert trust([], Past(*steps, signatures=signed).testimony) is Trust.CONSISTENT
    assert trust([], Past(*steps, signatures=signed | {oid(2): BY_ADA}).testimony) is Trust.SIGNED


def test_every_beginning_of_a_record_has_to_be_signed() -> None:
    steps = (Step(who=ADA), Step(who=BOB, parents=()), Step(who=ADA, parents=(0, 1)))
    signed = {oid(0): BY_ADA, oid(2): BY_ADA}
    assert trust([], Past(*steps, signatures=signed).testimony) is Trust.CONSISTENT
    assert trust([], Past(*steps, signatures=signed | {oid(1): BY_BOB}).testimony) is Trust.SIGNED
