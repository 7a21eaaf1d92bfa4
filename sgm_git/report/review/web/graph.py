"""How the records of a review hang together, drawn as layers, and told as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.context_item import KNOWN_TYPES
from sgm_git.report.review.phrase import numbered
from sgm_git.report.review.web.layers import laid_out
from sgm_git.report.review.web.markup import Markup, code, join, plain, scrolled, tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.report.review.web.layers import Layout, Place
    from sgm_git.workflows.review.model import Edge, Graph, Node

_MOST = 40
_WIDTH, _HEIGHT, _GAP, _ROW, _PASS = 210, 60, 90, 78, 24
_EDGE = 6  # around the drawing
_TIP = 7  # of an arrow
_ID, _TITLE = 28, 25  # characters that have room in a node
_VERBS = {
    ("supersedes", None): "supersedes",
    ("supersedes", "added"): "now supersedes",
    ("supersedes", "removed"): "no longer supersedes",
    ("link", None): "links to",
    ("link", "added"): "now links to",
    ("link", "removed"): "no longer links to",
}


def drawing(graph: Graph) -> Markup:
    """Give the drawing with its list; nothing where nothing hangs together."""
    ids = {node.id for node in graph.nodes[:_MOST]}
    edges = [edge for edge in graph.edges if {edge.source, edge.target} <= ids]
    if not edges:
        return Markup()
    joined = {end for edge in edges for end in (edge.source, edge.target)}
    nodes = [node for node in graph.nodes[:_MOST] if node.id in joined]
    told = tag("ul", *map(_told, edges))
    listed = tag("details", tag("summary", "The same in words"), told)
    return join(_legend(), "\n", scrolled(_picture(nodes, edges)), "\n", *_left_out(graph), listed)


def _legend() -> Markup:
    names = ("supersedes", "links to", "new with this change", "gone with this change")
    kinds = ("supersedes", "link", "link added", "link removed")
    keys = (
        tag("li", tag("svg", _line(kind), viewBox="0 0 30 10", class_="key", aria_hidden="true"), n)
        for kind, n in zip(kinds, names, strict=True)
    )
    box = tag("rect", x=1, y=1, width=28, height=8, rx=2, class_="node changed")
    touched = tag("svg", box, viewBox="0 0 30 10", class_="key", aria_hidden="true")
    return tag("ul", *keys, tag("li", touched, "touched by this change"), class_="legend")


def _line(kind: str) -> Markup:
    return tag("path", d="M0 5H30", class_=f"edge {kind}")


def _left_out(graph: Graph) -> Iterator[Markup]:
    left = graph.left_out + max(len(graph.nodes) - _MOST, 0)
    if left:
        yield tag(
            "p", f"{numbered(left, 'record has', 'records have')} no room here.", class_="means"
        )


def _told(edge: Edge) -> Markup:
    return tag("li", code(edge.source), f" {_VERBS[edge.kind, edge.change]} ", code(edge.target))


def _picture(nodes: Sequence[Node], edges: Sequence[Edge]) -> Markup:
    numbers = {node.id: number for number, node in enumerate(nodes)}
    pairs = [(numbers[edge.source], numbers[edge.target]) for edge in edges]
    layout = laid_out(len(nodes), pairs)
    tops, height = _tops(layout)
    width = len(layout.layers) * (_WIDTH + _GAP) - _GAP + 2 * _EDGE
    paths = [_edge(edge, pair, layout, tops) for edge, pair in zip(edges, pairs, strict=True)]
    places = {node: (x, y) for x, layer in enumerate(layout.layers) for y, node in enumerate(layer)}
    boxes = [_node(node, places[number], tops) for number, node in enumerate(nodes)]
    said = f"{numbered(len(nodes), 'record')}, {numbered(len(edges), 'relation')}"
    return tag(
        "svg",
        *(tag("title", said), *paths, *boxes),
        class_="graph",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
    )


def _tops(layout: Layout) -> tuple[Mapping[Place, int], int]:
    """The middle of each row of each layer from the top, and how high all of it is."""
    heights = [[_PASS if node < 0 else _ROW for node in layer] for layer in layout.layers]
    highest = max(map(sum, heights))
    middles: dict[Place, int] = {}
    for x, layer in enumerate(heights):
        top = _EDGE + (highest - sum(layer)) // 2
        for y, height in enumerate(layer):
            middles[x, y] = top + height // 2
            top += height
    return middles, highest + 2 * _EDGE


def _left(layer: int) -> int:
    return _EDGE + layer * (_WIDTH + _GAP)


def _edge(
    edge: Edge, pair: tuple[int, int], layout: Layout, middles: Mapping[Place, int]
) -> Markup:
    """A curve with an arrow at its target, which may lie left of its source."""
    route = layout.routes.get(pair)
    is_turned = route is None
    route = layout.routes.get(pair[::-1]) if route is None else route
    if route is None:  # to itself
        return Markup()
    kind = f"{edge.kind} {edge.change or ''}".rstrip()
    points = [(place[0], middles[place]) for place in route]
    curve = tag("path", d=_curve(points), class_=f"edge {kind}")
    layer, y = points[0] if is_turned else points[-1]
    x, way = (_left(layer) + _WIDTH, 1) if is_turned else (_left(layer), -1)
    tip = f"M{x} {y}l{way * _TIP} -4v8z"
    return join(curve, tag("path", d=tip, class_=f"tip {kind}"))


def _curve(points: Sequence[tuple[int, int]]) -> str:
    """From the right end of the first place through the others to the left end of the last."""
    layer, at = points[0]
    said = f"M{_left(layer) + _WIDTH} {at}"
    for number, (layer, y) in enumerate(points[1:], 2):
        left, bend = _left(layer), _GAP // 2
        said += f"C{left - bend} {at} {left - bend} {y} {left} {y}"
        said += f"H{left + _WIDTH}" if number < len(points) else ""
        at = y
    return said


def _node(node: Node, place: Place, middles: Mapping[Place, int]) -> Markup:
    x, y = _left(place[0]), middles[place] - _HEIGHT // 2
    kind = f"node {'changed' if node.is_changed else ''}".rstrip()
    size = {"width": _WIDTH, "height": _HEIGHT}
    box = tag("rect", x=1, y=1, width=_WIDTH - 2, height=_HEIGHT - 2, rx=6, class_=kind)
    what = [node.type] if node.type in KNOWN_TYPES else []
    what += [] if node.standing is None else [node.standing.value.replace("-", " ")]
    texts = (
        (" \u00b7 ".join(what), "what"),
        (plain(node.title or node.id, _TITLE), "said"),
        (plain(node.id if node.title else "", _ID), "id"),
    )
    lines = (
        tag("text", text, x=12, y=17 * number + 1, class_=name)
        for number, (text, name) in enumerate(texts, 1)
    )
    # a drawing of its own cuts off what is wider than it
    return tag("svg", tag("title", plain(node.title or node.id)), box, *lines, x=x, y=y, **size)
