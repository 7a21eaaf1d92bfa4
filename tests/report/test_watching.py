"""Events of a watch as lines and as JSON."""

from __future__ import annotations

import json
from typing import get_args

import jsonschema
import pytest
from referencing import Registry, Resource

from sgm_git.findings import Finding, Severity, Span
from sgm_git.report.watching import event_lines, event_notes, event_object, is_worth_telling
from sgm_git.resources import schema_text
from sgm_git.workflows.watching.event import Event, Kind

EVIL = "memory/\x1b[2J.md"
OID = "0123456789" * 4
FOUND = Finding("F103", Severity.ERROR, EVIL, "not YAML", Span(4, 5, 4, 6))
EVENTS = [
    *(Event(kind, 1) for kind in get_args(Kind)),
    Event("findings", 1, EVIL, "fact-a", (FOUND,)),
    Event("committed", 1, EVIL, "fact-a", commit=OID),
    Event("left", 1, EVIL, why="it is a rule"),
    Event("unsynced", 1, why="no network", hint="plug it in"),
]


@pytest.mark.parametrize("event", EVENTS)
def test_the_json_has_its_shape_and_every_name(event: Event) -> None:
    shape = json.loads(schema_text("watch"))
    finding = Resource.from_contents(json.loads(schema_text("finding")))
    known = Registry().with_resource("urn:sgm-git:schema:finding", finding)
    told = event_object(event)
    jsonschema.Draft202012Validator(shape, registry=known).validate(told)
    assert list(told) == shape["required"]


def test_findings_and_their_end_are_data() -> None:
    assert event_lines(EVENTS[-4]) == ["memory/\\x1b[2J.md:4:5: F103 error: not YAML"]
    assert event_lines(Event("ok", 1, EVIL)) == ["memory/\\x1b[2J.md: ok"]
    assert [line for event in EVENTS[-3:] for line in event_lines(event)] == []


def test_a_person_is_told_the_rest() -> None:
    assert [event_notes(event) for event in EVENTS[-4:]] == [
        [],
        [f"{EVIL}: committed as 0123456789"],
        [f"{EVIL}: left uncommitted: it is a rule"],
        ["not synced: no network", "hint: plug it in"],
    ]
    assert event_notes(Event("saved", 1, EVIL)) == []
    assert event_notes(Event("synced", 1, why="with origin/main", findings=(FOUND,)))[1:] == [
        "memory/\\x1b[2J.md:4:5: F103 error: not YAML"
    ]


def test_a_program_is_not_told_of_what_is_no_news() -> None:
    quiet = {event.kind for event in EVENTS if not is_worth_telling(event)}
    assert quiet == {"saved", "watching"}
