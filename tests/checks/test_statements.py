from __future__ import annotations

import pytest

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.run import check_document
from sgm_git.document.read import read
from sgm_git.findings import Severity
from tests.checks.support import POLICY, check, document, provenance, subject, unmarked

E, W = Severity.ERROR, Severity.WARNING
RATIONALE = "{kind: rationale, value: x}"
STAMPS = ("modified: true", "modified_at: 2026-10-11T00:00:00Z", "modified_by: b")
OF_DECISIONS = "a decision (proposed, accepted, superseded, rejected)"
OF_RULES = "a rule (proposed, accepted, active, superseded, rejected, retired)"


def annotated(*items: str) -> str:
    return "annotations:\n" + "\n".join(f"  - {item}" for item in items)


ROWS: list[tuple[str, str, str, str, str]] = [  # code, marked, pointer, message, passing twin
    (
        "S205",
        document("«annotations»:\n  - {kind: status, value: accepted}"),
        "/annotations",
        "the decision has no rationale",
        document(),
    ),
    (
        "S205",
        document("type: «decision»", drop=("annotations",)),
        "/type",
        "the decision has no rationale and no status",
        document("type: fact", drop=("annotations",)),
    ),
    (
        "S205",
        document("«annotations»: [{kind: Rationale, value: x}, {kind: status, value: accepted}]"),
        "/annotations",
        "the decision has no rationale",
        document("annotations: [{kind: rationale}, {kind: status, value: accepted}]"),
    ),
    (
        "S206",
        document(annotated(RATIONALE, "{kind: status, value: «Accepted»}")),
        "/annotations/1/value",
        f'"Accepted" is no status of {OF_DECISIONS}; did you mean "accepted"?',
        document(annotated(RATIONALE, "{kind: status, value: superseded}")),
    ),
    (
        "S206",
        document(annotated(RATIONALE, "{kind: status, «value»: [accepted]}")),
        "/annotations/1/value",
        f"a list is no status of {OF_DECISIONS}",
        document("type: task", annotated("{kind: status, value: [accepted]}")),
    ),
    (
        "S206",
        document(annotated(RATIONALE, "«{kind: status}»")),
        "/annotations/1/value",
        f"null is no status of {OF_DECISIONS}",
        document(),
    ),
    (
        "S208",
        document("type: «status»", drop=("annotations",)),
        "/type",
        "the status has no as_of annotation",
        document("type: status", annotated("{kind: as_of, value: 2026-10-10T19:00:00Z}")),
    ),
    (
        "S208",
        document("type: status", annotated("{kind: as_of, value: «last week»}")),
        "/annotations/0/value",
        'as_of is "last week", which is not an RFC 3339 time',
        document(
            "type: status",
            annotated(
                "{kind: as_of, value: last week}", '{kind: as_of, value: "2026-10-10T19:00:00Z"}'
            ),
        ),
    ),
    (
        "S209",
        document(provenance("modified: «true»")),
        "/provenance/modified",
        "modified is true, but provenance.modified_at and provenance.modified_by are missing",
        document(provenance(*STAMPS)),
    ),
    (
        "S209",
        document(provenance("modified: «true»", "modified_by: b")),
        "/provenance/modified",
        "modified is true, but provenance.modified_at is missing",
        document(provenance("modified: false")),
    ),
    (
        "S211",
        document(
            provenance("modified: true", "modified_at: «2026-10-10T18:00:00Z»", "modified_by: b")
        ),
        "/provenance/modified_at",
        'modified_at "2026-10-10T18:00:00Z" is before created_at "2026-10-10T18:21:47Z"',
        document(
            provenance("modified: true", "modified_at: 2026-10-10T23:52:00+05:30", "modified_by: b")
        ),
    ),
    (
        "S214",
        document(
            annotated(
                RATIONALE, "{kind: status, value: accepted}", "{kind: status, value: «rejected»}"
            )
        ),
        "/annotations/2/value",
        '2 status annotations: "accepted" and "rejected"; the most restrictive counts',
        document(
            annotated(RATIONALE, "{kind: status, value: accepted}", "{kind: Status, value: x}")
        ),
    ),
    (
        "S215",
        document("type: rule", annotated("{kind: status, value: «enforced»}")),
        "/annotations/0/value",
        f'"enforced" is no status of {OF_RULES}',
        document("type: rule", annotated("{kind: status, value: active}")),
    ),
    (
        "S216",
        document("type: status", annotated("{kind: as_of, value: «2027-01-15T08:10:01Z»}")),
        "/annotations/0/value",
        'as_of "2027-01-15T08:10:01Z" lies in the future',
        document("type: status", annotated("{kind: as_of, value: 2027-01-15T08:10:00Z}")),
    ),
]


