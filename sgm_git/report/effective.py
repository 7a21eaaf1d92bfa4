"""What is known of a record's provenance, for a person (DESIGN sections 5 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.report.escape import json_text
from sgm_git.report.moments import moment
from sgm_git.witness.effective import Extent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonValue
    from sgm_git.witness.effective import Effective, Version, Witness

    Row = tuple[str, str]
    """A label and a text, neither of them escaped."""

_ORDER = (
    *("agent", "created_at", "origin", "session", "scope"),
    *("modified", "modified_at", "modified_by", "links", "source"),
)
_EXTENTS = {
    Extent.COMPLETE: "",
    Extent.CUT: ", and perhaps older ones: history is cut",
    Extent.UNCLEAR: ", as far as history is clear",
}


def effective_rows(found: Effective) -> Iterator[Row]:
    """Give a row a field, ``VALUE (declared)`` or ``VALUE (witnessed)``, then what history says."""
    names = [name for name in _ORDER if name in found.fields]
    names += [name for name in found.fields if name not in _ORDER]
    for name in names:
        known = found.fields[name]
        yield name, f"{_text(known.value)} ({known.source.value})"
    yield from _witness_rows(found.witness)


def _witness_rows(witness: Witness) -> Iterator[Row]:
    if witness.created is not None:
        yield "first version", _version(witness.created)
    if witness.modified is not None:
        yield "last version", _version(witness.modified)
    number = len(witness.versions)
    yield "versions", f"{number}{_EXTENTS[witness.extent]}"


def _version(version: Version) -> str:
    author = f"{version.author.name} <{version.author.email}>".strip()
    if version.commit is None:
        return f"not committed yet, by {author}"
    return f"{moment(version.author_time)} by {author} in {short(version.commit)}"


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json_text(value)
