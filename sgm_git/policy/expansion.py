"""How often a schema looks at one value, by way of its references (DESIGN section 4).

Thirty definitions that each refer twice to the next make a billion looks of one. What a schema
asks of the members of a value counts as well: a schema that comes back to itself once for each
member, as that of a tree does, looks once; one that comes back twice looks 2^depth times.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote

from sgm_git.policy.subschemas import objects
from sgm_git.record.pointer import get, parse, render, walk
from sgm_git.record.value import MAX_DEPTH, JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.record.value import JsonValue

MAX_LOOKS = 10_000
_MAX_STEPS = 100_000  # of this examination itself

_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = ("not", "if", "then", "else")
_REFERENCES = ("$ref", "$dynamicRef")
_ANCHORS = ("$anchor", "$dynamicAnchor")

_Node: TypeAlias = JsonObject


@dataclass(slots=True)
class _Members:
    """What is asked of the members of an object, or of the items of a list.

    ``named`` of the one of that name, ``always`` of each, ``others`` of those without a name.
    """

    named: list[tuple[str, int, tuple[int, ...]]] = field(default_factory=list)
    always: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Expansion:
    """The schemas of a store, by ``$id``."""

    documents: Mapping[str, JsonObject]

    def check(self, uri: str) -> None:
        """Raise ValueError where a schema can look at one value more than 10,000 times.

        That is where it comes back to itself without going on to a member, too.
        """
        _Examination(self.documents, uri).run()


class _Examination:
    """Of one schema: the places that a value can come to, and the looks at each."""

    def __init__(self, documents: Mapping[str, JsonObject], uri: str) -> None:
        self._documents = documents
        self._uri = uri
        self._home: dict[int, str] = {}
        self._anchors: dict[tuple[str, str], _Node] = {}
        self._entries: list[_Node] = []
        self._numbers: dict[int, int] = {}
        self._steps = 0
        self._known: set[str] = set()

    def run(self) -> None:
        self._learn(self._uri)
        self._enter(self._documents[self._uri])
        sizes: list[int] = []
        members: list[tuple[_Members, _Members]] = []
        for entry in self._entries:  # grows while it is gone through
            seen = self._looks(entry)
            sizes.append(len(seen))
            members.append(self._members(seen))
        looks = sizes
        for _ in range(MAX_DEPTH):
            below = looks
            looks = [
                max(size, *(_worst(part, below) for part in parts))
                for size, parts in zip(sizes, members, strict=True)
            ]
            worst = max(range(len(looks)), key=looks.__getitem__)
            if looks[worst] > MAX_LOOKS:
                raise self._refusal(self._entries[worst])
            if looks == below:
                return

    def _learn(self, uri: str) -> None:
        if uri in self._known or uri not in self._documents:
            return
        self._known.add(uri)
        for part in objects(self._documents[uri]):
            self._home[id(part)] = uri
            for keyword in _ANCHORS:
                if isinstance(name := part.get(keyword), str):
                    self._anchors[uri, name] = part

    def _enter(self, node: _Node) -> int:
        if id(node) not in self._numbers:
            self._numbers[id(node)] = len(self._entries)
            self._entries.append(node)
        return self._numbers[id(node)]

    def _looks(self, entry: _Node) -> list[_Node]:
        """Every schema that judges the value which ``entry`` judges, as often as it does."""
        seen: list[_Node] = []
        todo = [entry]
        while todo:
            self._steps += 1
            if len(seen) >= MAX_LOOKS or self._steps > _MAX_STEPS:
                raise self._refusal(entry)
            node = todo.pop()
            seen.append(node)
            todo += self._beside(node)
        return seen

    def _beside(self, node: _Node) -> Iterator[_Node]:
        """Give the schemas that judge the same value because this one says so."""
        for keyword in _LISTS:
            yield from _schemas(_list(node.get(keyword)))
        yield from _schemas(node.get(keyword) for keyword in _SINGLE)
        yield from _schemas(_object(node.get("dependentSchemas")).values())
        for keyword in _REFERENCES:
            if isinstance(target := node.get(keyword), str):
                yield from _schemas([self._target(node, target, keyword)])

    def _target(self, node: _Node, target: str, keyword: str) -> JsonValue:
        uri, _, fragment = target.partition("#")
        uri = uri or self._home.get(id(node), self._uri)
        self._learn(uri)
        fragment = unquote(fragment)
        if keyword == "$dynamicRef" and (self._uri, fragment) in self._anchors:
            return self._anchors[self._uri, fragment]
        if fragment and not fragment.startswith("/"):
            return self._anchors.get((uri, fragment))
        try:
            return get(self._documents[uri], parse(fragment)) if fragment else self._documents[uri]
        except (KeyError, ValueError):
            return None  # the validator says so

    def _members(self, seen: Iterable[_Node]) -> tuple[_Members, _Members]:
        of_object, of_list = _Members(), _Members()
        for node in seen:
            rest = self._numbered(node, "additionalProperties")
            of_object.others += rest + self._numbered(node, "unevaluatedProperties")
            of_object.always += self._entered(_object(node.get("patternProperties")).values())
            of_object.always += self._numbered(node, "propertyNames")
            self._name(of_object, _object(node.get("properties")).items(), rest)
            rest = self._numbered(node, "items")
            of_list.others += rest + self._numbered(node, "unevaluatedItems")
            of_list.always += self._numbered(node, "contains")
            items = enumerate(_list(node.get("prefixItems")))
            self._name(of_list, ((str(index), item) for index, item in items), rest)
        return of_object, of_list

    def _name(
        self, members: _Members, named: Iterable[tuple[str, JsonValue]], rest: list[int]
    ) -> None:
        for name, schema in named:
            for number in self._entered([schema]):
                members.named.append((name, number, tuple(rest)))

    def _numbered(self, node: _Node, keyword: str) -> list[int]:
        return self._entered([node.get(keyword)])

    def _entered(self, values: Iterable[JsonValue]) -> list[int]:
        return [self._enter(schema) for schema in _schemas(values)]

    def _refusal(self, entry: _Node) -> ValueError:
        uri = self._home.get(id(entry), self._uri)
        document = self._documents[uri]
        place = next((at for at, value in walk(document) if value is entry), ())
        where = f"{'' if uri == self._uri else uri}#{render(place)}"
        return ValueError(
            f"by its references, {where} can look at one value more than {MAX_LOOKS:,} times,"
            " or without end"
        )


def _worst(members: _Members, below: list[int]) -> int:
    """The looks at the member that is looked at most."""
    everywhere = sum(below[number] for number in members.always)
    others = everywhere + sum(below[number] for number in members.others)
    named: dict[str, int] = {}
    for name, number, instead in members.named:
        change = below[number] - sum(below[other] for other in instead)
        named[name] = named.get(name, others) + change
    return max(others, *named.values()) if named else others


def _schemas(values: Iterable[JsonValue]) -> Iterator[_Node]:
    return (value for value in values if isinstance(value, dict))


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}
