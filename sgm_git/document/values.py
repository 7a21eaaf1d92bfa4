"""Nodes to JSON values: text places, duplicate keys, merge keys, aliases (DESIGN section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.document.flaw import Flaw
from sgm_git.document.node import copy_of, key_text
from sgm_git.document.scalars import TAGS, scalar_value
from sgm_git.record.spoken import quoted

if TYPE_CHECKING:
    from sgm_git.document.node import Node
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a record, and the places below it that matter."""

    is_text: bool = False
    names: dict[str, Place] = field(default_factory=dict)
    items: Place | None = None


ELSEWHERE = Place()
_TEXT = Place(is_text=True)
_PROVENANCE_TEXTS = ("agent", "created_at", "origin", "session", "source")
_PROVENANCE = Place(
    names={
        **dict.fromkeys((*_PROVENANCE_TEXTS, "modified_at", "modified_by"), _TEXT),
        "links": Place(items=_TEXT),
    }
)
RECORD = Place(
    names={
        **dict.fromkeys(("id", "type", "title", "content"), _TEXT),
        "annotations": Place(items=Place(names={"kind": _TEXT})),
        "provenance": _PROVENANCE,
    }
)
"""The places of a record where plain numbers and booleans are their text."""


def place_at(pointer: Pointer) -> Place:
    """Give the place that a pointer leads to."""
    place = RECORD
    for token in pointer:
        place = place.items or place.names.get(token, ELSEWHERE)
    return place


def is_text_place(pointer: Pointer) -> bool:
    """Tell whether a plain number or boolean at a pointer is its text (DESIGN section 3)."""
    return place_at(pointer).is_text


def evaluate(root: Node, place: Place = RECORD) -> tuple[JsonValue, list[Flaw]]:
    """Give the value of a tree, set on each of its nodes too, and all that keeps it from one.

    The flaws are F104 (a key stands twice) and F108 (what JSON cannot say). Values that aliases
    repeat are not shared.
    """
    evaluator = _Evaluator()
    value = evaluator.fill(root, place)
    return value, evaluator.flaws


class _Evaluator:
    def __init__(self) -> None:
        self.flaws: list[Flaw] = []

    def fill(self, node: Node, place: Place) -> JsonValue:
        """Set and give the value of a node that stands at a place."""
        value: JsonValue
        if node.kind == "scalar":
            value = self._scalar(node, place)
        elif node.kind == "map":
            value = self._mapping(node, place)
        elif node.kind == "seq":
            self._check_tag(node, "seq")
            below = place.items or ELSEWHERE
            value = [self.fill(item, below) for item in node.items]
        else:
            value = self.fill(copy_of(node.target), place) if node.target else None
        node.value = value
        return value

    def _scalar(self, node: Node, place: Place) -> JsonValue:
        try:
            return scalar_value(node, as_text=place.is_text)
        except ValueError as error:
            self._flaw("F108", str(error), node)
            return node.text

    def _mapping(self, node: Node, place: Place) -> JsonObject:
        self._check_tag(node, "map")
        found: JsonObject = {}
        merged: list[Node] = []
        keys: dict[str | None, Node] = {}
        for key, value in node.pairs:
            name = self._name(key)
            if name in keys:
                self._repeated(key, keys[name])
            keys[name] = key
            if name is None:
                merged.append(value)
            else:
                found[name] = self.fill(value, place.names.get(name, ELSEWHERE))
        for value in merged:
            self._merge(found, value, place)
        return found

    def _name(self, key: Node) -> str | None:
        """Give the name of an entry, ``None`` for a merge key."""
        named = key.target or key
        if named.kind != "scalar":
            self._flaw("F108", "a key that is not a scalar has no JSON form", key)
        elif named.tag is not None:
            self._scalar(named, ELSEWHERE)
        key.value = key_text(key)
        return None if key.is_merge_key else key.value

    def _merge(self, found: JsonObject, value: Node, place: Place) -> None:
        """Add the entries that a merge key brings; those that stand here themselves win."""
        node = copy_of(value.target) if value.target else value
        for source in node.items if node.kind == "seq" else [value]:
            entries = self.fill(source, place)
            if isinstance(entries, dict):
                found.update((name, item) for name, item in entries.items() if name not in found)
            else:
                self._flaw("F108", "a merge key needs a mapping or a list of mappings", value)

    def _check_tag(self, node: Node, kind: str) -> None:
        if node.tag not in {None, "!", TAGS + kind}:
            tag = str(node.tag).replace(TAGS, "!!")
            self._flaw("F108", f"the tag {tag} has no JSON form", node)

    def _repeated(self, key: Node, first: Node) -> None:
        message = f"the key {quoted(key_text(key))} stands twice in one mapping"
        self.flaws.append(Flaw("F104", message, key.start, key.end, first=first.start))

    def _flaw(self, code: str, message: str, node: Node) -> None:
        self.flaws.append(Flaw(code, message, node.start, node.end))
