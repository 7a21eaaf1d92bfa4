"""What else must change when a record gets another id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document import Set
from sgm_git.record import fields

if TYPE_CHECKING:
    from sgm_git.store.entry import Entry

_REFERRING = ("superseded_by", "supersedes")


def relinked(entry: Entry, old: str, new: str) -> list[Set]:
    """The changes that make a record's links name ``new`` instead of ``old``.

    Links are ``provenance.links`` and the annotations that name successors and predecessors;
    the body is the author's own text and stays.
    """
    record = entry.record
    if record is None:
        return []
    references = fields.link_references(record)
    for kind in _REFERRING:
        references += fields.annotated_references(record, kind)
    return [Set(reference.pointer, new) for reference in references if reference.id == old]
