"""The graph of a review: what is touched and what is beside it, as far as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.witness.reading import Standing
from sgm_git.workflows.review.graph import graph_of
from sgm_git.workflows.review.model import Graph
from tests.report.review.building import entry, reading, record_review

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.reading import Reading

Told = tuple[str, str, str, str | None]


def doc(name: str, folder: str = "memory", *links: str, **marks: JsonValue) -> Reading:
    """A record as it is read; ``marks`` are annotations."""
    record: JsonObject = {
        "id": name,
        "type": "fact",
        "title": f"About {name}",
        "content": "Text.\n",
        "annotations": [{"kind": kind, "value": value} for kind, value in marks.items()],
        "provenance": {"links": list(links)},
    }
    return reading(entry(record, f"{folder}/{name}.md"), Standing.STATED)


def linking(name: str, *links: str) -> Reading:
    return doc(name, "memory", *links)


def edges(graph: Graph) -> list[Told]:
    return [(each.source, each.target, each.kind, each.change) for each in graph.edges]


def names(graph: Graph) -> list[str]:
    return [each.id for each in graph.nodes]


def test_nothing_touched_is_no_graph() -> None:
    assert graph_of([linking("a", "b"), doc("b")], []) == Graph()


def test_what_is_touched_comes_first_then_what_is_beside_it() -> None:
    new = linking("a", "z", "b")
    graph = graph_of([new, doc("b"), doc("z"), doc("far")], [record_review(None, new)])
    assert names(graph) == ["a", "b", "z"]
    assert [each.is_changed for each in graph.nodes] == [True, False, False]
    assert edges(graph) == [("a", "b", "link", "added"), ("a", "z", "link", "added")]
    assert (graph.nodes[0].title, graph.nodes[0].type) == ("About a", "fact")
    assert graph.nodes[0].standing is Standing.STATED


def test_both_words_of_supersession_are_one_edge_from_the_successor() -> None:
    old, new = doc("old", superseded_by="new"), doc("new", supersedes=["old"])
    graph = graph_of([old, new], [record_review(doc("old"), old), record_review(None, new)])
    assert edges(graph) == [("new", "old", "supersedes", "added")]


def test_an_edge_stays_or_goes() -> None:
    before, after = linking("a", "b", "c"), linking("a", "b")
    graph = graph_of([after, doc("b"), doc("c")], [record_review(before, after)])
    assert edges(graph) == [("a", "b", "link", None), ("a", "c", "link", "removed")]


def test_what_others_say_of_a_touched_record_is_told() -> None:
    before, after = doc("a"), doc("a", mood="good")
    graph = graph_of([after, linking("b", "a")], [record_review(before, after)])
    assert edges(graph) == [("b", "a", "link", None)]


def test_a_link_to_a_record_that_goes_leads_to_what_it_was() -> None:
    graph = graph_of([linking("b", "a")], [record_review(doc("a"), None)])
    assert names(graph) == ["a", "b"]
    assert edges(graph) == [("b", "a", "link", None)]


def test_a_record_that_moves_is_one() -> None:
    before, after = doc("a"), doc("a", "memory/other")
    graph = graph_of([after, linking("b", "a")], [record_review(before, after)])
    assert names(graph) == ["a", "b"]
    assert edges(graph) == [("b", "a", "link", None)]


def test_two_of_one_id_have_names_of_their_own() -> None:
    one, two = doc("a"), doc("a", "memory/other")
    graph = graph_of([one, two], [record_review(None, one), record_review(None, two)])
    assert names(graph) == ["memory/a.md", "memory/other/a.md"]


def test_a_record_without_an_id_is_named_by_its_path() -> None:
    new = reading(entry({"type": "fact", "content": "x\n"}, "memory/x.md"), Standing.STATED)
    assert names(graph_of([new], [record_review(None, new)])) == ["memory/x.md"]


def test_what_cannot_be_read_any_more_is_told_as_it_was_and_what_never_could_not_at_all() -> None:
    broken = record_review(doc("a"), b"---\n[", path="memory/a.md")
    never = record_review(None, b"---\n[", path="memory/b.md")
    assert names(graph_of([], [broken, never])) == ["a"]


def test_what_stands_alone_is_left_out_first_and_what_links_before_what_supersedes() -> None:
    new = doc("n", "memory", "linked", supersedes=["past"])
    alone = [doc(f"alone-{number}") for number in range(3)]
    after = [new, doc("linked"), doc("past"), *alone]
    records = [record_review(None, each) for each in (*alone, new)]
    assert names(graph_of(after, records, 2)) == ["n", "past"]
    assert names(graph_of(after, records, 4)) == ["alone-0", "n", "past", "linked"]
    assert graph_of(after, records, 2).left_out == 4
    assert graph_of(after, records).left_out == 0


def test_every_end_of_an_edge_is_a_node() -> None:
    new = linking("a", *(f"b-{number}" for number in range(60)))
    others = [doc(f"b-{number}") for number in range(60)]
    graph = graph_of([new, *others], [record_review(None, new)])
    assert len(graph.nodes) == 40
    assert graph.left_out == 21
    assert {name for each in graph.edges for name in (each.source, each.target)} == {*names(graph)}


def test_a_record_may_link_itself() -> None:
    new = linking("a", "a")
    assert edges(graph_of([new], [record_review(None, new)])) == [("a", "a", "link", "added")]


def named(path: str, **more: JsonValue) -> Reading:
    given: JsonObject = {"type": "fact", "content": "x\n"}
    return reading(entry(given | more, path), Standing.STATED)


def test_an_id_that_looks_like_a_path_or_a_note_takes_no_name_of_another() -> None:
    every = [
        named("memory/a.md"),
        named("memory/b.md", id="memory/a.md"),
        named("memory/c.md", id="memory/a.md (before)"),
        named("memory/d.md", id="memory/e.md"),
        named("memory/e.md", id="memory/d.md"),
    ]
    found = names(graph_of(every, [record_review(None, each) for each in every]))
    assert len({*found}) == len(every)
    assert [name for name in found if "(before)" in name] == ["memory/a.md (before)"]


def test_a_record_whose_place_another_takes_is_told_as_the_one_before() -> None:
    old, new = named("memory/a.md", id="x"), named("memory/a.md", id="y")
    twin = named("memory/b.md", id="x")
    records = [record_review(old, None), record_review(None, new), record_review(None, twin)]
    assert len({*names(graph_of([new, twin], records))}) == 3


def test_a_record_that_others_make_to_be_taken_otherwise_is_not_changed_itself() -> None:
    old, new = doc("a"), doc("b", supersedes=["a"])
    graph = graph_of([old, new], [record_review(old, old), record_review(None, new)])
    assert {each.id: each.is_changed for each in graph.nodes} == {"a": False, "b": True}
