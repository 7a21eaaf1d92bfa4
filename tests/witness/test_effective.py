"""Effective provenance: what a record declares, its gaps filled from history (DESIGN 5, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.witness.effective import Effective, Source, effective, effective_object
from tests.checks.witness_support import ADA, BOB, EVE, GONE, Past, Step, oid, people

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

BARE: dict[str, JsonValue] = dict.fromkeys(("agent", "created_at", "origin", "scope"), GONE)
AT = "2026-10-12T14:00:00+02:00"
ADA_HOME = "A. Lovelace <ada@home.example>"
MAILMAP = b"Ada <ada@example.org> <ada@home.example>\n"


def known(past: Past) -> Effective:
    return effective(record(past), past.testimony)


def record(past: Past) -> JsonObject:
    document = past.subject.reading.document
    assert document is not None
    return document.record


def witnessed(past: Past) -> dict[str, JsonValue]:
    fields = known(past).fields
    return {n: f.value for n, f in fields.items() if f.source is Source.WITNESSED}


def test_what_a_record_declares_is_never_overwritten() -> None:
    declared: JsonObject = {
        "agent": "scribe",
        "created_at": "soon",
        "modified": False,
        "modified_by": ["x"],
        "session": "s1",
        "x_run": {"n": 1},
    }
    past = Past(Step(says=declared), Step(AT, BOB))
    fields = known(past).fields
    assert {n: f.value for n, f in fields.items() if f.source is Source.DECLARED} == {
        **declared,
        "origin": "cli",
        "scope": {},
    }
    assert witnessed(past) == {"modified_at": "2026-10-12T12:00:00Z"}


@pytest.mark.parametrize(
    ("past", "expected"),
    [
        (
            Past(Step(says=BARE)),
            {"agent": "Ada", "created_at": "2026-10-10T12:00:00Z", "modified": False},
        ),
        (
            Past(Step(says=BARE, message="x\n\nSGM-Agent: scribe\n"), Step(AT, BOB)),
            {
                "agent": "scribe",
                "created_at": "2026-10-10T12:00:00Z",
                "modified": True,
                "modified_by": "Bob",
                "modified_at": "2026-10-12T12:00:00Z",
            },
        ),
        (Past(Step(), Step(AT, BOB, text="Text 1")), {"modified": False}),
        (
            Past(Step(), Step(who=BOB), Step(AT, EVE, text="Text 2", returns=True)),
            {"modified": True, "modified_by": "Eve", "modified_at": "2026-10-12T12:00:00Z"},
        ),
        # An uncommitted edit: that there is one, and not whose it will be.
        (Past(Step(), Step(AT, BOB, is_committed=False)), {"modified": True}),
        (Past(Step(), Step(AT, BOB), Step(is_committed=False)), {"modified": True}),
        (Past(Step(says=BARE, is_committed=False)), {"modified": False}),
        # Cut history: what can be seen of it, and nothing else.
        (Past(Step(says=BARE), is_cut=True), {}),
        (
            Past(Step(says=BARE), Step(AT, BOB), is_cut=True),
            {"modified": True, "modified_by": "Bob", "modified_at": "2026-10-12T12:00:00Z"},
        ),
        (Past(Step(says=BARE), Step(AT, BOB), doubt="its id stands twice"), {}),
        (Past(Step(None, "Ada <>", BARE)), {"agent": "Ada", "modified": False}),
        (
            Past(Step(2**62, " <ada@example.org>", BARE)),
            {"agent": "ada@example.org", "modified": False},
        ),
        (Past(Step(None, " <>", BARE)), {"modified": False}),
    ],
)
def test_gaps_are_filled_by_what_history_knows(past: Past, expected: dict[str, JsonValue]) -> None:
    assert witnessed(past) == expected


def test_the_name_is_that_of_the_right_person() -> None:
    mapped = Step(who=ADA_HOME, says=BARE)
    past = Past(mapped, people=people(mapped, mailmap=MAILMAP))
    assert witnessed(past)["agent"] == "Ada"
    created = known(past).witness.created
    assert created is not None
    assert created.author.name == "A. Lovelace"
    forged = Step(who="Ada <eve@evil.example>", says=BARE)
    told = Past(forged, people=people(forged, trusted=(ADA,)))
    assert witnessed(told)["agent"] == "eve@evil.example"
    claimed = Step(who=EVE, says=BARE, message="x\n\nSGM-Agent: Ada\n")
    assert witnessed(Past(claimed, people=people(Step(), claimed)))["agent"] == "Eve"
    both = Step(says=BARE, message="x\n\nSGM-Agent: a1\n\nSGM-Agent: a2\n")
    assert witnessed(Past(both))["agent"] == "Ada"


def test_a_scope_is_the_records_own_and_an_origin_is_not_invented() -> None:
    past = Past(Step(says=BARE))
    scoped = record(past) | {"scope": {"project": "p"}}
    fields = effective(scoped, past.testimony).fields
    assert fields["scope"] == ({"project": "p"}, Source.DECLARED)
    assert "origin" not in fields
    odd = {name: value for name, value in scoped.items() if name != "scope"}
    assert "scope" not in effective(odd, past.testimony).fields
    assert effective(odd | {"provenance": 5}, past.testimony).fields["agent"].value == "Ada"


def version(place: int, name: str, time: str | None) -> JsonObject:
    return {
        "commit": oid(place),
        "author": {"name": name, "email": f"{name.lower()}@example.org"},
        "author_time": time,
    }


def test_the_object_has_the_record_as_it_is_and_both_beside_it() -> None:
    past = Past(Step(says={"agent": GONE}), Step(AT, BOB), Step(None, ADA))
    versions = [
        version(2, "Ada", None),
        version(1, "Bob", "2026-10-12T12:00:00Z"),
        version(0, "Ada", "2026-10-10T12:00:00Z"),
    ]
    assert effective_object(record(past), known(past)) == {
        "id": "fact-a",
        "record": record(past),
        "effective": {
            "agent": {"value": "Ada", "from": "witnessed"},
            "modified": {"value": True, "from": "witnessed"},
            "modified_by": {"value": "Ada", "from": "witnessed"},
            "created_at": {"value": "2026-10-10T08:00:00Z", "from": "declared"},
            "origin": {"value": "cli", "from": "declared"},
            "scope": {"value": {}, "from": "declared"},
        },
        "witness": {
            "created": versions[2],
            "modified": versions[0],
            "versions": versions,
            "extent": "complete",
        },
    }


@pytest.mark.parametrize(
    ("past", "created", "modified", "extent"),
    [
        (Past(Step()), True, False, "complete"),
        (Past(Step(), Step(who=BOB)), True, True, "complete"),
        (Past(Step(), is_cut=True), False, False, "cut"),
        (Past(Step(), Step(who=BOB), is_cut=True), False, True, "cut"),
        (Past(Step(), Step(who=BOB), doubt="its id stands twice"), False, False, "unclear"),
    ],
)
def test_how_much_of_history_can_be_seen_is_said(
    past: Past, created: bool, modified: bool, extent: str
) -> None:
    told = effective_object(record(past), known(past))["witness"]
    assert isinstance(told, dict)
    shown = (told["created"] is not None, told["modified"] is not None, told["extent"])
    assert shown == (created, modified, extent)


def test_an_edit_that_is_not_committed_has_no_commit_and_no_time() -> None:
    (newest, _) = known(Past(Step(), Step(is_committed=False))).witness.versions
    assert (newest.commit, newest.author_time) == (None, None)


def test_the_last_change_is_found_behind_another_beginning() -> None:
    past = Past(
        Step(),
        Step(AT, BOB, parents=(0,)),
        Step(who=EVE, parents=()),
        Step(parents=(1, 2), is_automatic=True),
    )
    assert [event.kind for event in past.testimony.versions] == ["born", "changed", "born"]
    assert witnessed(past)["modified_by"] == "Bob"
