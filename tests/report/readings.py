"""A decision and a status as their readers must take them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.record.times import Instant
from sgm_git.witness.reading import Reading, Review, Standing, Taken
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

RECORD: JsonObject = {
    "id": "dec-keep-datastore",
    "type": "decision",
    "title": "Keep the current datastore",
    "scope": {"project": "myproject"},
    "annotations": [
        {"kind": "rationale", "value": "auth + realtime\nin one place"},
        {"kind": "status", "value": "accepted", "since": "May"},
    ],
    "owner": {"team": 7},
    "provenance": {
        "agent": "build-agent",
        "created_at": "2026-10-10T18:21:47Z",
        "origin": "cli",
        "session": "s1",
        "scope": {"project": "myproject"},
        "modified": True,
        "modified_at": "2026-10-10T19:30:00Z",
        "modified_by": "bob",
        "links": ["rule-quality", "task-x"],
        "source": "handoff",
        "ticket": 12,
    },
    "content": "Chose to keep it.\n",
}
READING = Reading(
    RECORD,
    root="memory",
    path="memory/decision/x.md",
    blob="b" * 40,
    taken=Taken(Standing.SETTLED, "accepted"),
    review=Review.REVIEWED,
    trust=Trust.CONSISTENT,
    effective={
        "agent": "build-agent",
        "created_at": "2026-10-10T18:21:47Z",
        "modified": True,
        "modified_at": "2026-10-10T19:30:00Z",
        "modified_by": "bob",
    },
)
STATUS = replace(
    READING,
    record={"id": "status-build", "type": "status", "title": "Migration shipped"},
    taken=Taken(Standing.STALE, as_of=Instant(1_791_656_507), age=9 * 86_400),
)
