"""What the schemas name: known types, kinds and fields (DESIGN section 2, "known / unknown")."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sgm_git.record.pointer import get

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that the bundled or the team's schemas know; every other name is kept as it is."""

    types: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    annotation_fields: frozenset[str] = frozenset()
    provenance_fields: frozenset[str] = frozenset()

    def __or__(self, other: Vocabulary) -> Vocabulary:
        names = [field.name for field in fields(self)]
        return Vocabulary(*(getattr(self, name) | getattr(other, name) for name in names))


def bundled_vocabulary(
    record: JsonObject, annotation: JsonObject, provenance: JsonObject
) -> Vocabulary:
    """What the three bundled schemas of those names know."""
    return Vocabulary(
        types=_listed(record, "standardTypes") | _listed(record, "addedTypes"),
        kinds=_listed(annotation, "standardKinds") | _listed(annotation, "addedKinds"),
        fields=_names(record),
        annotation_fields=_names(annotation),
        provenance_fields=_names(provenance),
    )


def team_vocabulary(schema: JsonObject, types: frozenset[str]) -> Vocabulary:
    """What a team's schema for those types adds: its properties, and ``$defs/knownKinds``."""
    return Vocabulary(
        types=types | _listed(schema, "knownTypes"),
        kinds=_listed(schema, "knownKinds"),
        fields=_names(schema),
        annotation_fields=_names(schema, "properties", "annotations", "items"),
        provenance_fields=_names(schema, "properties", "provenance"),
    )


def texts(value: JsonValue) -> frozenset[str]:
    """The strings of a list; none where it is no list."""
    items = value if isinstance(value, list) else []
    return frozenset(item for item in items if isinstance(item, str))


def _listed(schema: JsonObject, definition: str) -> frozenset[str]:
    return texts(_at(schema, "$defs", definition, "enum"))


def _names(schema: JsonObject, *place: str) -> frozenset[str]:
    properties = _at(schema, *place, "properties")
    return frozenset(properties) if isinstance(properties, dict) else frozenset()


def _at(schema: JsonObject, *place: str) -> JsonValue:
    try:
        return get(schema, place)
    except KeyError:
        return None
