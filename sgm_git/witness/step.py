"""One step down: what a record was in the parents of a commit, and what the commit did to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.witness.active import Cursor, Pending
from sgm_git.witness.following import Relation, created_at, relation
from sgm_git.witness.life import Event, Kind, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.commits import Commit
    from sgm_git.witness.delta import Doc
    from sgm_git.witness.following import Look

_KINDS = {Relation.CHANGED: Kind.CHANGED, Relation.STAMPED: Kind.STAMPED}
UNCLEAR = "before that, its id stood more than once"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a commit means for one record that is followed.

    ``follow`` are places of parents with the cursor to go on with there; ``events`` come with the
    order of the commit that made them. ``returned`` are orders of births that were returns.
    """

    follow: tuple[tuple[int, Cursor], ...] = ()
    events: tuple[tuple[int, Event], ...] = ()
    returned: tuple[int, ...] = ()
    doubt: str | None = None


def decide(commit: Commit, order: int, cursor: Cursor, looks: Sequence[Look]) -> Outcome:
    """Say where to go on from a commit for which there is one look per parent.

    A parent with the same state is followed alone, the first of several: what the others did was
    dropped, or was the same. Where all differ, all are followed.
    """
    if cursor.doc is None:
        return _before_birth(cursor, looks)
    for place, look in enumerate(looks):
        if look.relation is Relation.SAME and look.doc is not None:
            return Outcome(((place, _at(cursor, look.doc)),))
    if cursor.doc.facts is None:
        return _unread(commit, cursor, looks)
    return _otherwise(commit, order, cursor, looks)


def _otherwise(commit: Commit, order: int, cursor: Cursor, looks: Sequence[Look]) -> Outcome:
    """No parent has the record as it is."""
    doc = cursor.doc
    if doc is None or any(look.is_unclear for look in looks):
        return Outcome(doubt=UNCLEAR)
    after = State(commit.oid, doc.path, doc.blob)
    follow = [(n, _at(cursor, look.doc)) for n, look in enumerate(looks) if look.doc is not None]
    relations = {look.relation for look in looks if look.doc is not None}
    if not relations:
        born = replace(cursor, created=created_at(doc.facts), births=(*cursor.births, order))
        return Outcome(_unborn(born, looks), ((order, Event(Kind.BORN, after)),))
    if relations == {Relation.UNREADABLE}:
        pending = (*cursor.pending, Pending(after, doc, order))
        return Outcome(tuple((n, replace(each, pending=pending)) for n, each in follow))
    event = _event(Event(Kind.CHANGED, after, _states(commit, looks)), doc, looks)
    return Outcome(tuple(follow), ((order, event),) if event is not None else ())


def _event(event: Event, doc: Doc, looks: Sequence[Look]) -> Event | None:
    """The event where only stamps differ from a parent's; none if they are another parent's."""
    if all(look.relation is not Relation.STAMPED for look in looks):
        return event
    stamps = doc.facts.stamps if doc.facts is not None else None
    known = {look.doc.facts.stamps for look in looks if look.doc and look.doc.facts}
    return None if stamps in known else replace(event, kind=Kind.STAMPED)


def _unread(commit: Commit, cursor: Cursor, looks: Sequence[Look]) -> Outcome:
    """The record cannot be read here: it means what it last meant (DESIGN 2)."""
    for place, look in enumerate(looks):
        if look.doc is not None:
            before = State(commit.parents[place], look.doc.path, look.doc.blob)
            events = tuple(_resolved(cursor.pending, look.doc, before))
            rest = cursor.pending if look.doc.facts is None else ()
            return Outcome(((place, replace(_at(cursor, look.doc), pending=rest)),), events)
    orders = tuple(each.order for each in cursor.pending)
    births = tuple((each.order, Event(Kind.BORN, each.state)) for each in cursor.pending)
    created = created_at(cursor.pending[0].doc.facts) if cursor.pending else None
    unborn = replace(cursor, created=created, births=(*cursor.births, *orders), pending=())
    return Outcome(_unborn(unborn, looks), births)


def _resolved(pending: Sequence[Pending], doc: Doc, before: State) -> Iterator[tuple[int, Event]]:
    for each in pending if doc.facts is not None else ():
        kind = _KINDS.get(relation(each.doc.facts, doc.facts))
        if kind is not None:
            yield each.order, Event(kind, each.state, (before,))


def _before_birth(cursor: Cursor, looks: Sequence[Look]) -> Outcome:
    """The record is not there yet; one deleted earlier that began at the same time was it."""
    for place, look in enumerate(looks):
        if look.doc is None and not look.is_unclear:
            return Outcome(((place, cursor),))
    for place, look in enumerate(looks):
        if look.doc is not None and created_at(look.doc.facts) == cursor.created:
            back = replace(_at(cursor, look.doc), births=(), created=None)
            return Outcome(((place, back),), returned=cursor.births)
    return Outcome()


def _unborn(cursor: Cursor, looks: Sequence[Look]) -> tuple[tuple[int, Cursor], ...]:
    """Where to look for a former life: nowhere, if none could be told from another's."""
    if cursor.created is None or not looks:
        return ()
    return ((0, replace(cursor, doc=None)),)


def _at(cursor: Cursor, doc: Doc) -> Cursor:
    return replace(cursor, doc=doc, name=cursor.name if doc.is_nameless else doc.key)


def _states(commit: Commit, looks: Sequence[Look]) -> tuple[State, ...]:
    """What the record was in those parents that have it."""
    return tuple(
        State(parent, look.doc.path, look.doc.blob)
        for parent, look in zip(commit.parents, looks, strict=True)
        if look.doc is not None
    )
