"""What is superseded, by which record, and whose word counts for it (DESIGN section 8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.witness.references import Among, Claims, claims_of, meant, possible_names
from sgm_git.witness.supersession import Succession, circles, succession
from tests.witness.succeeding import successions

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.record.value import JsonObject, JsonValue


def record(name: JsonValue, *notes: tuple[str, JsonValue], kind: str = "rule") -> JsonObject:
    annotations: list[JsonValue] = [{"kind": each, "value": value} for each, value in notes]
    return {"id": name, "type": kind, "annotations": annotations}


def claims(
    name: str, *notes: tuple[str, JsonValue], root: str = "memory", is_reviewed: bool = False
) -> Claims:
    path = f"{root}/{name}.md"
    return claims_of(record(name, *notes), path, root, is_reviewed=is_reviewed)


def became(target: Claims, *others: Claims) -> Succession:
    """What became of the first."""
    return succession(target, Among([target, *others]))


def test_a_record_that_nobody_mentions_stands() -> None:
    assert became(claims("x"), claims("y")) == Succession()


def test_a_record_names_its_successor() -> None:
    old, new = claims("x", ("superseded_by", "y")), claims("y")
    found = became(old, new)
    assert found == Succession(
        is_superseded=True, successors=("y",), by=(new.key,), after=(new.key,)
    )
    assert became(new, old) == Succession()


def test_a_successor_that_is_not_there_supersedes_all_the_same() -> None:
    found = became(claims("x", ("superseded_by", "gone")))
    assert (found.is_superseded, found.successors, found.by) == (True, ("gone",), ())
    assert found.notes == ('superseded by "gone", of which there is no record',)


@pytest.mark.parametrize("value", [5, {"id": "y"}, [5]])
def test_a_successor_that_is_no_id_supersedes_all_the_same(value: JsonValue) -> None:
    assert became(claims("x", ("superseded_by", value)), claims("y")) == Succession(
        is_superseded=True
    )


def test_the_new_record_may_say_it() -> None:
    old, new = claims("x"), claims("y", ("supersedes", ["x", "z"]))
    assert became(old, new) == Succession(
        is_superseded=True, successors=("y",), by=(new.key,), after=(new.key,)
    )


@pytest.mark.parametrize("word", ["accepted", "active", "superseded"])
def test_a_rule_that_holds_or_held_supersedes(word: str) -> None:
    new = claims("y", ("supersedes", "x"), ("status", word))
    assert became(claims("x"), new).is_superseded


@pytest.mark.parametrize("word", ["proposed", "rejected", "retired", "Accepted", 5, None, ["a"]])
def test_a_rule_that_does_not_hold_supersedes_nothing(word: JsonValue) -> None:
    new = claims("y", ("supersedes", "x"), ("status", "active"), ("status", word))
    found = became(claims("x"), new)
    assert (found.is_superseded, found.successors, found.by) == (False, (), ())
    assert found.after == (new.key,)  # a circle is one all the same
    assert found.notes == ('"y" says that it supersedes this record, but does not hold itself',)


@pytest.mark.parametrize(
    ("kind", "word", "expected"),
    [
        ("decision", "accepted", True),
        ("decision", "active", False),
        ("decision", "approved", False),
        ("fact", "verified", True),
        ("fact", "proposed", False),
        ("memo", "retired", False),
    ],
)
def test_every_type_holds_by_its_own_words(kind: str, word: str, *, expected: bool) -> None:
    new = record("y", ("supersedes", "x"), ("status", word), kind=kind)
    found = became(claims("x"), claims_of(new, "memory/y.md", "memory"))
    assert found.is_superseded is expected


def test_words_that_nobody_reviewed_retire_no_reviewed_record() -> None:
    old = claims("x", is_reviewed=True)
    new = claims("y", ("supersedes", "x"))
    found = became(old, new)
    assert found == Succession(
        notes=('"y" says that it supersedes this record, but nobody has reviewed that',)
    )
    assert became(replace(old, is_reviewed=False), new).is_superseded
    assert became(old, replace(new, is_reviewed=True)).is_superseded


def test_the_reviewed_version_of_a_changed_record_goes_on_superseding() -> None:
    old = claims("x", is_reviewed=True)
    was = replace(claims("y", ("supersedes", "x"), is_reviewed=True), is_reviewed_version=True)
    changed = claims("y", ("supersedes", "x"), ("status", "proposed"))
    found = became(old, was, changed)
    assert (found.is_superseded, found.by, found.notes) == (True, (was.key,), ())


def test_a_record_changed_here_is_superseded_here_alone() -> None:
    was = replace(claims("x", is_reviewed=True), is_reviewed_version=True)
    changed = claims("x", ("superseded_by", "y"))
    assert became(changed, was, claims("y")).is_superseded
    assert became(was, changed, claims("y")) == Succession()


def test_a_newcomer_does_not_draw_a_former_id_away() -> None:
    old = replace(claims("x", is_reviewed=True), aliases=("was-x",))
    new = claims("y", ("supersedes", "was-x"), is_reviewed=True)
    newcomer = claims("was-x")
    assert became(old, new, newcomer).successors == ("y",)
    assert became(newcomer, new, old).successors == ("y",)


def test_both_may_say_it() -> None:
    old, new = claims("x", ("superseded_by", "y")), claims("y", ("supersedes", "x"))
    assert became(old, new) == Succession(
        is_superseded=True, successors=("y",), by=(new.key,), after=(new.key,)
    )


def test_a_reference_means_the_own_root_before_others() -> None:
    here, there = claims("x"), claims("x", root="lib")
    new = claims("y", ("supersedes", "x"))
    assert became(here, there, new).is_superseded
    assert not became(there, here, new).is_superseded
    assert became(there, new).successors == ("memory:y",)


@pytest.mark.parametrize(
    ("root", "reference"), [("lib", "lib:x"), ("", ":x"), ("", ".:x"), ("a:b", "a:b:x")]
)
def test_a_reference_may_name_the_root(root: str, reference: str) -> None:
    old = claims("x", root=root)
    assert became(old, claims("x"), claims("y", ("supersedes", reference))).is_superseded
    new = claims("y", ("superseded_by", reference))
    assert became(new, claims("x"), old).successors == (f"{root}:x",)


def test_a_former_id_means_the_record() -> None:
    old = replace(claims("x"), aliases=("w",))
    assert became(old, claims("y", ("supersedes", "w"))).is_superseded
    assert became(claims("y", ("superseded_by", "w")), old).successors == ("x",)


def test_an_id_goes_before_a_former_one() -> None:
    holder, former = claims("w"), replace(claims("x"), aliases=("w",))
    assert meant("memory", "w", [former, holder]) == [holder]
    assert meant("lib", "w", [former, holder]) == [holder]
    assert meant("memory", "none", [former, holder]) == []


def test_a_text_of_colons_is_read_in_no_time() -> None:
    assert len(possible_names(":" * 100_000)) < 100


def _chain(length: int, *, is_closed: bool) -> list[Claims]:
    names = [f"x{number:05}" for number in range(length)]
    found = [claims(old, ("superseded_by", new)) for old, new in pairwise(names)]
    last = claims(names[-1], ("superseded_by", names[0])) if is_closed else claims(names[-1])
    return [*found, last]


def test_a_long_chain_is_no_circle() -> None:
    found = successions(_chain(10_000, is_closed=False))
    assert circles({key: each.by for key, each in found.items()}) == frozenset()


def test_a_long_circle_is_one() -> None:
    found = successions(_chain(10_000, is_closed=True))
    assert circles({key: each.by for key, each in found.items()}) == frozenset(found)


def test_one_record_may_supersede_very_many() -> None:
    names = [f"x{number}" for number in range(5_000)]
    new = claims("y", ("supersedes", [*names]))
    found = successions([new, *map(claims, names)])
    assert sum(each.is_superseded for each in found.values()) == len(names)


def test_what_leads_into_a_circle_is_not_in_it() -> None:
    store = [
        claims("a", ("superseded_by", "b")),
        claims("b", ("superseded_by", "c")),
        claims("c", ("superseded_by", "b")),
        claims("d", ("supersedes", "d")),
    ]
    after = {key: each.after for key, each in successions(store).items()}
    assert {path for path, _ in circles(after)} == {"memory/b.md", "memory/c.md", "memory/d.md"}


def test_nobody_draws_a_reviewed_record_into_a_circle() -> None:
    rule = claims("x", is_reviewed=True)
    old = claims("w", ("superseded_by", "x"), is_reviewed=True)
    newcomer = claims("y", ("supersedes", "x"), ("superseded_by", "w"))
    after = {key: each.after for key, each in successions([rule, old, newcomer]).items()}
    assert circles(after) == frozenset()


NAMES = st.sampled_from(["a", "b", "c", "a:b", "lib:a"])
REFERENCES = st.lists(NAMES | st.just("memory:a"), max_size=2).map(tuple)
CLAIMS = st.builds(
    Claims,
    path=st.uuids().map(str),
    root=st.sampled_from(["memory", "lib", ""]),
    id=st.none() | NAMES,
    aliases=st.lists(NAMES, max_size=1).map(tuple),
    superseded_by=REFERENCES,
    supersedes=REFERENCES.map(frozenset),
    holds=st.booleans(),
    is_reviewed=st.booleans(),
).map(lambda each: replace(each, is_superseded=bool(each.superseded_by)))
STORES = st.lists(CLAIMS, max_size=6)


class _Scan:
    """A lookup that looks at everything."""

    def __init__(self, store: list[Claims]) -> None:
        self.store = store

    def named(self, names: Collection[str]) -> list[Claims]:
        return [each for each in self.store if not each.names.isdisjoint(names)]

    def superseding(self, references: Collection[str]) -> list[Claims]:
        return [each for each in self.store if not each.supersedes.isdisjoint(references)]


@given(STORES)
def test_one_record_after_another_is_the_same_as_all_at_once(store: list[Claims]) -> None:
    whole = successions(store)
    assert whole == {each.key: succession(each, _Scan(store[::-1])) for each in store}


@given(STORES)
def test_what_every_reference_means_is_told_alike_from_both_ends(store: list[Claims]) -> None:
    told = {
        (each.key, target.key)
        for each in store
        for reference in each.supersedes
        for target in meant(each.root, reference, store)
        if each.holds and (each.is_reviewed or not target.is_reviewed)
    }
    found = successions(store)
    assert all(new in found[old].by and found[old].is_superseded for new, old in told)


@given(STORES, CLAIMS)
def test_an_unreviewed_newcomer_takes_no_reviewed_record_away(
    store: list[Claims], newcomer: Claims
) -> None:
    newcomer = replace(newcomer, is_reviewed=False)
    before, after = successions(store), successions([*store, newcomer])
    loops = [circles({key: each.after for key, each in all_.items()}) for all_ in (before, after)]
    for each in store:
        if each.is_reviewed:
            assert after[each.key].is_superseded == before[each.key].is_superseded
            assert (each.key in loops[1]) <= (each.key in loops[0] or each.is_superseded)
