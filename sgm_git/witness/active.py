"""Who is being followed at one commit on the way down through history, and by which documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sgm_git.witness.delta import Doc, Docs, Key
    from sgm_git.witness.life import State


@dataclass(frozen=True, slots=True)
class Mark:
    """A commit at which a readable state was none of those in the parents: perhaps an event."""

    order: int
    state: State
    doc: Doc = field(compare=False)
    parents: tuple[str, ...] = field(compare=False)

    def place(self, before: State) -> tuple[int, str, str]:
        """Sort what it came out of: in the order of the parents, then what came before them."""
        near = before.commit in self.parents
        place = self.parents.index(before.commit) if near else len(self.parents)
        return (place, before.commit, before.path)


Who: TypeAlias = "tuple[int, Key, str | None, str | None]"
"""Trail, name, path and time of creation: cursors that share them are one."""


class Cursor(NamedTuple):
    """Where the following of one record stands.

    ``name`` is the record's key as it was last known, ``docs`` those documents of the commit that
    might be it: more than one where its id stands twice. ``doc`` None: the record is not there
    yet, and only a former life with the time of creation ``created`` would be its own. ``marks``
    wait: at a document that cannot be read for one that can, before a birth for a former life.
    """

    trail: int
    name: Key
    doc: Doc | None
    docs: Docs
    created: str | None = None
    marks: tuple[Mark, ...] = ()

    @property
    def key(self) -> Key:
        """Whose documents decide whether a commit touched it."""
        return self.name if self.doc is None else self.doc.key

    @property
    def who(self) -> Who:
        """What tells it from others that stand at the same key."""
        return (self.trail, self.name, self.doc.path if self.doc else None, self.created)

    def joined(self, other: Cursor) -> Cursor:
        """One cursor for two lines of history that meet."""
        marks = dict.fromkeys((*self.marks, *other.marks))
        docs = self.docs if self.docs is other.docs else self.docs | other.docs
        return self._replace(docs=docs, marks=tuple(marks))


Active: TypeAlias = "dict[Key, dict[Who, Cursor]]"
"""All that is followed at a commit, by the key where it stands."""


def follow(active: Active, cursor: Cursor) -> None:
    """Follow one more, or join it to the same that came here before."""
    group, who = active.setdefault(cursor.key, {}), cursor.who
    known = group.get(who)
    group[who] = cursor if known is None else known.joined(cursor)


def united(one: Active, other: Active) -> Active:
    """What two children of a commit follow there; either may be changed by it."""
    few, many = sorted((one, other), key=len)
    for key, group in few.items():
        if key not in many:
            many[key] = group
        else:
            for cursor in group.values():
                follow(many, cursor)
    return many
