"""Lays out a graph in layers, so that what it says can be followed from left to right.

The same graph always lies so: cycles are cut where they come back to where a walk in the order of
the nodes began, a node lies right of all that point to it, and within a layer near to those.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_SWEEPS = 6  # over all layers, there and back; more change little

Place: TypeAlias = "tuple[int, int]"
"""A layer and a row in it, both from 0."""

_Item: TypeAlias = "tuple[int, int]"  # a node and 0, or -1 - an edge and a layer it passes through


@dataclass(frozen=True, slots=True)
class Layout:
    """Where nodes lie, and through which places each edge goes, its ends among them."""

    layers: tuple[tuple[int, ...], ...]
    routes: Mapping[tuple[int, int], tuple[Place, ...]]


def laid_out(count: int, edges: Iterable[tuple[int, int]]) -> Layout:
    """Lay out nodes ``0 .. count - 1``. Rows of a layer that edges pass through hold ``-1``.

    Routes go from the left to the right, also of edges that point back.
    """
    found = sorted({edge for edge in edges if edge[0] != edge[1]})
    forward = _without_cycles(count, found)
    depths = _depths(count, forward)
    chains = {edge: _chain(number, edge, depths) for number, edge in enumerate(forward, 1)}
    layers = _first_order(count, depths, chains.values())
    _untangle(layers, [pair for chain in chains.values() for pair in pairwise(chain)])
    shown = tuple(tuple(max(item[0], -1) for item in layer) for layer in layers)
    return Layout(shown, _routes(layers, chains))


def _routes(
    layers: Sequence[Sequence[_Item]], chains: Mapping[tuple[int, int], Sequence[_Item]]
) -> dict[tuple[int, int], tuple[Place, ...]]:
    places = {item: (x, y) for x, layer in enumerate(layers) for y, item in enumerate(layer)}
    return {edge: tuple(places[item] for item in chain) for edge, chain in chains.items()}


def _without_cycles(count: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The edges, each once, with those turned round that come back."""
    targets: dict[int, list[int]] = {node: [] for node in range(count)}
    for source, target in edges:
        targets[source].append(target)
    open_, done = set[int](), set[int]()
    turned: dict[tuple[int, int], None] = {}

    def _walk(node: int) -> None:
        open_.add(node)
        for target in targets[node]:
            turned[(target, node) if target in open_ else (node, target)] = None
            if target not in open_ and target not in done:
                _walk(target)
        open_.discard(node)
        done.add(node)

    for node in range(count):
        if node not in done:
            _walk(node)
    return list(turned)


def _depths(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """How many edges lie before each node on the longest way to it."""
    depths = [0] * count
    for _ in range(count):
        before = list(depths)
        for source, target in edges:
            depths[target] = max(depths[target], depths[source] + 1)
        if depths == before:
            break
    return depths


def _chain(number: int, edge: tuple[int, int], depths: Sequence[int]) -> list[_Item]:
    source, target = edge
    between = range(depths[source] + 1, depths[target])
    return [(source, 0), *((-1 - number, layer) for layer in between), (target, 0)]


def _first_order(
    count: int, depths: Sequence[int], chains: Iterable[Sequence[_Item]]
) -> list[list[_Item]]:
    layers: list[list[_Item]] = [[] for _ in range(max(depths, default=-1) + 1)]
    for node in range(count):
        layers[depths[node]].append((node, 0))
    for chain in chains:
        for item in chain[1:-1]:
            layers[item[1]].append(item)
    return layers


def _untangle(layers: list[list[_Item]], links: Sequence[tuple[_Item, _Item]]) -> None:
    """Put items near to what they hang together with: there and back over the layers."""
    before: dict[_Item, list[_Item]] = {}
    behind: dict[_Item, list[_Item]] = {}
    for left, right in links:
        before.setdefault(right, []).append(left)
        behind.setdefault(left, []).append(right)
    for sweep in range(_SWEEPS):
        chosen, neighbours = (layers[1:], before) if sweep % 2 == 0 else (layers[-2::-1], behind)
        for layer in chosen:
            wishes = dict(_wishes(layer, neighbours, _heights(layers)))
            layer.sort(key=wishes.__getitem__)


def _heights(layers: Sequence[Sequence[_Item]]) -> dict[_Item, float]:
    """How far each item lies below the middle of its layer, in rows."""
    return {item: row - (len(layer) - 1) / 2 for layer in layers for row, item in enumerate(layer)}


def _wishes(
    layer: Sequence[_Item],
    neighbours: Mapping[_Item, Sequence[_Item]],
    heights: Mapping[_Item, float],
) -> Iterator[tuple[_Item, float]]:
    """Where each would best lie; where it is if it hangs together with nothing."""
    for item in layer:
        found = [heights[each] for each in neighbours.get(item, ())]
        yield item, sum(found) / len(found) if found else heights[item]
