"""Walk over commits, without any engine: which are new, and each child before its parents.

Clocks only say where to look first. What is given is right whatever they say (DESIGN 5).
"""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.git.commit_objects import commit_time, links

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    ReadCommit = Callable[[bytes], bytes | None]

_WANTED, _KNOWN = 1, 2


@dataclass(frozen=True, slots=True)
class Node:
    """A commit's content and what it leads to; ``is_cut``: git was told that history ends here."""

    raw: bytes
    tree: bytes
    parents: tuple[bytes, ...]
    is_cut: bool


def all_above(
    known: Collection[bytes], newest_first: Sequence[tuple[bytes, Sequence[bytes]]]
) -> bool:
    """Whether each of the commits, given with their parents, comes after the one that is known.

    If so none of them can be reachable from it. With several known ones it is never sure.
    """
    above = set(known)
    if len(above) > 1:
        return False
    for oid, parents in reversed(newest_first):
        if above.isdisjoint(parents):
            return False
        above.add(oid)
    return True


def topological(tip: bytes, parents: Mapping[bytes, Sequence[bytes]]) -> list[bytes]:
    """Order what is reachable from ``tip`` within the mapping: each child before its parents."""
    waiting = Counter(parent for each in parents.values() for parent in each)
    ready = [tip] if tip in parents else []
    order = []
    while ready:
        oid = ready.pop()
        order.append(oid)
        for parent in reversed(parents[oid]):
            waiting[parent] -= 1
            if not waiting[parent] and parent in parents:
                ready.append(parent)
    return order


@dataclass(slots=True)
class Walk:
    """Finds the commits that are reachable from one and not from others.

    ``read`` gives a commit's content by hex id, None if it is not here; ``border`` are the
    commits at which a shallow clone ends.
    """

    read: ReadCommit
    border: frozenset[bytes]
    _nodes: dict[bytes, Node | None] = field(default_factory=dict)
    _colours: dict[bytes, int] = field(default_factory=dict)
    _queue: list[tuple[int, bytes]] = field(default_factory=list)
    _open: set[bytes] = field(default_factory=set)

    def new(self, tip: bytes, known: Iterable[bytes]) -> list[tuple[bytes, Node]]:
        """Give the commits reachable from ``tip`` and not from ``known``, children first."""
        for oid in known:
            self._paint(oid, _KNOWN)
        self._paint(tip, _WANTED)
        here = [oid for oid, colour in self._colours.items() if colour & _KNOWN]
        self._run(to_the_end=False)
        found = self._wanted(tip)
        if here and not all_above(here, [(oid, node.parents) for oid, node in found]):
            self._run(to_the_end=True)
            found = self._wanted(tip)
        return found

    def node(self, oid: bytes) -> Node | None:
        """Give a commit, None if it is not here."""
        return self._nodes[oid] if oid in self._nodes else self._load(oid)

    def _wanted(self, tip: bytes) -> list[tuple[bytes, Node]]:
        nodes = {
            oid: node
            for oid, node in self._nodes.items()
            if node is not None and self._colours[oid] == _WANTED
        }
        order = topological(tip, {oid: node.parents for oid, node in nodes.items()})
        return [(oid, nodes[oid]) for oid in order]

    def _run(self, *, to_the_end: bool) -> None:
        """Go on until no commit is open that only ``tip`` is known to reach; or to the roots."""
        while self._queue and (self._open or to_the_end):
            _, oid = heapq.heappop(self._queue)
            self._open.discard(oid)
            node = self.node(oid)
            for parent in node.parents if node else ():
                self._paint(parent, self._colours[oid])

    def _paint(self, oid: bytes, colour: int) -> None:
        """Let a commit be reachable as ``colour`` says, and look at it if that is news."""
        node = self.node(oid)
        before = self._colours.get(oid, 0)
        if node is None or before | colour == before:
            return
        self._colours[oid] = before | colour
        if before | colour == _WANTED:
            self._open.add(oid)
        else:
            self._open.discard(oid)
        heapq.heappush(self._queue, (-(commit_time(node.raw) or 0), oid))

    def _load(self, oid: bytes) -> Node | None:
        raw = self.read(oid)
        node = None
        if raw is not None:
            tree, parents = links(oid, raw)
            is_border = oid in self.border
            node = Node(raw, tree, () if is_border else tuple(parents), is_border)
        self._nodes[oid] = node
        return node
