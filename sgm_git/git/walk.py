"""Walk over commits, without any engine: which are new, what comes first, where lines met.

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

_ONE, _OTHER, _CLOSED = 1, 2, 4
_BOTH = _ONE | _OTHER


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
    """Answers one question about commits that are reachable from others.

    ``read`` gives a commit's content by hex id, None if it is not here; ``border`` are the
    commits at which a shallow clone ends. A commit's colour says from which side it is reached;
    it is closed where nothing below can be of interest.
    """

    read: ReadCommit
    border: frozenset[bytes]
    _nodes: dict[bytes, Node | None] = field(default_factory=dict)
    _colours: dict[bytes, int] = field(default_factory=dict)
    _queue: list[tuple[int, bytes]] = field(default_factory=list)
    _open: set[bytes] = field(default_factory=set)

    def node(self, oid: bytes) -> Node | None:
        """Give a commit, None if it is not here."""
        return self._nodes[oid] if oid in self._nodes else self._load(oid)

    def new(self, tip: bytes, known: Iterable[bytes]) -> list[tuple[bytes, Node]]:
        """Give the commits reachable from ``tip`` and not from ``known``, children first."""
        here = [oid for oid in known if self.node(oid)]
        for oid in here:
            self._paint(oid, _CLOSED)
        self._paint(tip, _ONE)
        self._run(to_the_end=False)
        found = self._newest_first(tip)
        if here and not all_above(here, [(oid, node.parents) for oid, node in found]):
            self._run(to_the_end=True)
            found = self._newest_first(tip)
        return found

    def bases(self, one: bytes, other: bytes) -> list[bytes]:
        """Give the best common ancestors, sorted."""
        self._paint(one, _ONE)
        self._paint(other, _OTHER)
        self._run(to_the_end=False)
        if len(self._coloured(_BOTH)) > 1:  # one may be below another after all
            self._run(to_the_end=True)
        return sorted(self._coloured(_BOTH))

    def is_cut(self, side: bytes) -> bool:
        """Whether history is cut where ``bases`` looked from one of its two commits alone."""
        reached = self._coloured(self._colours[side]).values()
        return any(node.is_cut or not all(map(self.node, node.parents)) for node in reached)

    def _newest_first(self, tip: bytes) -> list[tuple[bytes, Node]]:
        nodes = self._coloured(_ONE)
        order = topological(tip, {oid: node.parents for oid, node in nodes.items()})
        return [(oid, nodes[oid]) for oid in order]

    def _coloured(self, colour: int) -> dict[bytes, Node]:
        """Give what has exactly this colour."""
        return {
            oid: node
            for oid, each in self._colours.items()
            if each == colour and (node := self._nodes[oid])
        }

    def _run(self, *, to_the_end: bool) -> None:
        """Hand colours down until nothing is open; or to the roots."""
        while self._queue and (self._open or to_the_end):
            _, oid = heapq.heappop(self._queue)
            self._open.discard(oid)
            node = self.node(oid)
            colour = self._colours[oid]
            if colour & _BOTH == _BOTH:
                colour |= _CLOSED
            for parent in node.parents if node else ():
                self._paint(parent, colour)

    def _paint(self, oid: bytes, colour: int) -> None:
        """Let a commit be reached as ``colour`` says, and look at it if that is news."""
        node = self.node(oid)
        before = self._colours.get(oid, 0)
        if node is None or before | colour == before:
            return
        self._colours[oid] = before | colour
        if (before | colour) & _CLOSED:
            self._open.discard(oid)
        else:
            self._open.add(oid)
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
