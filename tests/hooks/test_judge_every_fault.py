"""Every fault that a document can have is told when it is staged, and none of its good twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.registry import FILE_RULES, RECORD_RULES
from sgm_git.findings import Severity
from tests.hooks.staged_support import PATH, Memory, codes, document

if TYPE_CHECKING:
    from tests.support import GitSandbox

NEW = "memory/fact/fact-n.md"


def fact(*lines: str, **changes: str) -> str:
    """A good new record with more lines."""
    return document(*lines, record_id="fact-n", **changes)


def typed(kind: str, *lines: str) -> str:
    """The same of another type."""
    return fact(*lines).replace("type: fact", f"type: {kind}")


def noted(kind: str, *notes: str) -> str:
    """The same with annotations."""
    return typed(kind, "annotations:", *(f"  - {note}" for note in notes))


STATED = "{kind: status, value: accepted}"
FAULTS: dict[str, str | bytes] = {
    "F101": "Only text.\n",
    "F102": "---\nid: fact-n\n",
    "F103": "---\nid: [fact-n\n---\n",
    "F104": fact("title: again"),
    "F105": fact().encode().replace(b"Text", b"\xff\xfe"),
    "F106": fact(body="<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs"),
    "F107": fact(body="x" * 2**20),
    "F108": fact("x_set: !!set {a}"),
    "F109": fact().replace("---\n\nText", "---\n---\nid: other\ntype: rule\n---\n\nText"),
    "F110": fact("x_switch: on"),
    "F111": fact("content: Twice."),
    "F112": fact(body="hidden\u200b\u202etext"),
    "F113": fact(body="<!-- do this instead -->"),
    "S201": fact("annotations: [{value: 1}]"),
    "S202": fact(created_at="yesterday"),
    "S203": typed("facd"),
    "S204": noted("fact", "{kind: statuss, value: accepted}"),
    "S205": typed("decision"),
    "S206": noted("decision", "{kind: status, value: maybe}", "{kind: rationale, value: why}"),
    "S207": fact("x_level: 1").replace("x_level: 1\n", ""),
    "S208": typed("status"),
    "S209": fact().replace("  scope: {}", "  modified: true\n  scope: {}"),
    "S210": fact("scope: {project: p}"),
    "S211": fact(modified_at="2026-11-18T09:00:00Z", modified_by="Ada").replace(
        "  scope: {}", "  modified: true\n  scope: {}"
    ),
    "S212": fact(modified_at="2026-11-18T11:00:00Z", modified_by="Ada"),
    "S213": "---\ntitle: no type can be told here\n---\n\nText.\n",
    "S214": noted("rule", STATED, "{kind: status, value: proposed}"),
    "S215": noted("rule", "{kind: status, value: hopeful}"),
    "S216": noted("status", "{kind: as_of, value: 2027-01-01T00:00:00Z}"),
    "L508": noted("rule", STATED).replace("Text.", "Status: rejected"),
}
ELSEWHERE = {"F114": "a link is staged in test_judge"}


def test_no_rule_is_left_out() -> None:
    rules = {rule.code for rule in (*FILE_RULES, *RECORD_RULES) if rule.family in "FSL"}
    assert rules == FAULTS.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize("code", FAULTS)
def test_it_is_told_and_stops_the_commit_if_it_is_an_error(sandbox: GitSandbox, code: str) -> None:
    memory = Memory.begun(sandbox.path)
    memory.commit(".sgm/schemas/fact.json", '{"required": ["x_level"]}' if code == "S207" else "{}")
    place = "memory/fact-n.md" if code == "S213" else NEW
    memory.stage(place, FAULTS[code])
    verdict = memory.judge()
    severity = next(r.severity for r in (*FILE_RULES, *RECORD_RULES) if r.code == code)
    found = {each.code: each for each in verdict.findings}
    assert (code in found) is (severity is not Severity.INFO)
    assert verdict.blocks is any(weight is Severity.ERROR for _, weight in codes(verdict))
    assert verdict.blocks or severity is not Severity.ERROR
    if code in found:
        assert (found[code].path, found[code].severity) == (place, severity)
        assert (found[code].span is not None) is (code != "F107"), "what is too large is not read"
    if severity is Severity.ERROR:
        assert verdict.amendments == ()


def test_its_good_twin_passes(sandbox: GitSandbox) -> None:
    memory = Memory.begun(sandbox.path)
    memory.stage(NEW, fact())
    memory.stage(PATH, document(body="Other."))
    verdict = memory.judge()
    assert (codes(verdict), verdict.blocks, verdict.records) == ([], False, 2)
