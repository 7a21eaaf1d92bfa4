"""Laws of a review's graph and of collisions, for records of whatever shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.witness.reading import Standing
from sgm_git.workflows.diffing import RecordDiff
from sgm_git.workflows.review.colliding import Sides, colliding
from sgm_git.workflows.review.graph import graph_of
from sgm_git.workflows.review.partings import parting
from tests.report.review.building import entry, reading, record_review

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import Graph, RecordReview

PLACES = [f"memory/{name}.md" for name in "abcde"]
NAMES = st.sampled_from(["a", "b", "c", "memory:a", "memory/a.md", ".:b", ":", ""])
LINKS = st.lists(NAMES, max_size=3)
ODD = st.sampled_from([None, 1, "a", [], {}, [["a"]], {"kind": "supersedes"}])
MARKS = st.one_of(
    st.builds(
        lambda kind, value: {"kind": kind, "value": value},
        st.sampled_from(["supersedes", "superseded_by", "status"]),
        st.one_of(LINKS, NAMES, st.sampled_from(["accepted", "proposed", "retired"]), ODD),
    ),
    ODD,
)
RECORDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["rule", "fact", "decision"]), "content": st.sampled_from("xyz")},
    optional={
        "id": NAMES,
        "title": st.sampled_from(["Never deploy", "Deploy never", "", "Else"]),
        "scope": st.sampled_from([{}, {"team": "a"}, {"team": "a", "n": 1}, []]),
        "aliases": LINKS,
        "annotations": st.lists(MARKS, max_size=3),
        "provenance": st.one_of(st.builds(lambda links: {"links": links}, LINKS), ODD),
    },
)
STATES = st.dictionaries(st.sampled_from(PLACES), RECORDS, max_size=5)


def read(state: dict[str, JsonObject]) -> dict[str, Reading]:
    return {path: reading(entry(record, path), Standing.STATED) for path, record in state.items()}


def reviews(old: dict[str, Reading], new: dict[str, Reading]) -> list[RecordReview]:
    return [record_review(old.get(path), new.get(path)) for path in sorted({*old, *new})]


def differences(old: dict[str, JsonObject], new: dict[str, JsonObject]) -> list[RecordDiff]:
    def at(state: dict[str, JsonObject], path: str) -> Entry | None:
        return entry(state[path], path) if path in state else None

    sides = [(at(old, path), at(new, path)) for path in sorted({*old, *new})]
    return [
        RecordDiff(before, after)
        for before, after in sides
        if before is None or after is None or before.blob != after.blob
    ]


def drawn(old: dict[str, JsonObject], new: dict[str, JsonObject], limit: int) -> Graph:
    before, after = read(old), read(new)
    return graph_of(after.values(), reviews(before, after), limit)


@given(STATES, STATES, st.integers(0, 6))
def test_a_graph_has_no_more_than_it_has_room_for_and_both_ends_of_every_edge(
    old: dict[str, JsonObject], new: dict[str, JsonObject], limit: int
) -> None:
    graph, whole = drawn(old, new, limit), drawn(old, new, 40)
    names = [each.id for each in graph.nodes]
    assert len(names) == min(limit, len(whole.nodes))
    assert len(names) + graph.left_out == len(whole.nodes)
    assert {end for each in graph.edges for end in (each.source, each.target)} <= {*names}
    assert len({(e.source, e.target, e.kind) for e in graph.edges}) == len(graph.edges)


@given(STATES, STATES)
def test_names_in_a_graph_are_unique(
    old: dict[str, JsonObject], new: dict[str, JsonObject]
) -> None:
    names = [each.id for each in drawn(old, new, 40).nodes]
    assert len({*names}) == len(names)


@given(STATES, STATES)
def test_a_graph_is_the_same_in_whatever_order_records_are_read(
    old: dict[str, JsonObject], new: dict[str, JsonObject]
) -> None:
    before, after = read(old), read(new)
    touched = reviews(before, after)
    assert graph_of(after.values(), touched) == graph_of(reversed(after.values()), touched)


@given(STATES, STATES, STATES)
def test_what_collides_is_the_same_from_either_side(
    base: dict[str, JsonObject], ours: dict[str, JsonObject], theirs: dict[str, JsonObject]
) -> None:
    mine, other = (parting(differences(base, each)) for each in (ours, theirs))
    here = [(e.kind, e.ours, e.theirs) for e in colliding(Sides("b", mine, other))]
    there = [(e.kind, e.theirs, e.ours) for e in colliding(Sides("b", other, mine))]
    assert sorted(here) == sorted(there)


@given(STATES, STATES)
def test_a_branch_collides_with_nothing_in_one_that_does_the_same_or_nothing(
    base: dict[str, JsonObject], ours: dict[str, JsonObject]
) -> None:
    mine = parting(differences(base, ours))
    assert not [*colliding(Sides("b", mine, parting([])))]
    assert not [*colliding(Sides("b", mine, mine))]