@pytest.mark.parametrize(("code", "marked", "pointer", "message", "twin"), ROWS)
def test_a_rule_says_it_here_and_not_of_its_twin(
    code: str, marked: str, pointer: str, message: str, twin: str
) -> None:
    text, place = unmarked(marked)
    (finding,) = check(text, code)
    assert (finding.span, finding.pointer, finding.message) == (place, pointer, message)
    assert finding.severity is (E if code == "S211" else W)
    assert check(twin, code) == []


FIXED: list[tuple[str, str, str, str, str]] = [  # code, marked, pointer, message, what is mended
    (
        "S210",
        document(provenance("«scope»: {project: q}")),
        "/provenance/scope",
        'provenance.scope is {"project": "q"}, but scope is {"project": "p"}',
        "  scope: {project: p}\n---",
    ),
    (
        "S210",
        document(drop=("scope",)).replace("  scope:", "  «scope»:"),
        "/provenance/scope",
        'provenance.scope is {"project": "p"}, but the record has no scope',
        "scope:",
    ),
    (
        "S212",
        document(provenance("modified_at: «2026-10-11T00:00:00Z»", "modified_by: b")),
        "/provenance/modified_at",
        "modified_at and modified_by are there, but modified is not true",
        "  modified: true\n",
    ),
    (
        "S212",
        document(provenance("modified: «false»", "modified_by: b")),
        "/provenance/modified",
        "modified_by is there, but modified is not true",
        "  modified: true\n",
    ),
]


@pytest.mark.parametrize(("code", "marked", "pointer", "message", "mended"), FIXED)
def test_a_rule_mends_what_it_says(
    code: str, marked: str, pointer: str, message: str, mended: str
) -> None:
    text, place = unmarked(marked)
    (finding,) = check(text, code)
    assert (finding.span, finding.pointer, finding.message) == (place, pointer, message)
    assert finding.fix is not None
    better = apply_edits(text.encode(), finding.fix.edits)
    assert mended in better.decode()
    assert check(better, code) == []
    assert b"title: Keep the store\n" in better
    reading = read(better)
    assert reading.document is not None


def test_s210_takes_numbers_for_equal_that_count_the_same() -> None:
    assert check(document("scope: {n: 1}", provenance("scope: {n: 1.0}")), "S210") == []
    assert check(document("scope: {n: 1}", provenance("scope: {n: true}")), "S210") != []
    assert check(document("scope: {n: [1]}", provenance("scope: {n: [1, 2]}")), "S210") != []


@pytest.mark.parametrize("scope", ["p", "[p]", "5", ""])
def test_s210_mends_no_scope_that_is_no_object(scope: str) -> None:
    (finding,) = check(document(f"scope: {scope}"), "S210")
    assert finding.fix is None


def test_no_scope_is_the_same_as_an_empty_one_in_provenance() -> None:
    assert check(document(provenance("scope: {}"), drop=("scope",))) == []
    assert check(document("scope: {}", provenance("scope: {}"))) == []


def test_stamps_of_a_wrong_form_are_left_to_the_schema() -> None:
    odd = document(provenance("modified: maybe", 'modified_at: "5"', "modified_by: [b]"))
    assert {finding.code for finding in check(odd)} == {"S201", "S202"}


def test_a_time_that_was_only_filled_in_is_not_named() -> None:
    """A hook completes a new record; where a fault is found, the file has no such time."""
    stamps = ("modified: true", "modified_at: 2026-10-11T00:00:00Z", "modified_by: b")
    filled = document(provenance("created_at: 2027-01-15T08:00:00Z", *stamps)).encode()
    for is_new, shown in ((True, "now, which is the created_at of a new"), (False, "created_at")):
        found = check_document(subject(filled, is_new=is_new), POLICY)
        (message,) = (each.message for each in found if each.code == "S211")
        assert f"is before {shown}" in message
        assert ("2027" in message) is not is_new
