"""How a record must be read: every type, every word, every moment (DESIGN section 8)."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.witness.reading import Standing, Taken
from sgm_git.witness.standing import (
    LEEWAY,
    Circumstances,
    as_of,
    at,
    base_standing,
    due,
    is_stale,
    names_successor,
    stale_after,
    taken,
)

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

NOON = 1_791_633_600  # 2026-10-10T12:00:00Z
HOUR, DAY = 3_600, 86_400
LIMITS = {"status": 7 * DAY}
S = Standing


def record(kind: JsonValue, *annotations: tuple[str, JsonValue], **more: JsonValue) -> JsonObject:
    noted: list[JsonValue] = [{"kind": name, "value": value} for name, value in annotations]
    return {"id": "x", "type": kind, "annotations": noted, **more}


def with_statuses(kind: JsonValue, *statuses: JsonValue) -> JsonObject:
    return record(kind, *(("status", status) for status in statuses))


Words: TypeAlias = "dict[str | None, Standing]"


def each(standing: Standing, *words: str | None) -> Words:
    return dict.fromkeys(words, standing)


HISTORY = each(S.HISTORY, "superseded")
UNKNOWN = each(S.UNCLASSIFIED, None, "accepted", "active", "proposed", "retired") | HISTORY
BY_STATUS: dict[str, Words] = {
    "rule": each(S.IN_FORCE, None, "accepted", "active")
    | each(S.PROPOSED, "proposed")
    | each(S.HISTORY, "superseded", "rejected", "retired")
    | each(S.UNCLASSIFIED, "Accepted", "ACTIVE", "active ", "enforced", "", "open"),
    "decision": each(S.STATED, None, "Accepted", "active", "retired", "", "open")
    | each(S.SETTLED, "accepted")
    | each(S.PROPOSED, "proposed")
    | each(S.HISTORY, "superseded", "rejected"),
    "status": each(S.CURRENT, None, "accepted", "rejected", "retired", "green") | HISTORY,
    "task": each(S.OPEN, None, "open", "accepted", "doing", "", "rejected")
    | each(S.DONE, "done", "closed", "completed", "cancelled", "Done", "CLOSED")
    | HISTORY,
    "fact": each(S.STATED, None, "accepted", "active", "proposed", "rejected") | HISTORY,
    **dict.fromkeys(("annotation", "Rule", "RULE", "rule ", "memo", ""), UNKNOWN),
}


@pytest.mark.parametrize(
    ("kind", "word", "expected"),
    [
        (kind, word, standing)
        for kind, words in BY_STATUS.items()
        for word, standing in words.items()
    ],
)
def test_every_type_is_taken_by_its_own_words(
    kind: str, word: str | None, expected: Standing
) -> None:
    given_words = () if word is None else (word,)
    assert base_standing(with_statuses(kind, *given_words)) == (expected, word)


@pytest.mark.parametrize(
    ("kind", "words", "expected", "word"),
    [
        ("rule", ("accepted", "retired"), S.HISTORY, "retired"),
        ("rule", ("proposed", "accepted"), S.PROPOSED, "proposed"),
        ("rule", ("accepted", "active"), S.IN_FORCE, "accepted"),
        ("rule", ("proposed", "enforced"), S.UNCLASSIFIED, "enforced"),
        ("rule", ("enforced", "rejected"), S.HISTORY, "rejected"),
        ("rule", ("accepted", True), S.UNCLASSIFIED, "true"),
        ("rule", (None,), S.UNCLASSIFIED, "null"),
        ("rule", (["accepted"],), S.UNCLASSIFIED, "a list"),
        ("decision", ("accepted", "proposed"), S.PROPOSED, "proposed"),
        ("decision", ("accepted", "approved"), S.STATED, "approved"),
        ("decision", ("approved", "proposed"), S.PROPOSED, "proposed"),
        ("decision", (5,), S.STATED, "5"),
        ("fact", ("verified", "superseded"), S.HISTORY, "superseded"),
    ],
)
def test_of_several_words_the_one_that_binds_least_counts(
    kind: str, words: tuple[JsonValue, ...], expected: Standing, word: str
) -> None:
    assert base_standing(with_statuses(kind, *words)) == (expected, word)


@pytest.mark.parametrize(
    ("annotations", "expected", "word"),
    [
        ([("state", "done")], S.DONE, "done"),
        ([("state", "open")], S.OPEN, "open"),
        ([("state", "done"), ("state", "open")], S.OPEN, "open"),
        ([("state", "done"), ("state", "Closed")], S.DONE, "done"),
        ([("state", "done"), ("status", "open")], S.DONE, "done"),  # the state goes before
        ([("state", "open"), ("status", "done")], S.OPEN, "open"),
        ([("status", "done")], S.DONE, "done"),
        ([("state", True)], S.OPEN, "true"),
        ([("state", "done"), ("status", "superseded")], S.HISTORY, "superseded"),
    ],
)
def test_a_task_is_done_where_all_of_its_words_say_so(
    annotations: list[tuple[str, JsonValue]], expected: Standing, word: str
) -> None:
    assert base_standing(record("task", *annotations)) == (expected, word)


def test_a_state_is_no_status_of_a_rule_or_a_decision() -> None:
    assert base_standing(record("rule", ("state", "retired"))) == (S.IN_FORCE, None)
    assert base_standing(record("decision", ("state", "accepted"))) == (S.STATED, None)


@pytest.mark.parametrize("kind", [*BY_STATUS, None, 5, ["rule"]])
def test_what_is_superseded_is_history_whatever_it_is(kind: JsonValue) -> None:
    assert base_standing(record(kind), is_superseded=True) == (S.HISTORY, None)
    own = record(kind, ("superseded_by", "y"))
    assert base_standing(own) == (S.HISTORY, None)
    assert base_standing(record(kind))[0] is not S.HISTORY


@pytest.mark.parametrize("value", ["y", ["y"], 5, False, {"id": "y"}, [None]])
def test_a_successor_counts_even_where_it_is_no_id(value: JsonValue) -> None:
    assert names_successor(record("rule", ("superseded_by", value)))


@pytest.mark.parametrize("value", [None, "", []])
def test_an_empty_successor_is_none(value: JsonValue) -> None:
    assert not names_successor(record("rule", ("superseded_by", value)))


def test_links_never_supersede() -> None:
    rule = record("rule", provenance={"links": ["y"]})
    assert base_standing(rule) == (S.IN_FORCE, None)


def test_only_annotations_say_how_a_record_stands() -> None:
    assert base_standing(record("rule", status="retired"))[0] is S.IN_FORCE
    assert base_standing({"type": "rule", "annotations": {"kind": "status"}})[0] is S.IN_FORCE
    assert base_standing({"type": "decision", "annotations": ["accepted"]})[0] is S.STATED
    no_value: JsonObject = {"type": "rule", "annotations": [{"kind": "status"}]}
    assert base_standing(no_value) == (S.UNCLASSIFIED, "null")


@pytest.mark.parametrize(
    ("seconds", "limit", "now", "expected"),
    [
        (NOON, 7 * DAY, NOON, False),
        (NOON, 7 * DAY, NOON + 7 * DAY, False),
        (NOON, 7 * DAY, NOON + 7 * DAY + 1, True),
        (NOON, 0, NOON, False),
        (NOON, 0, NOON + 1, True),
        (NOON, None, NOON + 9_999 * DAY, False),
        (NOON, 7 * DAY, NOON - LEEWAY, False),
        (NOON, 7 * DAY, NOON - LEEWAY - 1, True),  # nobody knows how it will be
        (NOON, None, NOON - DAY, True),
        (None, 7 * DAY, NOON, True),
        (None, None, NOON, True),
    ],
)
def test_a_status_is_stale_past_its_time(
    seconds: int | None, limit: int | None, now: int, *, expected: bool
) -> None:
    moment = None if seconds is None else Instant(seconds, Decimal("0.5"))
    assert is_stale(moment, limit, now) is expected
    found = at(S.CURRENT, "green", moment, limit, now)
    age = None if seconds is None else now - seconds
    if age is not None and -LEEWAY <= age < 0:
        age = 0  # clocks differ
    assert found == Taken(S.STALE if expected else S.CURRENT, "green", moment, age)


def _iso(seconds: int) -> str:
    day, clock = divmod(seconds - NOON + DAY // 2, DAY)
    return f"2026-10-{10 + day:02}T{clock // HOUR:02}:{clock // 60 % 60:02}:{clock % 60:02}Z"


@pytest.mark.parametrize(
    ("values", "told", "last", "expected"),
    [
        ([_iso(NOON)], NOON + DAY, None, NOON),
        ([_iso(NOON), _iso(NOON - HOUR)], None, None, NOON - HOUR),  # the earliest
        ([_iso(NOON), "last week"], None, None, NOON),
        (["2026-10-10"], NOON + DAY, None, NOON + DAY),  # a date is no RFC 3339 time
        ([5], NOON + DAY, NOON + 2 * DAY, NOON + DAY),
        ([], NOON, NOON + DAY, NOON),
        ([], None, NOON, None),
        (["9999-01-01T00:00:00Z"], NOON, NOON + DAY, NOON + DAY),  # not known before it was said
        ([_iso(NOON)], NOON - DAY, NOON + 60, NOON),  # said anew, with nothing else changed
    ],
)
def test_the_time_of_a_status(
    values: list[JsonValue], told: int | None, last: int | None, expected: int | None
) -> None:
    status = record("status", *(("as_of", value) for value in values))
    moments = [None if each is None else Instant(each) for each in (told, last, expected)]
    assert as_of(status, moments[0], moments[1]) == moments[2]
    assert as_of(status | {"type": "fact"}, moments[0], moments[1]) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], 7 * DAY),
        (["1d"], DAY),
        (["1d", "2h"], 2 * HOUR),
        (["30d"], 7 * DAY),  # only shorter
        (["soon"], 7 * DAY),
        ([5, None, "-1d"], 7 * DAY),
        (["0s"], 0),
    ],
)
def test_a_record_may_only_shorten_its_time(values: list[JsonValue], expected: int) -> None:
    status = record("status", *(("stale_after", value) for value in values))
    assert stale_after(status, LIMITS) == expected


def test_without_a_limit_a_record_may_set_one() -> None:
    assert stale_after(record("status"), {}) is None
    assert stale_after(record("status", ("stale_after", "1d")), {}) == DAY
    assert stale_after(record("fact", ("stale_after", "1d")), {"fact": HOUR}) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], None),
        (["2026-10-10"], "2026-10-10T00:00:00Z"),
        (["2026-10-10T12:00:00+02:00"], "2026-10-10T10:00:00Z"),
        (["2026-10-11", "2026-10-10"], "2026-10-10T00:00:00Z"),
        (["2026-13-10", "soon", 5, None], None),
    ],
)
def test_when_a_record_is_due(values: list[JsonValue], expected: str | None) -> None:
    fact = record("fact", *(("review_by", value) for value in values))
    assert due(fact) == (None if expected is None else parse_rfc3339(expected))


def test_a_status_that_nobody_can_date_is_stale() -> None:
    status = record("status", ("as_of", "last week"))
    assert taken(status, Circumstances(NOON, stale_after=LIMITS)) == Taken(S.STALE)


def test_a_superseded_status_has_no_age() -> None:
    status = record("status", ("as_of", _iso(NOON)))
    assert taken(status, Circumstances(NOON, is_superseded=True)) == Taken(S.HISTORY)


WORDS = st.sampled_from(
    ["accepted", "active", "proposed", "superseded", "rejected", "retired", "done", "open", "Odd"]
)
VALUES = WORDS | st.none() | st.booleans() | st.integers() | st.lists(WORDS, max_size=2)
KINDS = st.sampled_from(
    ["status", "state", "as_of", "stale_after", "superseded_by", "supersedes", "review_by", "odd"]
)
TYPES = st.sampled_from(["rule", "decision", "status", "task", "fact", "annotation", "memo"])
NOTES = st.lists(st.tuples(KINDS, VALUES), max_size=4)
MOMENTS = st.none() | st.integers(NOON - 20 * DAY, NOON + 20 * DAY).map(Instant)
CIRCUMSTANCES = st.builds(
    Circumstances,
    st.just(NOON),
    MOMENTS,
    st.booleans(),
    st.just(LIMITS) | st.just({}),
    MOMENTS,
)


@given(NOTES, VALUES, CIRCUMSTANCES)
def test_one_more_status_never_brings_a_rule_into_force(
    notes: list[tuple[str, JsonValue]], status: JsonValue, circumstances: Circumstances
) -> None:
    before = taken(record("rule", *notes), circumstances)
    after = taken(record("rule", *notes, ("status", status)), circumstances)
    assert after.standing is not S.IN_FORCE or before.standing is S.IN_FORCE


@given(TYPES, NOTES, CIRCUMSTANCES)
def test_only_a_rule_is_in_force_and_only_a_status_has_a_time(
    kind: str, notes: list[tuple[str, JsonValue]], circumstances: Circumstances
) -> None:
    found = taken(record(kind, *notes), circumstances)
    assert kind == "rule" or found.standing is not S.IN_FORCE
    assert kind == "decision" or found.standing is not S.SETTLED
    assert (found.as_of is None) == (found.age is None)
    assert found.as_of is None or found.standing in {S.CURRENT, S.STALE}
    assert found.age is None or found.age >= 0 or found.standing is S.STALE


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "type", "annotations", "kind", "value"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["id", "type", "annotations"]), JSON), CIRCUMSTANCES)
def test_nonsense_is_taken_for_something_and_never_for_an_order(
    value: JsonObject, circumstances: Circumstances
) -> None:
    found = taken(value, circumstances)
    assert found.standing is not S.IN_FORCE or value["type"] == "rule"
    assert due(value) is None


@given(st.text().filter(lambda text: text not in {"rule", "decision", "status", "task", "fact"}))
def test_an_unknown_type_is_never_normative(kind: str) -> None:
    assert base_standing(with_statuses(kind, "accepted")) == (S.UNCLASSIFIED, "accepted")


@given(NOTES, MOMENTS, st.integers(NOON, NOON + 9 * DAY), st.integers(0, 9 * DAY))
def test_a_status_never_becomes_current_again_by_waiting(
    notes: list[tuple[str, JsonValue]], told: Instant | None, now: int, later: int
) -> None:
    status = record("status", *notes, ("as_of", _iso(NOON)))
    first, then = (
        taken(status, Circumstances(moment, told, stale_after=LIMITS)).standing
        for moment in (now, now + later)
    )
    assert then is not S.CURRENT or first is S.CURRENT
