"""Reads the fields of a record that may hold anything (spec/annotations.md, spec/provenance.md).

Nothing here raises, whatever the shape: what does not look as the standard says is passed over,
for the checks to report. Nothing is coerced, trimmed or folded.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sgm_git.record.value import JsonObject, JsonValue


class Annotation(NamedTuple):
    """One annotation that has a ``kind``, and its place in the list; no value is ``None``."""

    position: int
    kind: str
    value: JsonValue


class Reference(NamedTuple):
    """The id of another record, and the tokens of the JSON pointer to where it is named."""

    pointer: tuple[str, ...]
    id: str


def text_field(record: JsonObject, name: str) -> str | None:
    """The member of that name, or ``None`` where it is absent or no text."""
    value = record.get(name)
    return value if isinstance(value, str) else None


def record_id(record: JsonObject) -> str | None:
    """The record's ``id``, or ``None`` where it is absent, empty or no text."""
    return text_field(record, "id") or None


def record_type(record: JsonObject) -> str | None:
    """The record's ``type``, or ``None`` where it is absent, empty or no text."""
    return text_field(record, "type") or None


def annotations(record: JsonObject) -> list[Annotation]:
    """The annotations that have a ``kind``, in their order."""
    found = record.get("annotations")
    if not isinstance(found, list):
        return []
    return [
        Annotation(position, kind, item.get("value"))
        for position, item in enumerate(found)
        if isinstance(item, dict) and isinstance(kind := item.get("kind"), str)
    ]


def annotations_of(record: JsonObject, kind: str) -> list[Annotation]:
    """The annotations of exactly that kind, in their order."""
    return [annotation for annotation in annotations(record) if annotation.kind == kind]


def annotation_values(record: JsonObject, kind: str) -> list[JsonValue]:
    """The values of the annotations of exactly that kind, in their order."""
    return [annotation.value for annotation in annotations_of(record, kind)]


def statuses(record: JsonObject) -> list[JsonValue]:
    """The values of the ``status`` annotations, in their order."""
    return annotation_values(record, "status")


def provenance(record: JsonObject) -> JsonObject:
    """The record's ``provenance``, or an empty object where it is absent or no object."""
    found = record.get("provenance")
    return found if isinstance(found, dict) else {}


def scope(record: JsonObject) -> JsonObject:
    """The record's ``scope``, or an empty object where it is absent or no object."""
    found = record.get("scope")
    return found if isinstance(found, dict) else {}


def links(record: JsonObject) -> list[str]:
    """The ids in ``provenance.links``, in their order."""
    return [link.id for link in link_references(record)]


def link_references(record: JsonObject) -> list[Reference]:
    """The ids in ``provenance.links`` with their places."""
    return list(_texts(provenance(record).get("links"), ("provenance", "links")))


def annotated_references(record: JsonObject, kind: str) -> list[Reference]:
    """The ids that annotations of a kind name, such as ``superseded_by``: a text or several."""
    found: list[Reference] = []
    for annotation in annotations_of(record, kind):
        place = ("annotations", str(annotation.position), "value")
        if isinstance(annotation.value, str):
            found.append(Reference(place, annotation.value))
        else:
            found.extend(_texts(annotation.value, place))
    return found


def aliases(record: JsonObject) -> list[str]:
    """The ids that the record had before, which ``sgm rename`` leaves in ``aliases``."""
    return [alias.id for alias in _texts(record.get("aliases"), ("aliases",))]


def _texts(value: JsonValue, place: tuple[str, ...]) -> Iterator[Reference]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, str):
                yield Reference((*place, str(index)), item)
