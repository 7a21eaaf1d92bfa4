from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.run import check_document
from sgm_git.document.limits import STANDARD
from sgm_git.document.read import read
from sgm_git.findings import Finding, Severity
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root
from tests.checks.support import (
    POLICY,
    check,
    document,
    policy_with,
    provenance,
    subject,
    unmarked,
)

if TYPE_CHECKING:
    from sgm_git.checks.case import CheckPolicy

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them


def assert_says(marked: str, code: str, pointer: str, severity: Severity, message: str) -> None:
    """The one finding of that code has exactly this place, pointer, weight and message."""
    text, place = unmarked(marked)
    (finding,) = check(text, code)
    assert (finding.span, finding.pointer, finding.severity) == (place, pointer, severity)
    assert finding.message == message
    assert finding.path == "memory/decision/dec-x.md"


def test_a_record_without_fault_has_no_finding() -> None:
    assert check(document()) == []


@pytest.mark.parametrize(
    ("marked", "pointer", "message"),
    [
        (
            document(
                provenance(drop=("agent",)).replace("provenance", "«provenance»"),
            ),
            "/provenance/agent",
            "provenance.agent is missing; name who made the record",
        ),
        (
            document(drop=("id",)).replace("---", "«---»", 1),
            "/id",
            "id is missing; give the record an id that no other record of its root has",
        ),
        (document("id: «''»"), "/id", "id is empty"),
        (document("«type»:"), "/type", "type must be a string, not null"),
        (document("title: «!!int 5»"), "/title", "title must be a string, not a number"),
        (
            document("«annotations»: {}"),
            "/annotations",
            "annotations must be a list, not an object",
        ),
        (
            document("annotations:\n  - {kind: rationale}\n  - «{value: accepted}»", "type: fact"),
            "/annotations/1/kind",
            "annotations[1].kind is missing",
        ),
        (
            document("annotations:\n  - «text»", "type: fact"),
            "/annotations/0",
            "annotations[0] must be an object, not a string",
        ),
        (
            document("provenance: «none of your business»"),
            "/provenance",
            "provenance must be an object, not a string",
        ),
        (
            document(provenance("links: [a, «!!bool true»]")),
            "/provenance/links/1",
            "provenance.links[1] must be a string, not a boolean",
        ),
        (
            document(provenance("modified: «yes»")),
            "/provenance/modified",
            "provenance.modified must be a boolean, not a string",
        ),
        (
            document(
                "title: T\nx_base: &base\n  agent: a\n  origin: cli\n  scope: {project: p}",
                "provenance:\n  <<: *base\n  created_at: 2026-10-10T18:21:47Z\n  «links»: {}",
            ),
            "/provenance/links",
            "provenance.links must be a list, not an object",
        ),
    ],
)
def test_s201_says_what_the_standard_asks_for(marked: str, pointer: str, message: str) -> None:
    assert_says(marked, "S201", pointer, E, message)


def test_s201_names_every_fault_and_no_fault_twice() -> None:
    found = check(document("provenance: {}", "annotations: 5", "scope: [a]"))
    assert [(f.code, f.pointer) for f in found] == [
        ("S201", "/annotations"),
        ("S205", "/annotations"),
        *(("S201", f"/provenance/{name}") for name in ("agent", "created_at", "origin", "scope")),
    ]


@pytest.mark.parametrize(
    "time", ["yesterday", "2026-10-10", "2026-10-10 18:21:47", "2026-10-10T18:21:47"]
)
@pytest.mark.parametrize("name", ["created_at", "modified_at"])
def test_s202_says_which_time_cannot_be_read(name: str, time: str) -> None:
    stamps = () if name == "created_at" else ("modified: true", "modified_by: b")
    assert_says(
        document(provenance(f"{name}: «{time}»", *stamps)),
        "S202",
        f"/provenance/{name}",
        E,
        f'provenance.{name} is "{time}", which is not an RFC 3339 time like 2026-10-10T18:21:47Z',
    )
    assert not check(document(provenance(f"{name}: {time}", *stamps)), "S201")
    good = "2026-12-10T18:21:47+05:30"
    assert check(document(provenance(f"{name}: {good}", *stamps))) == []


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("Decision", '; did you mean "decision"?'),
        ("rules", '; did you mean "rule"?'),
        ("incident", ", so the record is an unclassified note"),
    ],
)
def test_s203_and_its_suggestion(written: str, hint: str) -> None:
    message = f'the type "{written}" is not known{hint}'
    assert_says(document(f"type: «{written}»"), "S203", "/type", I, message)
    assert check(document("type: fact"), "S203") == []


def test_s204_and_its_suggestion() -> None:
    marked = document(
        "annotations:\n  - {kind: rationale}\n  - {kind: «Status», value: x}", "type: fact"
    )
    message = 'the kind "Status" is not known; did you mean "status"?'
    assert_says(marked, "S204", "/annotations/1/kind", I, message)
    known = document("annotations: [{kind: review_by, value: x}, {kind: supersedes}]", "type: fact")
    assert check(known, "S204") == []


INCIDENT = '{"required": ["x_severity"], "properties": {"x_severity": {"enum": ["high", "low"]}}}'


def test_s207_holds_a_record_against_its_team_s_schema() -> None:
    policy = policy_with(incident=INCIDENT)
    text, place = unmarked(document("type: incident", "x_severity: «medium»"))
    (finding,) = check(text, policy=policy)
    assert (finding.code, finding.severity, finding.pointer) == ("S207", E, "/x_severity")
    assert finding.span == place
    assert finding.message == (
        'x_severity is "medium", not one of "high" and "low" (by .sgm/schemas/incident.json)'
    )
    assert check(document("type: incident", "x_severity: high"), policy=policy) == []
    assert check(document(), policy=policy) == []


