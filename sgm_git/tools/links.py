"""``sgm_links``: what a record has to do with, both ways and some steps far."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sgm_git.api import Filters
from sgm_git.tools import forms
from sgm_git.tools.asking import STATE_INPUTS, asked
from sgm_git.tools.graph import RELATIONS, Edge, Graph, Node
from sgm_git.tools.tool import READS, Tool

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.tools.tool import Session

_FARTHEST = 3


def _links(session: Session, arguments: JsonObject) -> JsonObject:
    limit = cast("int", arguments.get("limit", forms.MOST))
    relations = cast("list[str]", arguments.get("relation", [])) or list(RELATIONS)
    direction = cast("str", arguments.get("direction", "both"))
    with asked(session, session.open_store(), arguments) as state:
        origin = state.reader.get(str(arguments["id"]))
        graph = Graph(state.reader.each(Filters(is_here=True)), relations)
        near = graph.around(origin, cast("int", arguments.get("depth", 1)), direction)
        shown = near[: limit + 1]
        names = {node.name for node, _ in shown}
        edges = [each for each in graph.edges if each.source in names and each.target in names]
        return {
            "id": graph.name_of(origin),
            "nodes": [_node(node, depth) for node, depth in shown[1:]],
            "edges": [_edge(each) for each in edges[: limit * 2]],
            "left_out": max(0, len(near) - len(shown)),
            "notes": [*state.notes],
        }


def _node(node: Node, depth: int) -> JsonObject:
    if node.reading is None:
        return {"id": node.name, "depth": depth, "missing": True}
    reading = node.reading
    return {
        "id": node.name,
        "depth": depth,
        "type": reading.type,
        "title": reading.title,
        "standing": reading.standing.value,
        "review": reading.review.value,
        "trust": reading.trust.value,
    }


def _edge(edge: Edge) -> JsonObject:
    return {"from": edge.source, "relation": edge.relation, "to": edge.target}


LINKS = Tool(
    "sgm_links",
    "Links of a record",
    "Say what a record links to and what links to it: links (undirected in meaning), supersedes "
    "and superseded_by. What is named and not there is missing.",
    forms.inputs(
        {
            "id": forms.text("The record."),
            "direction": forms.text("in, out or both.", choices=("both", "in", "out")),
            "relation": forms.texts("Only these.", choices=RELATIONS),
            "depth": forms.whole("How many steps.", 1, _FARTHEST, 1),
            **STATE_INPUTS,
            "limit": forms.whole("How many records.", 1, forms.MOST, forms.MOST),
        },
        ("id",),
    ),
    forms.outputs(
        {
            "id": forms.STRING,
            "nodes": forms.listed(forms.members()),
            "edges": forms.listed(forms.members()),
            "left_out": {"type": "integer"},
            "notes": forms.NOTES,
        },
        ("id", "nodes", "edges", "left_out"),
    ),
    READS,
    _links,
)
