"""Rules P301-P304, P307, P311, P315 and P316: a record against what history knows of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest

from sgm_git.checks.case import Case
from sgm_git.checks.edits import apply_edits
from sgm_git.checks.keeping import immutable_changes
from sgm_git.checks.registry import WITNESS_RULES
from sgm_git.checks.run import check_witness
from sgm_git.commits import Signature, SignatureState
from sgm_git.document.read import read
from sgm_git.findings import Finding, Severity, Span
from sgm_git.policy.config import ChecksConfig, Config, Loosening
from tests.checks.support import POLICY, policy_with, subject
from tests.checks.witness_support import ADA, BOB, EVE, GONE, PATH, Past, Step, oid

if TYPE_CHECKING:
    from sgm_git.checks.rule import Rule, WitnessCheck
    from sgm_git.record.value import JsonObject

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
_LINE = re.compile(r"([0-9-]{10}) ([A-Za-z]+): (.*)")
NOON = "2026-10-12T12:00:00Z"


def stamps(at: str = "2026-10-12T08:00:00Z", by: str = "Ada") -> JsonObject:
    return {"modified": True, "modified_at": at, "modified_by": by}


def example(text: str) -> Past:
    """The history that an example of a docstring stands for: a commit a line."""
    steps: list[Step] = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        assert match is not None, line
        day, name, flow = match.groups()
        document = read(f"---\nsays: {flow}\n---\n".encode()).document
        assert document is not None, line
        says = document.record["says"]
        assert isinstance(says, dict)
        steps.append(Step(f"{day}T12:00:00Z", f"{name} <{name.lower()}@example.org>", says))
    return Past(*steps)


@pytest.mark.parametrize("each", WITNESS_RULES, ids=[each.code for each in WITNESS_RULES])
def test_the_bad_example_is_bad_and_the_good_one_good(each: Rule[WitnessCheck]) -> None:
    (finding,) = example(each.explanation.bad).findings(each.code)
    assert finding.severity is each.severity
    assert example(each.explanation.good).findings() == []


class Row(NamedTuple):
    code: str
    severity: Severity
    bad: Past
    name: str  # of the field of provenance that is shown
    place: tuple[int, int, int]  # line, column, end column
    commit: int | None  # the step that the finding names
    message: str
    good: Past


CREATED = "2026-10-10T08:00:00Z"
OLDER = "2026-10-09T08:00:00Z"
ROWS = [
    Row(
        "P301",
        E,
        Past(Step(), Step(NOON, EVE, {"created_at": OLDER}), Step(who=BOB)),
        "created_at",
        (8, 15, 37),
        1,
        f'created_at is "{OLDER}" since commit 0000000002 by "Eve <eve@evil.example>", but'
        f' "{CREATED}" in the first version, commit 0000000001; put that back, or consent in a'
        " commit: SGM-Allow: fact-a /provenance/created_at",
        Past(Step(), Step(NOON, EVE, {"created_at": "2026-10-10T10:00:00+02:00"})),
    ),
    Row(
        "P301",
        E,
        Past(Step(), Step(says={"created_at": OLDER}, is_committed=False)),
        "created_at",
        (8, 15, 37),
        None,
        f'created_at is "{OLDER}", but "{CREATED}" in the first version, commit 0000000001; put'
        " that back, or consent to it: sgm set fact-a"
        f" /provenance/created_at={OLDER} --consent --no-commit",
        Past(Step(says={"created_at": GONE}), Step(says={"created_at": CREATED})),
    ),
    Row(
        "P302",
        E,
        Past(Step(), Step(who=EVE, says={"agent": "Eve"})),
        "agent",
        (7, 10, 15),
        1,
        'agent is "Eve" since commit 0000000002 by "Eve <eve@evil.example>", but "Ada" in the'
        " first version, commit 0000000001; put that back, or consent in a commit:"
        " SGM-Allow: fact-a /provenance/agent",
        Past(Step(says={"agent": GONE}), Step(says={"agent": "Ada"})),
    ),
    Row(
        "P302",
        W,
        Past(Step(), Step(says={"origin": "import"})),
        "origin",
        (9, 11, 19),
        1,
        'origin is "import" since commit 0000000002 by "Ada <ada@example.org>", but "cli" in the'
        " first version, commit 0000000001; put that back, or consent in a commit:"
        " SGM-Allow: fact-a /provenance/origin",
        Past(Step(), Step(says={"origin": "mcp"}), Step(says={"origin": "cli"})),
    ),
    Row(
        "P303",
        W,
        Past(Step(), Step(NOON, BOB, stamps(by="Bob")), Step("2026-10-14T12:00:00Z", EVE)),
        "modified_at",
        (12, 16, 38),
        2,
        'modified_at is "2026-10-12T08:00:00Z", but commit 0000000003 by "Eve <eve@evil.example>"'
        " changed the record since; sgm fix stamps it",
        Past(Step(), Step(NOON, BOB, stamps(by="Bob")), Step("2026-10-12T07:59:00Z", EVE)),
    ),
    Row(
        "P303",
        I,
        Past(Step(says={"modified": False}), Step(NOON)),
        "modified",
        (11, 13, 18),
        1,
        'modified is false, but commit 0000000002 by "Ada <ada@example.org>" changed the record'
        " since; sgm fix stamps it",
        Past(Step(says={"modified": False}), Step(NOON, text="Text 1")),
    ),
    Row(
        "P303",
        W,
        Past(Step(), Step(NOON, BOB, {"modified_by": "Bob", "modified": True}), Step(who=EVE)),
        "modified_by",
        (11, 16, 21),
        2,
        'modified_by is "Bob", but commit 0000000003 by "Eve <eve@evil.example>" changed the'
        " record since; sgm fix stamps it",
        Past(Step(), Step(NOON, BOB, {"modified_by": "Bob", "modified": True}), Step(who=BOB)),
    ),
    Row(
        "P303",
        W,
        Past(Step(), Step(NOON, says=stamps()), Step(NOON, says={}, is_committed=False)),
        "modified_at",
        (12, 16, 38),
        None,
        'modified_at is "2026-10-12T08:00:00Z", but an edit that is not committed yet by'
        ' "Ada <ada@example.org>" changed the record since; sgm fix stamps it',
        Past(Step(), Step(NOON, says=stamps()), Step(NOON, text="Text 2", is_committed=False)),
    ),
    Row(
        "P304",
        E,
        Past(Step(CREATED, says={"created_at": "2026-10-10T08:10:01Z"})),
        "created_at",
        (8, 15, 37),
        0,
        'created_at "2026-10-10T08:10:01Z" is later than commit 0000000001 by'
        ' "Ada <ada@example.org>" of 2026-10-10T08:00:00Z; write the time at which it was so',
        Past(Step(CREATED, says={"created_at": "2026-10-10T08:10:00Z"})),
    ),
    Row(
        "P304",
        E,
        Past(Step(), Step(NOON, says=stamps("2026-10-13T08:00:00Z"))),
        "modified_at",
        (12, 16, 38),
        1,
        'modified_at "2026-10-13T08:00:00Z" is later than commit 0000000002 by'
        ' "Ada <ada@example.org>" of 2026-10-12T12:00:00Z; write the time at which it was so',
        Past(
            Step(),
            Step(NOON, says=stamps("2026-10-13T08:00:00Z"), commit_at="2026-10-13T09:00:00Z"),
        ),
    ),
    Row(
        "P304",
        E,
        Past(Step(says={"created_at": "2027-01-15T08:10:01Z"}, is_committed=False)),
        "created_at",
        (8, 15, 37),
        None,
        'created_at "2027-01-15T08:10:01Z" lies ahead: it is 2027-01-15T08:00:00Z now, and not'
        " committed yet; write the time at which it was so",
        Past(Step(says={"created_at": "2027-01-15T08:10:00Z"}, is_committed=False)),
    ),
    Row(
        "P307",
        I,
        Past(Step(says=stamps("2026-10-10T09:00:00Z"))),
        "modified",
        (11, 13, 17),
        0,
        "modified is true, but there is no version after the first, commit 0000000001 by"
        ' "Ada <ada@example.org>"; remove the stamps if it was never changed',
        Past(Step(), Step(NOON, says=stamps())),
    ),
    Row(
        "P311",
        W,
        Past(
            Step(),
            Step("2026-10-14T12:00:00Z", says=stamps("2026-10-14T09:00:00Z")),
            Step("2026-10-14T13:00:00Z", says=stamps()),
        ),
        "modified_at",
        (12, 16, 38),
        2,
        'modified_at is "2026-10-12T08:00:00Z" since commit 0000000003 by'
        ' "Ada <ada@example.org>", but was "2026-10-14T09:00:00Z" before; sgm fix writes a later'
        " time",
        Past(
            Step(),
            Step("2026-10-14T12:00:00Z", says=stamps("2026-10-14T09:00:00Z")),
            Step("2026-10-14T13:00:00Z", says=stamps("2026-10-14T11:00:00+02:00")),
        ),
    ),
    Row(
        "P315",
        W,
        Past(Step("2026-10-17T08:00:01Z")),
        "created_at",
        (8, 15, 37),
        0,
        f'created_at "{CREATED}" is 7 days before the first version, commit 0000000001 by'
        ' "Ada <ada@example.org>" of 2026-10-17T08:00:01Z; write when it was created, or'
        " origin: import if it came from elsewhere",
        Past(Step("2026-10-17T08:00:00Z")),
    ),
    Row(
        "P316",
        I,
        Past(Step(0)),
        "",
        (6, 1, 11),
        0,
        'commit 0000000001 by "Ada <ada@example.org>" is dated 1970-01-01T00:00:00Z, which cannot'
        " be right; no declared time is held against that",
        Past(Step("1980-01-01T00:00:00Z", says={"created_at": "1980-01-01T00:00:00Z"})),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.code}-{row.name}" for row in ROWS])
def test_a_rule_says_it_here_and_not_of_its_twin(row: Row) -> None:
    (finding,) = row.bad.findings(row.code)
    line, column, end = row.place
    assert finding == Finding(
        row.code,
        row.severity,
        PATH,
        row.message,
        Span(line, column, line, end),
        f"/provenance/{row.name}".rstrip("/"),
        "fact-a",
        finding.fix,
        None if row.commit is None else oid(row.commit),
    )
    assert row.good.findings(row.code) == []


def codes(past: Past) -> list[tuple[str, Severity]]:
    return [(finding.code, finding.severity) for finding in past.findings()]


def mended(past: Past, code: str, *, is_committed: bool) -> Past:
    """The history in which somebody let ``sgm fix`` clear a finding."""
    (finding,) = past.findings(code)
    assert finding.fix is not None
    document = read(apply_edits(past.subject.data, finding.fix.edits)).document
    assert document is not None
    says = document.record["provenance"]
    assert isinstance(says, dict)
    last = Step("2027-01-15T08:00:00Z", BOB, says, past.text, is_committed=is_committed)
    return Past(*past.steps, last)


FIXED = [
    (
        "P303",
        Past(Step(), Step(NOON, says=stamps()), Step("2026-10-14T12:00:00Z", EVE)),
        stamps("2026-10-14T12:00:00Z", "Eve"),
    ),
    (
        "P303",  # a second later than what stood there, where the author's clock was behind
        Past(Step(), Step(NOON, says=stamps()), Step(None, EVE)),
        stamps("2027-01-15T08:00:00Z", "Eve"),
    ),
    (
        "P303",
        Past(Step(says={"modified": False}), Step(NOON, EVE, message="x\n\nSGM-Agent: scribe\n")),
        stamps("2026-10-12T12:00:00Z", "scribe"),
    ),
    (
        "P303",  # what lay ahead of its commit is no bound for what is written now
        Past(
            Step(),
            Step(NOON, says=stamps("2026-10-12T13:00:00Z")),
            Step("2026-10-12T14:00:00Z", EVE),
        ),
        stamps("2026-10-12T14:00:00Z", "Eve"),
    ),
    (
        "P311",
        Past(
            Step(),
            Step("2026-10-14T12:00:00Z", says=stamps("2026-10-14T09:00:00Z")),
            Step(NOON, BOB, says=stamps(by="Bob")),
        ),
        stamps("2026-10-14T09:00:01Z", "Bob"),
    ),
]


@pytest.mark.parametrize("is_committed", [True, False])
@pytest.mark.parametrize(("code", "past", "expected"), FIXED)
def test_what_sgm_fix_writes_clears_the_finding_and_raises_none(
    code: str, past: Past, expected: JsonObject, is_committed: bool
) -> None:
    after = mended(past, code, is_committed=is_committed)
    said = after.said
    assert {name: said[name] for name in expected} == expected
    assert [found for found in after.findings() if found.severity is not I] == []


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("2026-12-24T08:00:00Z", [CREATED], []),  # it lay ahead of its commit (P304)
        ("2026-12-24T08:00:00Z", [CREATED, OLDER], [("P301", E)]),
        ("soon", [CREATED], []),
        ("soon", [CREATED, OLDER], [("P301", E)]),
        (CREATED, ["soon"], [("P301", E)]),
        (CREATED, [OLDER, CREATED], []),
        (CREATED, [GONE, OLDER], [("P301", E)]),
        (GONE, [CREATED, OLDER], [("P301", E)]),
        (5, [6], []),
    ],
)
def test_a_created_at_that_could_not_stay_is_mended_once(
    first: str | int | None, then: list[str | None], expected: list[tuple[str, Severity]]
) -> None:
    steps = [Step(says={"created_at": value}) for value in (first, *then)]
    assert [each for each in codes(Past(*steps)) if each[0] == "P301"] == expected


def test_a_record_that_began_on_two_branches_may_keep_either_beginning() -> None:
    began = [Step(says={"agent": "Ada"}), Step(who=BOB, says={"agent": "Bob"}, parents=())]
    for agent, expected in (("Ada", []), ("Bob", []), ("Eve", [("P302", E)])):
        merged = Past(*began, Step(says={"agent": agent}, parents=(0, 1)))
        assert [each for each in codes(merged) if each[0] == "P302"] == expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"created_at": OLDER}, [("P301", E)]),
        ({"created_at": "2026-10-10T10:00:00+02:00"}, []),
        ({"created_at": "soon"}, []),
        ({"created_at": "2027-12-24T08:00:00Z"}, []),  # it lies ahead still
        ({}, []),
    ],
)
def test_in_a_range_what_the_trusted_side_holds_must_stay(
    held: JsonObject, expected: list[tuple[str, Severity]]
) -> None:
    past = Past(Step(), Step(is_committed=False))
    testimony = replace(past.testimony, held=held)
    found = check_witness(past.subject, testimony, POLICY)
    assert [(each.code, each.severity) for each in found] == expected
    assert all("on the trusted side" in each.message for each in found)


ALLOWED = "x\n\n    SGM-Allow: fact-a /provenance/agent\n"
CHANGED = Step(who=EVE, says={"agent": "Eve"})


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([replace(CHANGED, message=ALLOWED)], W),
        ([CHANGED, Step(message=ALLOWED)], W),
        ([replace(CHANGED, message=ALLOWED.replace("fact-a", "memory:fact-a"))], W),
        ([Step(message=ALLOWED), CHANGED], E),  # consent comes with the change, or later
        ([replace(CHANGED, message=ALLOWED), Step(says={"agent": "Mallory"})], E),  # once
        ([CHANGED, Step(message=ALLOWED, parents=(0,)), Step(parents=(1,))], E),  # elsewhere
        ([replace(CHANGED, message=ALLOWED.replace("fact-a", "fact-b"))], E),
        ([replace(CHANGED, message=ALLOWED.replace("fact-a", "notes:fact-a"))], E),
        ([replace(CHANGED, message=ALLOWED.replace("agent", "origin"))], E),
    ],
)
def test_a_consent_makes_a_warning_of_one_change(steps: list[Step], expected: Severity) -> None:
    (finding,) = Past(Step(), *steps).findings("P302")
    assert finding.severity is expected
    assert ("consents to that" in finding.message) == (expected is W)


def test_a_consent_under_an_id_that_was_renamed_since_counts() -> None:
    renamed = Step(id="fact-b", says={"agent": "Eve"})
    past = Past(Step(), replace(CHANGED, message=ALLOWED), renamed)
    assert [each.severity for each in past.findings("P302")] == [W]


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        (Signature(SignatureState.GOOD, "ada@example.org"), W),
        (Signature(SignatureState.GOOD, "Ada (work) <ADA@example.org>"), W),
        (Signature(SignatureState.GOOD, "eve@evil.example"), E),
        (Signature(SignatureState.BAD, "ada@example.org"), E),
        (Signature(SignatureState.UNVERIFIABLE), E),
        (None, E),
    ],
)
def test_with_admins_only_the_consent_of_one_counts(
    signature: Signature | None, expected: Severity
) -> None:
    signatures = {} if signature is None else {oid(2): signature}
    steps = (Step(), CHANGED, Step(message=ALLOWED))
    past = Past(*steps, admins=("ada@example.org",), signatures=signatures)
    assert [each.severity for each in past.findings("P302")] == [expected]


BAD = [row.bad for row in ROWS if row.commit is not None]


@pytest.mark.parametrize("past", BAD)
def test_nothing_is_said_where_history_is_in_doubt(past: Past) -> None:
    assert Past(*past.steps, doubt="its id stands more than once").findings() == []


@pytest.mark.parametrize("past", BAD)
def test_nothing_is_said_of_what_came_with_the_baseline(past: Past) -> None:
    assert Past(*past.steps, old_claims=lambda _: True).findings() == []


def test_where_history_is_cut_only_what_can_be_seen_is_judged() -> None:
    seen = Step(NOON, EVE, stamps("2026-12-24T12:00:00Z") | {"agent": "Eve", "created_at": OLDER})
    assert codes(Past(Step(), seen, is_cut=True)) == [("P304", E), ("P305", E)]
    lagging = Past(Step(says=stamps()), Step("2026-10-14T12:00:00Z", EVE), is_cut=True)
    assert codes(lagging) == [("P303", W)]
    assert codes(Past(Step(says=stamps()), is_cut=True)) == []


AHEAD = "2027-01-16T09:00:00Z"  # a day and an hour after the tests' now


@pytest.mark.parametrize("at", [None, 0, 315_532_799, AHEAD, 2**63 - 1, -(2**63)])
def test_nothing_is_concluded_from_a_date_that_cannot_be_right(at: str | int | None) -> None:
    odd = Step(at, says={"created_at": "2026-10-10T08:00:00Z"})
    assert codes(Past(odd, Step(NOON, says=stamps()))) == [("P316", I)]
    assert codes(Past(odd, Step(at))) == [("P316", I), ("P316", I)]


def test_a_wrong_clock_of_ours_makes_no_date_unlikely_and_holds_nothing_to_now() -> None:
    assert codes(Past(Step(), now=0)) == []
    assert codes(Past(Step(), Step(is_committed=False, says=stamps()), now=0)) == []
    assert codes(Past(Step(is_committed=False), now=0)) == []


def test_a_rewritten_date_is_a_bound_and_no_more() -> None:
    # A hosted squash on Wednesday of what was done and stamped on Friday before.
    squash = Step("2026-10-14T12:00:00Z", says=stamps("2026-10-09T17:00:00Z"))
    assert codes(Past(Step("2026-10-08T12:00:00Z", says={"created_at": OLDER}), squash)) == [
        ("P304", E)
    ]
    assert codes(Past(Step(OLDER, says={"created_at": OLDER}), squash)) == []
    # A rebase keeps the author's time and moves the committer's.
    rebased = Step(OLDER, says=stamps("2026-10-09T08:00:00Z"), commit_at="2026-11-01T08:00:00Z")
    assert codes(Past(Step(OLDER, says={"created_at": OLDER}), rebased)) == []


def test_versions_beside_the_stamps_lag_only_if_they_are_later() -> None:
    def merged(at: str) -> Past:
        return Past(
            Step(),
            Step(NOON, BOB, stamps("2026-10-12T12:00:00Z", "Bob"), parents=(0,)),
            Step(at, ADA, parents=(0,)),
            Step(parents=(1, 2), is_automatic=True),
        )

    assert codes(merged("2026-10-12T11:00:00Z")) == []
    assert codes(merged("2026-10-12T13:00:00Z")) == [("P303", W)]


def test_at_a_merge_the_later_stamps_stand_for_both_sides() -> None:
    def merged(*after: Step) -> Past:
        return Past(
            Step(),
            Step("2026-10-12T12:00:04Z", BOB, stamps("2026-10-12T12:00:03Z", "Bob"), parents=(0,)),
            Step("2026-10-12T12:00:05Z", ADA, stamps("2026-10-12T12:00:00Z"), parents=(0,)),
            Step(parents=(1, 2), is_automatic=True),
            *after,
        )

    assert codes(merged()) == []
    hidden = Step(NOON, EVE, stamps("2026-10-12T12:00:01Z", "Eve"))
    back = Step(NOON, EVE, stamps("2026-10-12T12:00:03Z", "Bob"), text="Text 5")
    assert codes(merged(replace(hidden, at="2026-10-13T12:00:00Z"), back)) == [("P303", W)]


def test_what_a_return_brings_back_weighs_little() -> None:
    past = Past(Step(), Step(NOON, BOB, stamps(by="Bob")), Step("2026-10-14T12:00:00Z", EVE))
    steps = [*past.steps[:2], replace(past.steps[2], returns=True, text="Text 2")]
    assert codes(Past(*steps)) == [("P303", I)]
    forged = replace(steps[2], says=stamps("2026-10-14T12:00:00Z", "Ada"))
    assert codes(Past(*steps[:2], forged)) == [("P305", E)]


def test_a_time_that_lay_ahead_may_go_back() -> None:
    ahead = Step(NOON, says=stamps("2026-10-20T08:00:00Z"))
    mended_now = Step("2026-10-30T12:00:00Z", says=stamps("2026-10-12T11:00:00Z"))
    assert codes(Past(Step(), ahead, replace(mended_now, text="Text 2"))) == []


def test_odd_claims_are_left_to_the_schema() -> None:
    odd: JsonObject = {"modified": "yes", "modified_at": 5, "modified_by": ["Ada"]}
    more: JsonObject = {"agent": {"name": "x"}, "created_at": [], "origin": None}
    past = Past(Step(says=odd | more), Step(NOON, EVE))
    assert {finding.code for finding in past.findings()} <= {"P307"}
    bare = Past(Step(), Step(NOON, EVE))
    plain = subject("---\nid: fact-a\ntype: fact\nprovenance: 5\n---\n", PATH)
    assert Case(plain, POLICY).id == "fact-a"
    assert check_witness(plain, bare.testimony, POLICY) == []


def test_the_configuration_has_the_last_word_on_what_is_said() -> None:
    past = Past(Step(), CHANGED)
    loose = Loosening(severity={"P302": W})
    quiet = policy_with(Config(checks=ChecksConfig(everywhere=Loosening(ignore=("P",)))))
    milder = policy_with(Config(checks=ChecksConfig(per_path={"memory/**": loose})))
    assert check_witness(past.subject, past.testimony, quiet) == []
    (finding,) = check_witness(past.subject, past.testimony, milder)
    assert finding.severity is W


@pytest.mark.parametrize(
    ("name", "before", "after", "is_refused"),
    [
        ("created_at", CREATED, "2026-10-10T10:00:00+02:00", False),
        ("created_at", CREATED, OLDER, True),
        ("created_at", "soon", CREATED, False),
        ("created_at", CREATED, "soon", True),
        ("agent", "Ada", "ada", True),
        ("origin", "cli", None, True),
    ],
)
def test_a_refused_write_and_a_finding_speak_of_the_same_changes(
    name: str, before: str, after: str | None, is_refused: bool
) -> None:
    base: JsonObject = {"provenance": {name: before}}
    result: JsonObject = {"provenance": {name: after}}
    refused = [fault.code for fault in immutable_changes(base, result)]
    past = Past(Step(says={name: before}), Step(says={name: after or "null"}))
    found = [code for code, _ in codes(past) if code in ("P301", "P302")]
    assert refused == found
    assert bool(refused) is is_refused
