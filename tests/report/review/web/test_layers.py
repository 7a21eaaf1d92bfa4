"""Layers of a graph: the same each time, from left to right, nothing on top of anything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.review.web.layers import laid_out

GRAPHS = st.integers(1, 12).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=20),
    )
)


def test_a_chain_lies_in_a_row() -> None:
    assert laid_out(3, [(0, 1), (1, 2)]).layers == ((0,), (1,), (2,))


def test_an_edge_over_a_layer_has_a_place_in_it() -> None:
    layout = laid_out(3, [(0, 1), (1, 2), (0, 2)])
    assert sorted(layout.layers[1]) == [-1, 1]
    assert len(layout.routes[0, 2]) == 3


def test_what_comes_back_is_turned_round() -> None:
    layout = laid_out(2, [(0, 1), (1, 0)])
    assert layout.layers == ((0,), (1,))
    assert list(layout.routes) == [(0, 1)]


def test_what_could_cross_is_put_in_order() -> None:
    assert laid_out(4, [(0, 3), (1, 2)]).layers == ((0, 1), (3, 2))


@given(GRAPHS)
def test_every_node_has_one_place_and_every_edge_goes_to_the_right(
    graph: tuple[int, list[tuple[int, int]]],
) -> None:
    count, edges = graph
    layout = laid_out(count, edges)
    assert layout == laid_out(count, list(reversed(edges)))
    placed = [node for layer in layout.layers for node in layer if node >= 0]
    assert sorted(placed) == list(range(count))
    for one, other in {edge for edge in edges if edge[0] != edge[1]}:
        found = layout.routes.get((one, other))
        route = layout.routes[other, one] if found is None else found
        start, end = (one, other) if found else (other, one)
        assert [layer for layer, _ in route] == list(range(route[0][0], route[-1][0] + 1))
        assert len(route) > 1
        assert [layout.layers[x][y] for x, y in (route[0], route[-1])] == [start, end]
        assert all(layout.layers[x][y] == -1 for x, y in route[1:-1])
