"""Who is being followed at one commit on the way down through history, and by which documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sgm_git.witness.delta import Doc, Docs, Key
    from sgm_git.witness.life import State


@dataclass(frozen=True, slots=True)
class Pending:
    """A readable state that came out of one that cannot be read: what it was is not seen yet."""

    state: State
    doc: Doc
    order: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the following of one record stands.

    ``doc`` None: the record is not there yet, and only a former life with the time of creation
    ``created`` would be its own. ``births`` are places of its births so far.
    """

    trail: int
    name: Key
    doc: Doc | None
    created: str | None = None
    births: tuple[int, ...] = ()
    pending: tuple[Pending, ...] = ()

    def joined(self, other: Cursor) -> Cursor:
        """One cursor for two lines of history that meet."""
        births = {*self.births, *other.births}
        pending = dict.fromkeys((*self.pending, *other.pending))
        return replace(self, births=tuple(sorted(births)), pending=tuple(pending))


@dataclass(slots=True)
class Slot:
    """The documents of one key at a commit, and who is followed there."""

    docs: Docs
    cursors: dict[int, Cursor] = field(default_factory=dict)

    def add(self, cursor: Cursor) -> None:
        """Follow one more, or join it to the same that came here before."""
        known = self.cursors.get(cursor.trail)
        self.cursors[cursor.trail] = cursor if known is None else known.joined(cursor)


Active: TypeAlias = dict["Key", Slot]
"""All that is followed at a commit."""


def united(one: Active, other: Active) -> Active:
    """What two children of a commit follow there; either may be changed by it."""
    few, many = sorted((one, other), key=len)
    for key, slot in few.items():
        known = many.get(key)
        if known is None:
            many[key] = slot
        else:
            for cursor in slot.cursors.values():
                known.add(cursor)
    return many
