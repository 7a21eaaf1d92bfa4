"""The history of one record as values: its versions, and what cannot be told (DESIGN 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an event did to the record."""

    BORN = "born"  # there was none in any parent, and none of this life before
    RETURNED = "returned"  # there was none in any parent, but it had been deleted before
    CHANGED = "changed"  # its meaning differs from that in every parent
    STAMPED = "stamped"  # only modified, modified_at or modified_by differ: no version


@dataclass(frozen=True, slots=True)
class State:
    """The record as a commit has it: a blob at a path."""

    commit: str
    path: str
    blob: str


@dataclass(frozen=True, slots=True)
class Event:
    """A commit at which the record became otherwise.

    ``after`` is the record there; ``before`` what it was in those parents that had it.
    """

    kind: Kind
    after: State
    before: tuple[State, ...] = ()

    @property
    def commit(self) -> str:
        """The commit's object id; ``UNCOMMITTED`` for edits that are not committed."""
        return self.after.commit


@dataclass(frozen=True, slots=True)
class Life:
    """What history says of a record that is there now.

    ``events`` are newest first, each before those that it came out of. ``is_cut``: history ends
    before the record's beginning does. ``doubt`` says in words why nothing more can be told, such
    as an id that stands twice.
    """

    events: tuple[Event, ...]
    is_cut: bool = False
    doubt: str | None = None

    @property
    def versions(self) -> tuple[Event, ...]:
        """The events that changed the meaning, newest first (DESIGN 2, "version")."""
        return tuple(event for event in self.events if event.kind is not Kind.STAMPED)

    @property
    def births(self) -> tuple[Event, ...]:
        """The first versions; more than one where merged branches each began the record."""
        return tuple(event for event in self.events if event.kind is Kind.BORN)
