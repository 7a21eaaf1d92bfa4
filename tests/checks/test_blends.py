"""K407: what a merge made of a record, beside its sides (DESIGN sections 2, 6 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.blends import Joined, Parent, blended
from sgm_git.findings import Severity
from sgm_git.record.absent import ABSENT
from sgm_git.record.merge import merge
from tests.record.strategies import RECORDS

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

W = Severity.WARNING
RISK: JsonObject = {"kind": "risk", "value": "high"}
COST: JsonObject = {"kind": "cost", "value": "low"}
OPEN: JsonObject = {"kind": "status", "value": "open"}
DONE: JsonObject = {"kind": "status", "value": "done"}
TEXT = "One.\n\nTwo.\n\nThree.\n"


def record(**more: JsonValue) -> JsonObject:
    """A record; fields of its provenance are named with a ``p_`` in front."""
    own = {name: value for name, value in more.items() if not name.startswith("p_")}
    claims = {name[2:]: value for name, value in more.items() if name.startswith("p_")}
    provenance: JsonObject = {"agent": "ada", "created_at": "2026-10-10T18:21:47Z", **claims}
    return {"id": "r", "title": "R", "content": TEXT, "provenance": provenance, **own}


def joined(
    base: JsonObject | None,
    *sides: JsonObject | None,
    result: JsonObject,
    stranger: JsonValue = None,
) -> Joined:
    """A merge; a stranger lies on the last side."""
    others = (stranger,) if isinstance(stranger, dict) else ()
    parents = [Parent(f"{number}" * 40, side) for number, side in enumerate(sides, 1)]
    parents[-1] = Parent(parents[-1].commit, parents[-1].own, others)
    return Joined(result, tuple(parents), (base,))


def told(merge: Joined) -> list[tuple[str, Severity | None]]:
    """Where it is blended, and how much that weighs."""
    return [("/".join(each.pointer), each.severity) for each in blended(merge)]


BASE = record(annotations=[OPEN])
FINE: dict[str, tuple[JsonObject | None, JsonObject, JsonObject, JsonObject]] = {
    "the merge": (
        BASE,
        record(annotations=[OPEN, RISK]),
        record(annotations=[OPEN, COST], title="S"),
        record(annotations=[OPEN, COST, RISK], title="S"),
    ),
    "items out of order": (
        BASE,
        record(annotations=[OPEN, RISK]),
        record(annotations=[OPEN, COST]),
        record(annotations=[RISK, OPEN, COST]),
    ),
    "an item of both twice": (
        BASE,
        record(annotations=[OPEN, RISK]),
        record(annotations=[RISK, OPEN]),
        record(annotations=[RISK, OPEN, RISK]),
    ),
    "one side, the other's change dropped": (
        BASE,
        record(title="S"),
        record(annotations=[OPEN, RISK], content="x"),
        record(title="R", annotations=[OPEN], content="x"),
    ),
    "a new title where both changed it": (
        BASE,
        record(title="S"),
        record(title="T"),
        record(title="S and T", annotations=[OPEN]),
    ),
    "a text that nobody had where both changed a line": (
        record(),
        record(content=TEXT.replace("Two", "2")),
        record(content=TEXT.replace("Two", "II")),
        record(content=TEXT.replace("Two.", "Two (2, II).\n\nBoth.")),
    ),
    "members of one item from either side": (
        record(annotations=[{**OPEN, "as_of": "1"}]),
        record(annotations=[{**DONE, "as_of": "1"}]),
        record(annotations=[{**OPEN, "as_of": "2"}]),
        record(annotations=[{**DONE, "as_of": "2"}]),
    ),
    "a status that nobody had where both changed it": (
        BASE,
        record(annotations=[DONE]),
        record(annotations=[{**OPEN, "value": "dropped"}]),
        record(annotations=[{**OPEN, "value": "half done"}]),
    ),
    "an agent that one side put right": (
        record(p_agent="ad"),
        record(p_agent="ada"),
        record(p_agent="ad", content="x"),
        record(p_agent="ada", content="x"),
    ),
    "provenance and text of one, in two beginnings": (
        None,
        record(p_agent="bot", content="x", title="X"),
        record(p_created_at="2026-10-11T18:21:47Z", content="y", title="Y"),
        record(p_agent="bot", content="x", title="X"),
    ),
    "a text of nobody in two beginnings": (
        None,
        record(p_agent="bot", content="x"),
        record(content="y"),
        record(p_agent="bot", content="x and y"),
    ),
    "stamps of one side": (
        BASE,
        record(p_modified_at="1", p_modified_by="ada", title="S"),
        record(p_modified_at="2", p_modified_by="ben", annotations=[OPEN, RISK]),
        record(p_modified_at="2", p_modified_by="ben", title="S", annotations=[OPEN, RISK]),
    ),
    "stamps of the merge's own": (
        BASE,
        record(p_modified_at="1", p_modified_by="ada"),
        record(p_modified_at="2", p_modified_by="ben"),
        record(p_modified_at="3", p_modified_by="ada"),
    ),
}


@pytest.mark.parametrize("name", FINE)
def test_a_merge_and_an_honest_resolution_are_fine(name: str) -> None:
    base, ours, theirs, result = FINE[name]
    assert told(joined(base, ours, theirs, result=result)) == []
    assert told(joined(base, theirs, ours, result=result)) == []


BLENDED: dict[
    str,
    tuple[JsonObject | None, JsonObject, JsonObject, JsonObject, tuple[str, Severity | None]],
] = {
    "agent of one, text of the other": (
        None,
        record(p_agent="bot", content="x"),
        record(content="y"),
        record(p_agent="bot", content="y"),
        ("provenance/agent", None),
    ),
    "agent of one, beginning of the other": (
        None,
        record(p_agent="bot"),
        record(p_created_at="2026-10-11T18:21:47Z"),
        record(p_agent="bot", p_created_at="2026-10-11T18:21:47Z"),
        ("provenance/agent", None),
    ),
    "agent of one, title of the other": (
        None,
        record(p_agent="bot", title="X"),
        record(title="Y"),
        record(p_agent="bot", title="Y"),
        ("provenance/agent", W),
    ),
    "beginning of one, text of the other": (
        None,
        record(p_created_at="2026-10-11T18:21:47Z", content="x"),
        record(content="y"),
        record(p_created_at="2026-10-11T18:21:47Z", content="y"),
        ("provenance/created_at", W),
    ),
    "time of one change, person of the other": (
        record(),
        record(p_modified_at="1", p_modified_by="ada"),
        record(p_modified_at="2", p_modified_by="ben"),
        record(p_modified_at="2", p_modified_by="ada"),
        ("provenance/modified_by", None),
    ),
    "kind of one annotation, value of the other": (
        BASE,
        record(annotations=[OPEN, RISK]),
        record(annotations=[OPEN, COST]),
        record(annotations=[OPEN, RISK, {"kind": "risk", "value": "low"}]),
        ("annotations/2", None),
    ),
    "annotation of one, time of another annotation": (
        record(annotations=[OPEN, {**COST, "as_of": "1"}]),
        record(annotations=[DONE, {**COST, "as_of": "1"}]),
        record(annotations=[OPEN, {**COST, "as_of": "2"}]),
        record(annotations=[{**DONE, "as_of": "2"}, {**COST, "as_of": "1"}]),
        ("annotations/0", None),
    ),
    "an annotation of nobody": (
        BASE,
        record(annotations=[OPEN, RISK]),
        record(title="S", annotations=[OPEN]),
        record(annotations=[DONE, RISK]),
        ("annotations/0", W),
    ),
    "a field that neither changed": (
        BASE,
        record(title="S"),
        record(content="x"),
        record(title="S", content="x", x_new=1),
        ("x_new", W),
    ),
    "a field that one changed": (
        BASE,
        record(title="S"),
        record(content="x"),
        record(title="T", content="x"),
        ("title", W),
    ),
    "a field that both have": (
        record(scope={"a": 1}),
        record(scope={"a": 1}, title="S"),
        record(scope={"a": 1}, content="x"),
        record(scope={}, title="S", content="x"),
        ("scope/a", W),
    ),
    "a line of nobody where the texts merge": (
        record(),
        record(content=TEXT.replace("One", "1")),
        record(content=TEXT.replace("Three", "3")),
        record(content=TEXT.replace("One", "1").replace("Three", "4")),
        ("content", W),
    ),
    "a beginning that was put back": (
        record(),
        record(p_agent="bot"),
        record(p_agent="bot", title="S"),
        record(p_agent="ada", title="S"),
        ("provenance/agent", W),
    ),
}


@pytest.mark.parametrize("name", BLENDED)
def test_a_blend_is_told_once_whichever_side_comes_first(name: str) -> None:
    base, ours, theirs, result, expected = BLENDED[name]
    assert told(joined(base, ours, theirs, result=result)) == [expected]
    assert told(joined(base, theirs, ours, result=result)) == [expected]


STRANGER = record(id="other", title="Other", content="Theirs.\n", annotations=[COST], p_agent="bot")


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (record(title="Other"), ["title"]),
        (record(content=f"{TEXT}Theirs.\n"), ["content"]),
        (record(p_agent="bot"), ["provenance/agent"]),
        (record(annotations=[COST]), ["annotations/0"]),
        (record(title="Mine"), []),
    ],
)
def test_another_record_that_git_took_for_this_one(result: JsonObject, expected: list[str]) -> None:
    merge = joined(None, record(), None, result=result, stranger=STRANGER)
    assert told(merge) == [(each, None) for each in expected]


def test_it_says_which_fields_are_of_which_side() -> None:
    base, ours, theirs, result, _ = BLENDED["agent of one, text of the other"]
    (found,) = blended(joined(base, ours, theirs, result=result))
    assert found.message == (
        "provenance.agent is that of one side of a merge (commit 1111111111) and content that of"
        " the other (commit 2222222222): take both from one side, or keep both as two records"
    )
    assert found.also == (("content",),)


def test_of_several_bases_the_one_that_explains_the_most_counts() -> None:
    old, ours, theirs = record(content="x"), record(title="S"), record(annotations=[RISK])
    result = record(title="S", annotations=[RISK])
    sides = (Parent("1" * 40, ours), Parent("2" * 40, theirs))
    assert told(Joined(result | {"title": "T"}, sides, (old, record()))) == [("title", W)]
    assert told(Joined(result, sides, (old, record()))) == []


def test_more_than_two_sides_are_judged_together() -> None:
    sides = [record(title="S"), record(annotations=[RISK]), record(x_more=1)]
    result = record(title="S", annotations=[RISK], x_more=1)
    assert told(joined(record(), *sides, result=result)) == []
    assert told(joined(record(), *sides, result=result | {"x_more": 2})) == [("x_more", W)]


def test_bases_are_asked_for_only_where_they_may_excuse() -> None:
    ours, theirs = record(title="S"), record(annotations=[RISK])
    assert not joined(None, ours, theirs, result=ours).needs_bases
    assert not joined(None, ours, None, result=theirs).needs_bases
    assert joined(None, ours, theirs, result=record(title="T")).needs_bases


@given(st.none() | RECORDS, RECORDS, RECORDS, st.data())
def test_a_merge_by_our_own_rules_is_fine_however_conflicts_are_settled(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject, data: st.DataObject
) -> None:
    merged = merge(base, ours, theirs)
    settled = merged.value
    for conflict in merged.conflicts:
        if conflict.pointer and len(conflict.pointer) == 1:
            chosen = data.draw(st.sampled_from([conflict.ours, conflict.theirs, "nobody's"]))
            settled = {k: v for k, v in settled.items() if k != conflict.pointer[0]}
            settled |= {} if chosen is ABSENT else {conflict.pointer[0]: chosen}
    assert told(joined(base, ours, theirs, result=settled)) == []


@given(st.none() | RECORDS, RECORDS, RECORDS)
def test_what_a_side_has_is_fine(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject
) -> None:
    assert told(joined(base, ours, theirs, result=theirs)) == []


@given(RECORDS, RECORDS, RECORDS)
def test_a_field_that_nobody_had_is_told(
    base: JsonObject, ours: JsonObject, theirs: JsonObject
) -> None:
    result = merge(base, ours, theirs).value | {"x_evil": 1}
    assert ("x_evil", W) in told(joined(base, ours, theirs, result=result))
