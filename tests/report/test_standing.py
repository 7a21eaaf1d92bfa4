"""One line says how a record must be read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.times import Instant
from sgm_git.report.standing import standing_line, standing_lines
from sgm_git.witness.reading import Reading, Review, Standing, Taken
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

S, R, T = Standing, Review, Trust
NOON = Instant(1_791_633_600)
AS_OF = "as of 2026-10-10T12:00:00Z"


def reading(
    kind: JsonValue, taken: Taken, review: Review = R.REVIEWED, trust: Trust = T.CONSISTENT
) -> Reading:
    record: JsonObject = {"id": "x", "type": kind}
    return Reading(record, "memory", "memory/x.md", "0" * 40, taken, review, trust)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (reading("rule", Taken(S.IN_FORCE, "active")), "rule in force · reviewed · consistent"),
        (
            reading("rule", Taken(S.PROPOSED, "active"), R.NEW_HERE, T.UNKNOWN),
            "rule proposed (active) · new-here · trust unknown",
        ),
        (
            reading("rule", Taken(S.PROPOSED, "proposed"), R.UNKNOWN, T.SIGNED),
            "rule proposed · review unknown · signed",
        ),
        (
            reading("rule", Taken(S.PROPOSED, "active"), R.UNKNOWN),
            "rule proposed (active) · review unknown, so it binds nobody · consistent",
        ),
        (
            replace(reading("rule", Taken(S.PROPOSED), R.UNKNOWN, T.DISPUTED), wrong=("L501 a",)),
            "rule proposed · review unknown · disputed: L501 a",
        ),
        (
            reading("decision", Taken(S.PROPOSED, "proposed"), R.UNKNOWN),
            "decision proposed · review unknown · consistent",
        ),
        (
            replace(reading("decision", Taken(S.HISTORY)), successors=("dec-y", "lib:z")),
            "decision history · reviewed · consistent · superseded by dec-y, lib:z",
        ),
        (
            reading("decision", Taken(S.STATED, "Approved"), R.CHANGED_HERE),
            "decision stated (Approved) · changed-here · consistent",
        ),
        (
            reading("status", Taken(S.CURRENT, "up", NOON, 86_400), R.NEW_HERE),
            f"status current, {AS_OF}, 24 hours ago, may be stale · new-here · consistent",
        ),
        (
            reading("status", Taken(S.STALE, None, NOON, 20 * 86_400)),
            f"status stale, {AS_OF}, 3 weeks ago · reviewed · consistent",
        ),
        (
            reading("status", Taken(S.STALE, None, NOON, -86_400)),
            f"status stale, {AS_OF}, in the future: not believed · reviewed · consistent",
        ),
        (
            reading("status", Taken(S.STALE)),
            "status stale, as of a time that nobody knows · reviewed · consistent",
        ),
        (
            replace(
                reading("task", Taken(S.OPEN), trust=T.DISPUTED), wrong=("P301 one", "L501 two")
            ),
            "task open · reviewed · disputed: P301 one; L501 two",
        ),
        (reading(5, Taken(S.UNCLASSIFIED)), "record unclassified · reviewed · consistent"),
    ],
)
def test_the_line_says_how_to_read_it(record: Reading, expected: str) -> None:
    assert standing_line(record) == expected


def test_what_else_there_is_to_know_stands_below() -> None:
    record = replace(reading("rule", Taken(S.IN_FORCE)), notes=("one", "two"))
    assert list(standing_lines(record)) == [standing_line(record), "one", "two"]


def test_no_text_of_a_record_acts_on_a_terminal() -> None:
    odd = "\x1b[31m\n"
    record = reading(odd, Taken(S.STATED, odd), trust=T.DISPUTED)
    lines = "".join(standing_lines(replace(record, wrong=(odd,), successors=(odd,), notes=(odd,))))
    assert lines.isprintable()
