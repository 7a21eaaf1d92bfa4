"""What following a record through history needs to know of one state of its file (DESIGN 2, 5)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.meaning import STAMPS, meaning
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue

CLAIMS = ("agent", "created_at", "origin", *STAMPS)
"""The fields of ``provenance`` that history is held against."""

_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Facts:
    """A readable record in short.

    ``meaning`` is a digest that records share exactly when they mean the same (DESIGN 2,
    "meaning"), ``stamps`` one of the fields that the meaning leaves out. ``claims`` holds those
    fields of ``provenance`` that are declared among ``CLAIMS``.
    """

    id: str | None
    meaning: str
    stamps: str
    aliases: tuple[str, ...] = ()
    claims: Mapping[str, JsonValue] = field(default_factory=dict)


UNFETCHED = Facts(None, "", "")
"""Stands for the facts of a blob that was never fetched: nothing can be told of it."""


def facts_of(record: JsonObject) -> Facts:
    """Give the facts of a record; nothing of it is coerced."""
    provenance = fields.provenance(record)
    claims = {name: provenance[name] for name in CLAIMS if name in provenance}
    stamps: JsonObject = {name: claims[name] for name in STAMPS if name in claims}
    return Facts(
        fields.record_id(record),
        _digest(meaning(record)),
        _digest(stamps) if stamps else "",
        tuple(fields.aliases(record)),
        claims,
    )


def _digest(value: JsonObject) -> str:
    text = canonical(value).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=_DIGEST_BYTES).hexdigest()
