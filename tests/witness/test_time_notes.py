"""Where a status is not taken by its own time, that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.record.times import Instant
from sgm_git.witness.standing import LEEWAY
from sgm_git.witness.time_notes import note_of_time

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

NOON = 1_791_633_600  # 2026-10-10T12:00:00Z
AT_NOON, LATER = "2026-10-10T12:00:00Z", "2027-01-01T00:00:00Z"


def status(*values: JsonValue, kind: str = "status") -> JsonObject:
    return {"type": kind, "annotations": [{"kind": "as_of", "value": each} for each in values]}


@pytest.mark.parametrize(
    ("values", "told", "last", "expected"),
    [
        ([LATER], NOON, NOON, f'"{LATER}" lies after its last commit, so it is not believed'),
        ([LATER, 5, LATER], NOON, NOON, f'"{LATER}" lies after its last commit'),
        ([AT_NOON], NOON, NOON - LEEWAY - 1, "lies after its last commit"),
        (["yesterday"], NOON, NOON, '"yesterday" is no RFC 3339 time: the time of its commit'),
        (["yesterday"], None, None, '"yesterday" is no RFC 3339 time: nobody knows its time'),
        ([5], NOON, NOON, "as_of 5 is no RFC 3339 time"),
    ],
)
def test_a_time_that_does_not_count_is_said(
    values: list[JsonValue], told: int | None, last: int | None, expected: str
) -> None:
    moments = [None if each is None else Instant(each) for each in (told, last)]
    assert expected in (note_of_time(status(*values), *moments) or "")
    assert note_of_time(status(*values, kind="fact"), *moments) is None


@pytest.mark.parametrize(
    ("values", "last"),
    [
        ([], NOON),
        ([AT_NOON], NOON),
        ([AT_NOON], NOON - LEEWAY),  # clocks differ
        ([LATER], None),  # not committed: whether it lies ahead depends on the clock
        ([AT_NOON, LATER], NOON),  # the earliest counts
        (["yesterday", AT_NOON], NOON),
    ],
)
def test_of_a_time_that_counts_nothing_is_said(values: list[JsonValue], last: int | None) -> None:
    moment = None if last is None else Instant(last)
    assert note_of_time(status(*values), Instant(NOON), moment) is None
