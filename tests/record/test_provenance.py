"""What is filled in and what is kept true, and that nothing said is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.meaning import same_meaning
from sgm_git.record.provenance import Actor, completed, stamped, stamps_due
from sgm_git.record.times import parse_rfc3339, render_utc
from sgm_git.record.value import same
from tests.record.strategies import OBJECTS
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.record.provenance import StampPolicy
    from sgm_git.record.value import JsonObject, JsonValue

NOW = 1_791_656_507
STAMP = "2026-10-10T18:21:47Z"
ADA = Actor("Ada", "cli", "s-1")
PLAIN: JsonObject = {"id": "x", "title": "A", "provenance": {"agent": "a"}}
DECLARED: JsonObject = PLAIN | {
    "provenance": {"agent": "a", "modified_at": "2026-01-01T00:00:00Z", "modified_by": "b"}
}
FRESH: JsonObject = {"modified": True, "modified_at": STAMP, "modified_by": "Ada"}


def filled(record: JsonObject, scope: JsonObject | None = None, actor: Actor = ADA) -> JsonObject:
    return completed(record, actor, now=NOW, scope=scope or {})


def provenance(record: JsonObject) -> JsonObject:
    found = record["provenance"]
    assert isinstance(found, dict)
    return found


class TestCompletion:
    """Gaps are filled."""

    def test_of_a_record_that_says_nothing(self) -> None:
        assert filled({"id": "x"}) == {
            "id": "x",
            "provenance": {
                "agent": "Ada",
                "session": "s-1",
                "origin": "cli",
                "scope": {},
                "created_at": STAMP,
            },
        }

    def test_in_the_order_of_the_standard_and_then_what_is_unknown(self) -> None:
        given_: JsonObject = {"x_run": 1, "links": [], "source": "s", "modified": False}
        assert list(provenance(filled({"provenance": given_}))) == [
            *("agent", "session", "origin", "scope", "created_at", "modified", "links", "source"),
            "x_run",
        ]

    @pytest.mark.parametrize(
        ("record", "scope", "both"),
        [
            ({}, {"p": "shop"}, ({"p": "shop"}, {"p": "shop"})),
            ({"scope": {"p": "a"}}, {"p": "shop"}, ({"p": "a"}, {"p": "a"})),
            ({"scope": {}}, {"p": "shop"}, ({}, {})),
            ({}, {}, (None, {})),
            ({"provenance": {"scope": {}}}, {"p": "shop"}, (None, {})),
            ({"provenance": {"scope": {"p": "a"}}}, {"p": "shop"}, (None, {"p": "a"})),
        ],
    )
    def test_scope_is_one(
        self,
        record: JsonObject,
        scope: JsonObject,
        both: tuple[JsonObject | None, JsonObject],
    ) -> None:
        whole = filled(record, scope)
        assert (whole.get("scope"), provenance(whole)["scope"]) == both

    def test_a_session_is_that_of_a_record_that_begins_now(self) -> None:
        assert "session" not in provenance(filled({"provenance": {"created_at": STAMP}}))
        assert provenance(filled({"provenance": {"agent": "Grace"}}))["session"] == "s-1"
        assert "session" not in provenance(filled({}, actor=Actor("Ada")))

    @pytest.mark.parametrize("odd", [None, "text", [], 7])
    def test_a_provenance_that_is_none_is_left_to_the_schema(self, odd: JsonValue) -> None:
        assert filled({"provenance": odd}, {"p": "shop"}) == {"provenance": odd}

    @given(OBJECTS, OBJECTS)
    @untraced
    def test_nothing_that_is_said_is_overwritten(
        self, record: JsonObject, declared: JsonObject
    ) -> None:
        record = record | {"provenance": declared}
        whole = filled(record, {"p": "shop"})
        assert all(same(whole[name], record[name]) for name in record if name != "provenance")
        kept = provenance(whole)
        assert all(same(kept[name], declared[name]) for name in declared)
        assert same(filled(whole, {"p": "other"}), whole)

    @given(OBJECTS)
    @untraced
    def test_what_is_given_stays_as_it_was(self, record: JsonObject) -> None:
        before = dict(record)
        filled(record, {"p": "shop"})
        assert same(record, before)


class TestStamps:
    """``modified*`` follow the policy of the store."""

    def stamp(
        self, before: JsonObject, policy: StampPolicy = "declared", **change: JsonValue
    ) -> JsonObject:
        return stamped(before, before | change, policy, actor=ADA, now=NOW)

    @pytest.mark.parametrize(
        ("before", "policy", "stamps"),
        [
            (PLAIN, "declared", False),
            (DECLARED, "declared", True),
            (PLAIN, "always", True),
            (DECLARED, "always", True),
            (PLAIN, "never", False),
            (DECLARED, "never", False),
        ],
    )
    def test_by_policy(self, before: JsonObject, policy: StampPolicy, stamps: bool) -> None:
        after = self.stamp(before, policy, title="B")
        wanted = provenance(before) | FRESH if stamps else provenance(before)
        assert after == before | {"title": "B", "provenance": wanted}

    @pytest.mark.parametrize("policy", ["declared", "always", "never"])
    def test_what_means_the_same_gets_none(self, policy: StampPolicy) -> None:
        assert self.stamp(DECLARED, policy, title="A") == DECLARED

    def test_a_stamp_that_the_change_sets_is_taken(self) -> None:
        mine = provenance(DECLARED) | {"modified_at": "2026-06-01T00:00:00Z"}
        after = self.stamp(DECLARED, "always", title="B", provenance=mine)
        assert after["provenance"] == mine

    @pytest.mark.parametrize(
        ("last", "next_"),
        [
            ("2026-10-10T18:21:46Z", STAMP),
            (STAMP, "2026-10-10T18:21:48Z"),
            ("2026-10-10T18:21:47.9Z", "2026-10-10T18:21:48Z"),
            ("2026-10-10T23:51:47+05:30", "2026-10-10T18:21:48Z"),
            ("2030-01-01T00:00:00Z", "2030-01-01T00:00:01Z"),
            ("yesterday", STAMP),
            (7, STAMP),
            ("9999-12-31T23:59:59Z", STAMP),
        ],
    )
    def test_stamps_go_forward(self, last: JsonValue, next_: str) -> None:
        before = PLAIN | {"provenance": {"modified_at": last}}
        assert provenance(self.stamp(before, title="B"))["modified_at"] == next_

    @pytest.mark.parametrize("odd", [None, "text", []])
    def test_without_a_provenance_there_is_nothing_to_stamp(self, odd: JsonValue) -> None:
        before: JsonObject = {"title": "A", "provenance": odd}
        assert self.stamp(before, "always", title="B") == before | {"title": "B"}

    def test_a_provenance_that_comes_with_the_change_is_stamped_by_policy(self) -> None:
        after = self.stamp({"title": "A"}, "always", provenance={"agent": "a"})
        assert after["provenance"] == {"agent": "a"} | FRESH

    @given(
        OBJECTS,
        OBJECTS,
        st.sampled_from(["declared", "always", "never"]),
        st.integers(0, 4_000_000_000),
    )
    @untraced
    def test_a_stamp_changes_no_meaning(
        self, before: JsonObject, after: JsonObject, policy: StampPolicy, now: int
    ) -> None:
        before, after = ({"provenance": {}} | record for record in (before, after))
        result = stamped(before, after, policy, actor=ADA, now=now)
        assert same_meaning(result, after)
        assert result is after or parse_rfc3339(str(provenance(result)["modified_at"]))


class TestStampsDue:
    """What a hook has to add to a change."""

    @staticmethod
    def due(at: str, policy: StampPolicy = "declared", title: str = "B") -> JsonObject:
        stamps: JsonObject = {"modified": True, "modified_at": at, "modified_by": "b"}
        old = PLAIN | {"provenance": {"agent": "a"} | stamps}
        new = old | {"title": title}
        return stamps_due(old, new, policy, actor=ADA, now=NOW, latest=NOW + 600)

    def test_are_those_that_the_change_lacks(self) -> None:
        assert self.due("2026-01-01T00:00:00Z") == {"modified_at": STAMP, "modified_by": "Ada"}
        assert self.due("2026-01-01T00:00:00Z", title="A") == {}
        assert self.due("2026-01-01T00:00:00Z", "never") == {}

    def test_follow_one_of_a_moment_ago(self) -> None:
        assert self.due(render_utc(NOW + 5))["modified_at"] == render_utc(NOW + 6)

    def test_do_not_follow_one_that_never_could_be_true(self) -> None:
        assert self.due("2099-01-01T00:00:00Z")["modified_at"] == STAMP
