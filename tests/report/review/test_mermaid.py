"""The graph in Mermaid: no label breaks out of its quotes, and it is small enough to be drawn."""

from __future__ import annotations

import re

from hypothesis import given

from sgm_git.report.review.mermaid import mermaid
from sgm_git.witness.reading import Standing
from sgm_git.workflows.review.model import Edge, Graph, Node
from tests.report.review.example import example
from tests.report.review.hostile import HOSTILE, SECRET, TEXTS, marked_by

_NODE = re.compile(
    r'  n\d+\["(?:[\w .,:()\'+/\u2026\u2039\u203a\u27e8\u27e9-]|#\d+;)+"\](:::changed)?'
)
_EDGE = re.compile(r"  n\d+ (-->|==>|-\.->|---|===|-\.-)(\|[a-z ]+\|)? n\d+")


def test_edges_say_what_came_and_went() -> None:
    drawn = mermaid(example().graph).splitlines()
    assert drawn[0] == "flowchart LR"
    assert "  n1 ==>|supersedes now| n0" in drawn
    assert "  n2 -.-|linked no more| n1" in drawn
    assert "  n3 --- n0" in drawn
    assert drawn[1] == '  n0["dec-queue: Use one queue (history)"]:::changed'


def test_nothing_is_drawn_where_nothing_hangs_together() -> None:
    graph = example().graph
    assert mermaid(Graph()) == ""
    assert mermaid(Graph(graph.nodes)) == ""


def test_what_hangs_together_with_nothing_is_not_drawn() -> None:
    nodes = tuple(node(number, "") for number in range(5))
    drawn = mermaid(Graph(nodes, links(nodes[:2])))
    assert [line for line in drawn.splitlines() if '"' in line] == [
        '  n0["id-0 (in-force)"]',
        '  n1["id-1 (in-force)"]',
    ]


def test_what_is_removed_is_drawn_so() -> None:
    nodes = tuple(node(number, "") for number in range(2))
    drawn = mermaid(Graph(nodes, links(nodes)), frozenset({"id-1"}))
    assert '  n1["id-1 (removed)"]' in drawn.splitlines()


def test_signs_that_mean_something_are_told_otherwise() -> None:
    node = Node('a"b', "<b>`x`</b> & [y] {z} #1;", "rule", None, is_changed=False)
    graph = Graph((node,), (Edge(node.id, node.id, "link"),))
    label = "a'b: \u2039b\u203a'x'\u2039/b\u203a #38; #91;y#93; #123;z#125; #35;1#59;"
    assert f'n0["{label}"]' in mermaid(graph)


def test_titles_give_way_and_then_all_of_it() -> None:
    nodes = tuple(node(number, "t" * 40) for number in range(40))
    drawn = mermaid(Graph(nodes, links(nodes) * 2))
    assert '  n0["id-0 (in-force)"]' in drawn
    many = tuple(node(number, "t", "i" * 40) for number in range(40))
    assert mermaid(Graph(many, links(many) * 4)) == ""


def test_no_more_than_forty_are_drawn_and_none_that_is_not_there() -> None:
    nodes = tuple(node(number, "") for number in range(60))
    drawn = mermaid(Graph(nodes, links(nodes)))
    assert drawn.count('["') == 40
    assert "n40" not in drawn


def test_a_secret_is_not_drawn() -> None:
    assert SECRET not in mermaid(example(lambda text: f"{SECRET} {text}").graph)


def test_hostile_texts_are_labels() -> None:
    assert shape(example(marked_by(HOSTILE, "")).graph) == PLAIN


@given(TEXTS, TEXTS)
def test_no_text_breaks_out(before: str, after: str) -> None:
    assert shape(example(marked_by(before, after)).graph) == PLAIN


def shape(graph: Graph) -> list[str]:
    """The lines without their labels; each must be a whole node or edge."""
    first, *lines, last = mermaid(graph).split("\n")[:-1]
    assert (first, last) == ("flowchart LR", "  classDef changed stroke-width:3px")
    for line in lines:
        assert _NODE.fullmatch(line) or _EDGE.fullmatch(line), line
    return [line.partition('"')[0] for line in lines]


def node(number: int, title: str, name: str = "id") -> Node:
    return Node(f"{name}-{number}", title, "rule", Standing.IN_FORCE, is_changed=False)


def links(nodes: tuple[Node, ...]) -> tuple[Edge, ...]:
    return tuple(Edge(nodes[0].id, each.id, "link", "added") for each in nodes[1:])


PLAIN = shape(example(marked_by("", "")).graph)
