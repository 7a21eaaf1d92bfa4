"""A record as a reader must take it: what it is, what holds of it, how far git bears it out.

It is what every list, search, context and door for agents is made of (DESIGN sections 8, 11).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sgm_git.record import fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.trust import Trust


class Standing(StrEnum):
    """How a record must be taken. Only what is in force is an order."""

    IN_FORCE = "in-force"
    PROPOSED = "proposed"
    SETTLED = "settled"  # background, not an order
    HISTORY = "history"  # superseded, rejected, retired
    CURRENT = "current"  # as of a time that is always shown
    STALE = "stale"
    OPEN = "open"
    DONE = "done"
    STATED = "stated"
    UNCLASSIFIED = "unclassified"  # never an instruction


class Review(StrEnum):
    """How a record stands beside the trusted ref."""

    REVIEWED = "reviewed"  # it means the same there, or is what stands there
    CHANGED_HERE = "changed-here"
    REMOVED_HERE = "removed-here"
    NEW_HERE = "new-here"
    UNKNOWN = "unknown"  # the repository has no remote


@dataclass(frozen=True, slots=True)
class Taken:
    """How a record must be taken, and by which word of its own.

    ``word`` is the status or state that it is taken by. ``as_of`` is the moment that a status
    speaks of, None where nobody knows it; ``age`` is how many seconds ago that was, negative
    where it lies in the future, which nobody can know.
    """

    standing: Standing
    word: str | None = None
    as_of: Instant | None = None
    age: int | None = None


PROVENANCE = ("agent", "created_at", "modified", "modified_at", "modified_by")
"""The fields of effective provenance that a reading has."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One record, to be taken so.

    ``record`` is exactly as declared, ``path`` relative to the top of the work tree, ``root`` the
    path of its root, ``blob`` the hex id of its document. ``wrong`` says in words what disputes
    it. ``effective`` are those fields of ``PROVENANCE`` that are known, declared or witnessed.
    ``successors`` are ids of what supersedes it. ``notes`` are for whoever reads it.
    ``is_reviewed_version``: this is what the trusted ref has of a record that was changed or
    removed here, which binds in its place. ``binds``: it is a rule that its reader must follow.
    """

    record: JsonObject
    root: str
    path: str
    blob: str
    taken: Taken
    review: Review
    trust: Trust
    wrong: tuple[str, ...] = ()
    effective: Mapping[str, JsonValue] = field(default_factory=dict)
    successors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_reviewed_version: bool = False
    binds: bool = False

    @property
    def id(self) -> str | None:
        """The record's id; None where it declares none that is a text."""
        return fields.record_id(self.record)

    @property
    def type(self) -> str | None:
        """The record's type, as declared."""
        return fields.record_type(self.record)

    @property
    def title(self) -> str | None:
        """The record's title, where that is a text."""
        title = self.record.get("title")
        return title if isinstance(title, str) else None

    @property
    def standing(self) -> Standing:
        """How it must be taken."""
        return self.taken.standing
