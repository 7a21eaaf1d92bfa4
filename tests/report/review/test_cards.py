"""What is told of one record: what its head, its commits or other fields say is not said again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.report.review.cards import told_changes
from sgm_git.witness.reading import Standing
from tests.report.review.building import entry, reading, record_review

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

TEAM: JsonObject = {"team": "payments"}


@pytest.mark.parametrize(
    ("made_for", "scope", "told"),
    [
        (TEAM, TEAM, ["scope"]),
        ({}, TEAM, ["scope"]),
        ({"on": 1}, {"on": True}, ["scope", "provenance.scope"]),
        ({"team": "all"}, TEAM, ["scope", "provenance.scope"]),
    ],
)
def test_a_scope_is_said_twice_only_where_it_is_another(
    made_for: JsonObject, scope: JsonObject, told: list[str]
) -> None:
    made: JsonObject = {"agent": "ada", "created_at": "2026-10-01T00:00:00Z", "scope": made_for}
    record: JsonObject = {"id": "x", "type": "fact", "title": "T", "scope": scope}
    taken = reading(entry(record | {"provenance": made}, "memory/x.md"), Standing.STATED)
    came, went = record_review(None, taken), record_review(taken, None)
    for each in (came, went):
        assert sorted(".".join(map(str, c.pointer)) for c in told_changes(each)) == sorted(told)
