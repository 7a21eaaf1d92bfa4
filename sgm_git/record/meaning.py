"""The meaning of a record: its value without the stamps of its last change (DESIGN section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.value import same

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

STAMPS = ("modified", "modified_at", "modified_by")
"""The fields of ``provenance`` that say when and by whom a record was last changed."""


def meaning(record: JsonObject) -> JsonObject:
    """The record without ``provenance.modified``, ``modified_at`` and ``modified_by``.

    The record itself is left as it is; what does not change is shared with it.
    """
    provenance = record.get("provenance")
    if not isinstance(provenance, dict):
        return record
    kept = {name: value for name, value in provenance.items() if name not in STAMPS}
    return record | {"provenance": kept}


def same_meaning(a: JsonObject, b: JsonObject) -> bool:
    """Tell whether two records mean the same, type-strict and at every depth."""
    return same(meaning(a), meaning(b))