def test_a_format_of_the_team_s_schema_is_no_time_of_provenance() -> None:
    policy = policy_with(incident='{"properties": {"x_due": {"format": "date-time"}}}')
    found = check(document("type: incident", "x_due: soon"), policy=policy)
    assert [finding.code for finding in found] == ["S207"]


AUTHOR = replace(POLICY, author="ada")


def new(
    text: str, path: str = "memory/decision/dec-x.md", root: Root | None = None
) -> list[Finding]:
    given = subject(text, path, root=root or Root("memory", RootConfig(), {}), is_new=True)
    return check_document(given, AUTHOR)


def completed(text: str, path: str = "memory/decision/dec-x.md", root: Root | None = None) -> bytes:
    (finding,) = [f for f in new(text, path, root) if f.code == "S213"]
    assert finding.fix is not None
    return apply_edits(text.encode(), finding.fix.edits)


def test_s213_is_what_a_new_record_lacks_and_no_s201_is_said_beside_it() -> None:
    text, place = unmarked(document("«provenance»:\n  agent: grace\n  scope: {project: p}"))
    (finding,) = new(text)
    assert (finding.code, finding.severity, finding.pointer) == ("S213", E, "/provenance")
    assert finding.span == place
    assert finding.message == "the new record lacks provenance.created_at and provenance.origin"
    assert {found.code for found in check(text)} == {"S201"}


def test_s213_completes_and_never_overwrites() -> None:
    text = document("provenance:\n  agent: grace  # typed by hand\n  scope: {project: p}")
    mended = completed(text)
    assert b"  agent: grace  # typed by hand\n" in mended
    assert check_document(subject(mended, is_new=True), AUTHOR) == []
    reading = read(mended)
    assert reading.document is not None
    assert reading.document.record["provenance"] == {
        "agent": "grace",
        "scope": {"project": "p"},
        "created_at": "2027-01-15T08:00:00Z",
        "origin": "editor",
    }


def test_s213_takes_id_type_and_scope_from_where_the_file_lies() -> None:
    layout = RootConfig(layout="{scope.area}/{type}/{id}.md")
    root = Root("memory", layout, {"project": "p"})
    mended = completed("---\ntitle: T\n---\n\nBody.\n", "memory/db/fact/fact-y.md", root)
    reading = read(mended)
    assert reading.document is not None
    assert reading.document.record == {
        "title": "T",
        "content": "Body.",
        "id": "fact-y",
        "type": "fact",
        "scope": {"project": "p", "area": "db"},
        "provenance": {
            "agent": "ada",
            "created_at": "2027-01-15T08:00:00Z",
            "origin": "editor",
            "scope": {"project": "p", "area": "db"},
        },
    }


def test_s213_repeats_the_scope_that_is_there() -> None:
    for text in (document(drop=("provenance",)), document(provenance(drop=("scope",)))):
        assert check_document(subject(completed(text), is_new=True), AUTHOR) == []


def test_s213_mends_nothing_where_the_agent_or_the_type_cannot_be_told() -> None:
    text = document(drop=("provenance",))
    nameless = [f for f in check_document(subject(text, is_new=True), POLICY) if f.code == "S213"]
    assert [finding.fix for finding in nameless] == [None]
    assert "name the agent" in nameless[0].message
    (typeless,) = new("---\nid: x\n---\n", "memory/note.md")
    assert typeless.fix is None
    assert typeless.pointer == ""


@pytest.mark.parametrize("policy", [POLICY, AUTHOR])
def test_s213_asks_for_the_type_alone_where_nothing_else_is_for_a_person(
    policy: CheckPolicy,
) -> None:
    given = subject("---\ntitle: T\n---\n", "memory/a.md", is_new=True)
    (finding,) = check_document(given, policy)
    assert finding.message == (
        "the new record lacks a type; write type: and what it is, such as decision, rule or fact,"
        ' or move the file to "memory/TYPE/a.md"'
    )
    flat = Root("", RootConfig(layout="{id}.md"), {})
    (finding,) = check_document(replace(given, root=flat), policy)
    assert finding.message.endswith("such as decision, rule or fact")
    flat = Root("", RootConfig(layout="{type}/{id}.md"), {})
    (finding,) = check_document(replace(given, path="a.md", root=flat), policy)
    assert finding.message.endswith('move the file to "TYPE/a.md"')


def test_what_is_wrong_in_a_new_record_is_s201_as_ever() -> None:
    found = new(document(provenance("agent: [a]"), "annotations: [{}]", "type: fact"))
    assert [(f.code, f.pointer) for f in found] == [
        ("S201", "/annotations/0/kind"),
        ("S201", "/provenance/agent"),
    ]
    assert {finding.severity for finding in found} == {E}
    assert W not in {finding.severity for finding in found}


@pytest.mark.parametrize("name", ["two\nlines", "caf\udce9", "a\rb", "a\u2028b"])
@pytest.mark.parametrize("typed", ["type: fact\n", ""])
def test_s213_makes_no_id_of_a_name_that_is_none(name: str, typed: str) -> None:
    text = f"---\n{typed}title: T\n---\n\nBody.\n"
    (finding,) = (each for each in new(text, f"memory/fact/{name}.md") if each.code == "S213")
    assert finding.fix is None
    assert "write an id, for the name of the file tells none" in finding.message
    assert completed(text, "memory/fact/a\tb.md")


def test_s213_says_that_a_document_is_too_near_to_its_limits() -> None:
    filler = "a" * (STANDARD.front_matter - 40)
    (finding,) = new(f"---\ntype: fact\nx: {filler}\n---\n", "memory/fact/x.md")
    assert (finding.code, finding.fix) == ("S213", None)
    assert "near to its limits: shorten it" in finding.message
