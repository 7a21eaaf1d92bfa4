"""Circles in a directed graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def on_cycles(after: Mapping[int, set[int]]) -> Iterator[list[int]]:
    """Groups of nodes that can all reach each other, sorted; a node that reaches only itself too.

    Kosaraju's way: an order of leaving forwards, then components backwards. No recursion, so
    that a long chain of records is no danger.
    """
    before: dict[int, set[int]] = {}
    for node, targets in after.items():
        for target in targets:
            before.setdefault(target, set()).add(node)
    done: set[int] = set()
    for start in reversed(_leaving_order(after)):
        if start not in done:
            group = _reached(start, before, done)
            if len(group) > 1 or start in after.get(start, ()):
                yield sorted(group)


def _leaving_order(after: Mapping[int, set[int]]) -> list[int]:
    order: list[int] = []
    seen: set[int] = set()
    for start in sorted(after):
        todo = [(start, False)]
        while todo:
            node, is_left = todo.pop()
            if is_left:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                todo.append((node, True))
                todo.extend((target, False) for target in sorted(after.get(node, ())))
    return order


def _reached(start: int, before: Mapping[int, set[int]], done: set[int]) -> list[int]:
    group: list[int] = []
    todo = [start]
    while todo:
        node = todo.pop()
        if node not in done:
            done.add(node)
            group.append(node)
            todo.extend(before.get(node, ()))
    return group
