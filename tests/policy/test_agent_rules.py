"""What an agent may do to what binds, as a table and as a law over every sequence of changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.agent_rules import Rules, guard, may_bind, may_follow
from sgm_git.record.fields import aliases, annotated_references, record_id, statuses
from sgm_git.record.meaning import meaning
from sgm_git.record.value import canonical
from sgm_git.witness.reading import Standing
from sgm_git.witness.references import claims_of
from sgm_git.witness.standing import base_standing
from sgm_git.witness.supersession import circles
from tests.witness.succeeding import successions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject, JsonValue


def record(kind: str, *status: JsonValue, **more: JsonValue) -> JsonObject:
    said: list[JsonValue] = [{"kind": "status", "value": word} for word in status]
    base: JsonObject = {"id": "x", "type": kind, "content": "Do X."}
    return base | ({"annotations": said} if said else {}) | more


def noting(base: JsonObject, kind: str, value: JsonValue) -> JsonObject:
    items = base.get("annotations", [])
    assert isinstance(items, list)
    return base | {"annotations": [*items, {"kind": kind, "value": value}]}


CLOSED: tuple[Rules, ...] = ("propose", "deny")
FACT, TASK, STATUS = record("fact"), record("task"), record("status")
IN_FORCE, ACTIVE = record("rule"), record("rule", "active")
SETTLED, STATED = record("decision", "accepted"), record("decision")
PROPOSED_RULE, PROPOSED_DECISION = record("rule", "proposed"), record("decision", "proposed")
BY_Y = ("superseded_by", "y")
PROVENANCE: JsonObject = {"agent": "a"}


class TestAdding:
    @pytest.mark.parametrize(
        "added", [IN_FORCE, ACTIVE, record("rule", "accepted"), SETTLED, record("rule", " Active ")]
    )
    def test_what_would_bind_becomes_a_proposal_and_says_so(self, added: JsonObject) -> None:
        told = guard("propose", None, added)
        assert told.verdict == "propose"
        assert told.record is not None
        assert statuses(told.record) == ["proposed"]
        assert "added as proposed" in told.why
        assert {**told.record, "annotations": 0} == {**added, "annotations": 0}
        assert guard("deny", None, added).verdict == "deny"
        assert guard("allow", None, added).record is added

    def test_other_annotations_and_members_of_the_status_stay(self) -> None:
        mine: JsonValue = {"kind": "status", "value": "accepted", "by": "me"}
        added = IN_FORCE | {"annotations": [{"kind": "source", "value": "s"}, mine, "odd"]}
        told = guard("propose", None, added)
        assert told.record is not None
        assert told.record["annotations"] == [
            {"kind": "source", "value": "s"},
            "odd",
            {"kind": "status", "value": "proposed", "by": "me"},
        ]

    @pytest.mark.parametrize(
        "added",
        [FACT, TASK, STATUS, STATED, PROPOSED_RULE, record("x_team"), record("rule", "draft")],
    )
    def test_what_does_not_bind_is_added_as_it_is(self, added: JsonObject) -> None:
        told = guard("propose", None, added)
        assert (told.verdict, told.record, told.why) == ("allow", added, "")

    @pytest.mark.parametrize(
        "added",
        [
            noting(FACT, "supersedes", "rule-x"),
            noting(PROPOSED_RULE, "supersedes", ["rule-x"]),
            noting(FACT, "superseded_by", "rule-x"),
            FACT | {"aliases": ["rule-x"]},
            FACT | {"id": "memory:rule-x"},
            IN_FORCE | {"annotations": {"kind": "status"}},
        ],
    )
    def test_a_way_round_is_closed(self, added: JsonObject) -> None:
        for rules in CLOSED:
            told = guard(rules, None, added)
            assert (told.verdict, told.record) == ("deny", None)
            assert told.why
            assert told.hint

    def test_where_rules_are_denied_not_even_a_proposal_is_added(self) -> None:
        assert guard("deny", None, PROPOSED_RULE).verdict == "deny"
        assert guard("deny", None, PROPOSED_DECISION).verdict == "allow"


class TestChanging:
    @pytest.mark.parametrize("binding", [IN_FORCE, ACTIVE, SETTLED])
    @pytest.mark.parametrize(
        "change",
        [
            {"content": "Do Y."},
            {"title": "Y"},
            {"scope": {"project": "p"}},
            {"type": "fact"},
            {"annotations": [{"kind": "status", "value": "retired"}]},
            {"annotations": [{"kind": "superseded_by", "value": "y"}]},
            {"annotations": [{"kind": "status", "value": "accepted"}, {"kind": "status"}]},
            {"x_new": 1},
        ],
    )
    def test_what_binds_stays(self, binding: JsonObject, change: JsonObject) -> None:
        for rules in CLOSED:
            assert guard(rules, binding, binding | change).verdict == "deny"
        assert guard("allow", binding, binding | change).verdict == "allow"

    @pytest.mark.parametrize("binding", [IN_FORCE, SETTLED])
    def test_no_change_is_none(self, binding: JsonObject) -> None:
        old = binding | {"provenance": PROVENANCE}
        stamped = binding | {"provenance": PROVENANCE | {"modified": True, "modified_by": "b"}}
        for rules in CLOSED:
            assert guard(rules, old, stamped).record is stamped

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (PROPOSED_RULE, IN_FORCE),
            (PROPOSED_RULE, ACTIVE),
            (PROPOSED_DECISION, SETTLED),
            (STATED, SETTLED),
            (record("rule", "retired"), IN_FORCE),
            (record("rule", "active", "proposed"), ACTIVE),
            (record("rule", 5), record("rule", "accepted")),
            (FACT, IN_FORCE),
            (record("fact", "accepted"), SETTLED),
            (record("x_team", "active"), ACTIVE),
        ],
    )
    def test_only_a_person_accepts(self, before: JsonObject, after: JsonObject) -> None:
        assert guard("propose", before, after).verdict == "deny"
        assert guard("deny", before, after).verdict == "deny"

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (FACT, FACT | {"content": "New."}),
            (TASK, noting(TASK, "state", "done")),
            (STATUS, noting(STATUS, "as_of", "2026-10-10T19:00:00Z")),
            (PROPOSED_RULE, PROPOSED_RULE | {"content": "Better."}),
            (PROPOSED_RULE, record("rule", "rejected")),
            (STATED, PROPOSED_DECISION),
            (FACT, record("rule", "proposed")),
        ],
    )
    def test_the_rest_is_free(self, before: JsonObject, after: JsonObject) -> None:
        told = guard("propose", before, after)
        assert (told.verdict, told.record) == ("allow", after)

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (FACT, noting(FACT, "supersedes", "rule-x")),
            (FACT, noting(FACT, "superseded_by", ["fact-y"])),
            (FACT, noting(noting(FACT, "superseded_by", "y"), "superseded_by", "z")),
            (noting(FACT, "superseded_by", "y"), FACT),
            (noting(FACT, "superseded_by", "y"), noting(FACT, "superseded_by", "z")),
            (noting(FACT, "supersedes", "r"), noting(noting(FACT, "supersedes", "r"), *BY_Y)),
            (FACT, noting(TASK, *BY_Y)),
            (FACT, noting(FACT, *BY_Y) | {"aliases": ["rule-x"]}),
            (PROPOSED_RULE, noting(PROPOSED_RULE, *BY_Y)),
            (STATED, noting(STATED, *BY_Y)),
            ({"id": "x"}, noting({"id": "x"}, *BY_Y)),
            (noting(FACT, "supersedes", "rule-x"), FACT),
            (
                noting(record("fact", "proposed"), "supersedes", "r"),
                noting(FACT, "supersedes", "r"),
            ),
            (noting(STATED, "supersedes", "r"), noting(PROPOSED_DECISION, "supersedes", "r")),
            (FACT, FACT | {"aliases": ["rule-x"]}),
            (FACT, FACT | {"id": "rule-x"}),
        ],
    )
    def test_nothing_reaches_it_from_another_record(
        self, before: JsonObject, after: JsonObject
    ) -> None:
        assert guard("propose", before, after).verdict == "deny"

    @pytest.mark.parametrize("base", [FACT, TASK, STATUS, record("x_team"), record("fact", "old")])
    def test_what_never_binds_may_be_followed_by_its_like(self, base: JsonObject) -> None:
        for rules in CLOSED:
            told = guard(rules, base, noting(base, *BY_Y) | {"content": "Old."})
            assert (told.verdict, told.successor) == ("follow", "y")
        assert may_follow(base, base | {"id": "y"})
        for other in (IN_FORCE, PROPOSED_RULE, STATED, record("other"), {}):
            assert not may_follow(base, other)
            assert not may_follow(other, base)
            assert not may_follow(IN_FORCE, IN_FORCE)

    @pytest.mark.parametrize("gone", [FACT, IN_FORCE])
    def test_nothing_is_removed(self, gone: JsonObject) -> None:
        assert guard("propose", gone, None).verdict == "deny"
        assert guard("allow", gone, None).verdict == "allow"


NAMES = ["a", "b", "c", "memory:a"]
IDS = st.sampled_from(NAMES)
TYPES = st.sampled_from(["rule", "decision", "fact"])
WORDS: st.SearchStrategy[JsonValue] = st.sampled_from(
    ["accepted", "active", "proposed", "superseded", "retired", "draft", "Accepted", 5]
)
STATUS_WORDS = st.builds(lambda word: {"kind": "status", "value": word}, WORDS)
REFERENCES = st.builds(
    lambda kind, value: {"kind": kind, "value": value},
    st.sampled_from(["supersedes", "superseded_by"]),
    IDS,
)
ANNOTATIONS: st.SearchStrategy[JsonValue] = st.one_of(STATUS_WORDS, REFERENCES)
ALIASES = st.lists(IDS, max_size=1)


@st.composite
def records(draw: st.DrawFn) -> JsonObject:
    made: JsonObject = {"id": draw(IDS), "type": draw(TYPES), "content": "one"}
    said = draw(st.lists(ANNOTATIONS, max_size=2))
    named = draw(ALIASES)
    return made | ({"annotations": said} if said else {}) | ({"aliases": [*named]} if named else {})


def twisted(base: JsonObject, how: str, item: JsonValue, other: JsonObject) -> JsonObject:
    """One small change of a record, such as an agent that feels its way would try."""
    items = base.get("annotations", [])
    assert isinstance(items, list)
    if how == "says":
        return base | {"annotations": [*items, item]}
    if how == "unsays":
        return base | {"annotations": items[1:]}
    return base | {how: other.get(how, [])}


CHANGES = st.tuples(
    IDS,
    st.sampled_from(["says", "unsays", "type", "aliases", "annotations", "content"]),
    ANNOTATIONS,
    records(),
)


def binding(store: dict[str, JsonObject]) -> set[tuple[str, str]]:
    """The slow and obvious set: rules in force and settled decisions, with what they mean."""
    claims = [claims_of(each, f"memory/{name}.md", "memory") for name, each in store.items()]
    found = successions(claims)
    disputed = circles({key: each.after for key, each in found.items()})
    firm = set()
    for each in claims:
        own = store[each.path[len("memory/") : -len(".md")]]
        standing, _ = base_standing(own, is_superseded=found[each.key].is_superseded)
        if standing in (Standing.IN_FORCE, Standing.SETTLED) and each.key not in disputed:
            firm.add((each.path, canonical(meaning(own))))
    return firm


def is_fit(store: dict[str, JsonObject], record: JsonObject, successor: str) -> bool:
    """Whether a record may be named as successor: there, alike, and followed by nothing."""
    after = store | {str(record["id"]): record}
    claims = [claims_of(each, f"memory/{name}.md", "memory") for name, each in after.items()]
    found = {
        each.id: became for each, became in zip(claims, successions(claims).values(), strict=True)
    }
    if successor not in store or not may_follow(record, store[successor]):
        return False
    return not found[successor].is_superseded and not found[successor].after


def is_named(store: dict[str, JsonObject], name: str) -> bool:
    """Whether an id is spoken for: no door adds a record under such a one."""
    kinds = ("supersedes", "superseded_by")
    for each in store.values():
        named = [r.id for kind in kinds for r in annotated_references(each, kind)]
        if name in (record_id(each), *aliases(each)) or any(r.endswith(name) for r in named):
            return True
    return False


@given(
    rules=st.sampled_from(CLOSED),
    people=st.lists(records(), min_size=1, max_size=4, unique_by=lambda each: str(each["id"])),
    changes=st.lists(CHANGES, min_size=1, max_size=4),
)
def test_no_sequence_of_changes_makes_another_set_of_what_binds(
    rules: Rules,
    people: Sequence[JsonObject],
    changes: Sequence[tuple[str, str, JsonValue, JsonObject]],
) -> None:
    store = {str(each["id"]): each for each in people}
    was = binding(store)
    for name, how, item, other in changes:
        before = store.get(name)
        if before is None and is_named(store, name):
            continue
        wanted = other | {"id": name} if before is None else twisted(before, how, item, other)
        told = guard(rules, before, wanted)
        if told.verdict == "follow" and not is_fit(store, wanted, told.successor):
            continue
        if told.record is not None:
            store[name] = told.record
    assert binding(store) == was


SUPERSEDES_A, BY_A = {"kind": "supersedes", "value": "a"}, {"kind": "superseded_by", "value": "a"}
UNSAID: JsonValue = {"kind": "status", "value": "proposed"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, {"annotations": [SUPERSEDES_A]}),
        (None, {"annotations": [UNSAID, SUPERSEDES_A, BY_A]}),
        ({"annotations": [UNSAID, SUPERSEDES_A]}, {"annotations": [SUPERSEDES_A]}),
        ({"annotations": [SUPERSEDES_A]}, {"annotations": [UNSAID, SUPERSEDES_A]}),
        ({"annotations": [UNSAID, SUPERSEDES_A]}, {"annotations": [UNSAID, SUPERSEDES_A, BY_A]}),
        ({"annotations": [SUPERSEDES_A]}, {"annotations": []}),
    ],
)
def test_each_way_round_would_have_led_there(before: JsonObject | None, after: JsonObject) -> None:
    """A fact says it of a rule; without the guard another set would bind."""
    base: JsonObject = {"id": "b", "type": "fact"}
    was = None if before is None else base | before
    store = {"a": IN_FORCE | {"id": "a"}} | ({} if was is None else {"b": was})
    assert binding(store) != binding(store | {"b": base | after})
    assert guard("propose", was, base | after).verdict == "deny"


@given(records())
def test_what_binds_by_its_words_is_never_overlooked(made: JsonObject) -> None:
    standing, _ = base_standing(made)
    assert may_bind(made) or standing not in (Standing.IN_FORCE, Standing.SETTLED)
