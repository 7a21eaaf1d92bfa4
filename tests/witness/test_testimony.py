from __future__ import annotations

from typing import TYPE_CHECKING

from tests.checks.witness_support import ADA, BOB, EVE, Past, Step, oid

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

STAMPS: JsonObject = {"modified": True, "modified_at": "2026-10-12T08:00:00Z", "modified_by": "Bob"}


def brought(past: Past, name: str) -> str | None:
    event = past.testimony.brought(name)
    return None if event is None else event.commit


def stamped(past: Past) -> str | None:
    event = past.testimony.stamped
    return None if event is None else event.commit


def test_a_claim_came_with_the_newest_commit_before_which_it_was_not_there() -> None:
    past = Past(Step(), Step(says={"agent": "Eve"}), Step(says={"agent": "Ada"}), Step())
    assert brought(past, "agent") == oid(2)
    assert brought(past, "created_at") == oid(0)
    assert brought(past, "modified_at") is None


def test_what_came_before_history_is_cut_was_brought_by_nothing_here() -> None:
    past = Past(Step(), Step(says=STAMPS), is_cut=True)
    assert brought(past, "agent") is None
    assert brought(past, "modified_by") == oid(1)
    assert past.testimony.first is None


def test_stamps_come_together_whichever_of_them_changes() -> None:
    past = Past(
        Step(), Step(who=BOB, says=STAMPS), Step(says={"modified_at": "2026-10-14T08:00:00Z"})
    )
    assert brought(past, "modified_by") == oid(1)
    assert stamped(past) == oid(2)
    assert stamped(Past(Step())) is None


def test_at_a_merge_a_claim_comes_from_the_side_that_has_it() -> None:
    past = Past(
        Step(),
        Step(who=BOB, says=STAMPS, parents=(0,)),
        Step(who=EVE, says=STAMPS, parents=(0,)),
        Step(who=EVE, says={"modified_by": "Eve"}, parents=(2,)),
        Step(who=ADA, parents=(1, 3)),
    )
    assert brought(past, "modified_by") == stamped(past) == oid(1)


def test_a_record_that_was_deleted_and_returned_brings_back_what_it_said() -> None:
    past = Past(Step(), Step(who=BOB, says=STAMPS), Step(who=EVE, returns=True))
    assert brought(past, "modified_by") == stamped(past) == oid(1)
    other = Past(Step(), Step(who=EVE, says=STAMPS, returns=True))
    assert brought(other, "modified_by") == stamped(other) == oid(1)
    assert brought(other, "agent") == oid(0)
    cut = Past(Step(), Step(who=EVE, says=STAMPS, returns=True), is_cut=True)
    assert brought(cut, "modified_by") is None  # it may have said so before


def test_stamps_that_a_revert_brought_back_are_those_of_the_version_before() -> None:
    later = STAMPS | {"modified_at": "2026-10-14T08:00:00Z"}
    past = Past(Step(), Step(says=STAMPS), Step(says=later), Step(who=EVE, says=STAMPS))
    assert brought(past, "modified_at") == oid(3)
    assert stamped(past) == oid(1)
    beside = Past(
        Step(),
        Step(says=STAMPS, parents=(0,)),
        Step(who=BOB, says=STAMPS | {"modified_at": "2026-10-13T08:00:00Z"}, parents=(0,)),
        Step(who=BOB, says=STAMPS, parents=(2,)),
    )
    assert stamped(beside) == oid(3)  # the other branch is none of its past


def test_stamps_that_came_back_from_where_history_is_cut_were_brought_by_nothing_here() -> None:
    later = STAMPS | {"modified_at": "2026-10-14T08:00:00Z"}
    back = [Step(says=later), Step(who=EVE, says=STAMPS)]
    assert stamped(Past(Step(says=STAMPS), *back, is_cut=True)) is None
    assert stamped(Past(Step(says=STAMPS), Step(who=BOB), *back, is_cut=True)) is None
    assert stamped(Past(Step(), *back, is_cut=True)) == oid(2)


def test_what_follows_the_stamps_does_not_tell_that_they_stood_before() -> None:
    first = Past(Step(), Step(who=BOB, says=STAMPS), Step(text="Later"), is_cut=True)
    assert stamped(first) == oid(1)
    assert stamped(Past(Step(says=STAMPS), Step(who=BOB), Step(text="Later"), is_cut=True)) is None
