"""Records and what they name, as a graph to walk in."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import fields

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.witness.reading import Reading

RELATIONS = ("links", "supersedes", "superseded_by")
"""How one record names another: in ``provenance.links``, or in an annotation of that kind."""


class Edge(NamedTuple):
    """That the record ``source`` names ``target``."""

    source: str
    relation: str
    target: str


@dataclass(frozen=True, slots=True)
class Node:
    """A record by the name that tells it from all others; no reading where there is none."""

    name: str
    reading: Reading | None


class Graph:
    """The records of one state, and who names whom."""

    def __init__(self, readings: Iterable[Reading], relations: Collection[str]) -> None:
        """Take all records; only ``relations`` count."""
        self._all = [each for each in readings if each.id is not None]
        self._named: dict[str, list[Reading]] = defaultdict(list)
        for each in self._all:
            for name in (each.id or "", f"{each.root}:{each.id}", *fields.aliases(each.record)):
                self._named[name].append(each)
        self._nodes: dict[str, Node] = {}
        self.edges = sorted(set(self._edges(relations)))
        self._out, self._in = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        for edge in self.edges:
            self._out[edge.source].append(edge.target)
            self._in[edge.target].append(edge.source)

    def name_of(self, reading: Reading) -> str:
        """The record's id; with its root where others have that id, too."""
        own = [each for each in self._named[reading.id or ""] if each.id == reading.id]
        return (reading.id or "") if len(own) < 2 else f"{reading.root}:{reading.id}"  # noqa: PLR2004 - it and another

    def around(self, origin: Reading, depth: int, direction: str) -> list[tuple[Node, int]]:
        """The record and all that is at most ``depth`` steps off, with how many; the nearest first.

        ``direction`` is ``out`` for what it names, ``in`` for what names it, or ``both``.
        """
        start = self.name_of(origin)
        found = {start: 0}
        border = [start]
        for step in range(1, depth + 1):
            reached = {name for each in border for name in self._next(each, direction)}
            border = sorted(reached - found.keys())
            found |= dict.fromkeys(border, step)
        return [(self._nodes.get(name, Node(name, origin)), step) for name, step in found.items()]

    def _next(self, name: str, direction: str) -> Iterator[str]:
        if direction != "in":
            yield from self._out[name]
        if direction != "out":
            yield from self._in[name]

    def _edges(self, relations: Collection[str]) -> Iterator[Edge]:
        for each in self._all:
            source = self._node(each)
            for relation in relations:
                for ref in _refs(each.record, relation):
                    yield from (Edge(source, relation, name) for name in self._targets(ref))

    def _targets(self, ref: str) -> list[str]:
        if ref not in self._named:
            self._nodes.setdefault(ref, Node(ref, None))
            return [ref]
        return [self._node(each) for each in self._named[ref]]

    def _node(self, reading: Reading) -> str:
        name = self.name_of(reading)
        self._nodes[name] = Node(name, reading)
        return name


def _refs(record: JsonObject, relation: str) -> list[str]:
    if relation == "links":
        return fields.links(record)
    return [each.id for each in fields.annotated_references(record, relation)]
