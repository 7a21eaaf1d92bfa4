"""Filters choose records by what they declare and by how they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.times import Instant
from sgm_git.record.value import dumps
from sgm_git.store.query import Filters, declaring, is_due, matching
from sgm_git.witness.reading import Reading, Review, Standing, Taken
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

NOW = 1_791_656_507  # 2026-10-10T18:21:47Z
RECORD: JsonObject = {
    "id": "status-build",
    "type": "status",
    "annotations": [{"kind": "review_by", "value": "2026-10-10"}],
    "provenance": {"agent": "declared"},
}
READING = Reading(
    RECORD,
    root="memory",
    path="memory/status/status-build.md",
    blob="b" * 40,
    taken=Taken(Standing.STALE, as_of=Instant(NOW - 86_400 * 9), age=86_400 * 9),
    review=Review.NEW_HERE,
    trust=Trust.UNKNOWN,
    effective={"agent": "Ada", "created_at": "2026-10-01T00:00:00Z"},
)


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        (Filters(), True),
        (Filters(standings=frozenset({Standing.CURRENT})), False),
        (Filters(standings=frozenset({Standing.CURRENT, Standing.STALE})), True),
        (Filters(reviews=frozenset({Review.REVIEWED})), False),
        (Filters(reviews=frozenset({Review.NEW_HERE})), True),
        (Filters(trusts=frozenset({Trust.SIGNED, Trust.UNKNOWN})), True),
        (Filters(trusts=frozenset({Trust.DISPUTED})), False),
        (Filters(is_stale=True, is_due=True), True),
        (Filters(is_stale=True, types=frozenset({"rule"})), False),
        (Filters(agents=frozenset({"Ada"})), True),
        (Filters(agents=frozenset({"declared"})), False),
        (Filters(since=Instant(NOW - 86_400 * 30), until=Instant(NOW)), True),
        (Filters(until=Instant(NOW - 86_400 * 30)), False),
    ],
)
def test_every_filter_must_hold(filters: Filters, *, passes: bool) -> None:
    assert matching(READING, filters, NOW) is passes


def test_only_what_is_stale_is_stale() -> None:
    current = replace(READING, taken=Taken(Standing.CURRENT))
    assert not matching(current, Filters(is_stale=True), NOW)


@pytest.mark.parametrize(
    ("value", "due"),
    [
        ("2026-10-10T18:21:47Z", True),
        ("2026-10-10T18:21:47.1Z", False),
        ("2026-10-10T20:21:47+02:00", True),
        ("2026-10-10", True),
        ("2026-10-11", False),
        ("2026-02-30", False),
        ("soon", False),
        ("", False),
        (20261010, False),
        (None, False),
        (["2026-10-10"], False),
    ],
)
def test_a_record_is_due_from_its_moment_on(value: JsonValue, *, due: bool) -> None:
    assert is_due({"annotations": [{"kind": "review_by", "value": value}]}, NOW) is due


def test_one_moment_that_has_come_is_enough() -> None:
    moments: JsonValue = [
        {"kind": "review_by", "value": value} for value in ("2027-01-01", "2026-01-01")
    ]
    assert is_due({"annotations": moments}, NOW)
    assert not is_due({"annotations": "review_by"}, NOW)


@pytest.mark.parametrize("odd", [None, 5, True, ["rule"], {"rule": 1}])
def test_what_is_no_text_matches_none(odd: JsonValue) -> None:
    record: JsonObject = {
        "type": odd,
        "scope": odd,
        "annotations": [{"kind": "status", "value": odd}],
        "provenance": {"agent": odd, "links": odd, "created_at": odd},
    }
    for filters in (
        Filters(types=frozenset({"rule", "5"})),
        Filters(scope=(("rule", "2"),)),
        Filters(kinds=(("status", "rule"),)),
        Filters(agents=frozenset({"5", "rule"})),
        Filters(links=frozenset({"5"})),
        Filters(since=Instant(0)),
    ):
        assert not declaring(record, filters)
    assert declaring(record, Filters())
    assert declaring(record, Filters(kinds=(("status", None),)))
    assert declaring(record, Filters(kinds=(("status", dumps(odd)),)))


def test_what_cannot_be_read_passes_no_filter() -> None:
    assert not declaring(None, Filters())
