"""One step down: what a record was in the parents of a commit, and what the commit did to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.witness.active import Mark
from sgm_git.witness.delta import is_nameless
from sgm_git.witness.following import Relation, created_at
from sgm_git.witness.life import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.commits import Commit
    from sgm_git.witness.active import Cursor
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.following import Look

ONCE_TWICE = "before that, its id stood more than once"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a commit means for one record that is followed.

    ``onward`` are places of parents with the cursor to go on with there. ``before`` are readable
    states that each of ``marks`` came out of. ``born`` came out of nothing in some line of history,
    ``returned`` had been deleted before.
    """

    onward: tuple[tuple[int, Cursor], ...] = ()
    marks: tuple[Mark, ...] = ()
    before: tuple[tuple[State, Facts], ...] = ()
    born: tuple[Mark, ...] = ()
    returned: tuple[Mark, ...] = ()
    doubt: str | None = None


def decide(commit: Commit, order: int, cursor: Cursor, looks: Sequence[Look]) -> Outcome:
    """Say where to go on from a commit for which there is one look per parent.

    A parent with the same state is followed alone, the first of several: what the others did was
    dropped, or was the same. Where all differ, all are followed that may have made the state.
    """
    doc, relations = cursor.doc, [look.relation for look in looks]
    if doc is None:
        return _before_birth(cursor, looks)
    if Relation.SAME in relations:
        place = relations.index(Relation.SAME)
        return Outcome(tuple(_at(cursor, looks, place)))
    if Relation.UNCLEAR in relations:
        return Outcome(doubt=ONCE_TWICE)
    if doc.facts is not None:
        mark = Mark(order, State(commit.oid, doc.path, doc.blob), doc, commit.parents)
        cursor = cursor._replace(marks=(mark,))
    if all(each is Relation.ABSENT for each in relations):
        return Outcome(tuple(_unborn(commit, cursor)), born=cursor.marks)
    onward = tuple(_onward(cursor, doc.facts, looks))
    return Outcome(onward, cursor.marks, tuple(_before(commit, looks)))


def _before_birth(cursor: Cursor, looks: Sequence[Look]) -> Outcome:
    """The record is not there yet; one deleted earlier that began at the same time was it."""
    relations = [look.relation for look in looks]
    if Relation.ABSENT in relations:
        return Outcome(((relations.index(Relation.ABSENT), cursor),))
    told = [each for each in relations if each is not Relation.CHANGED]
    if not told:
        return Outcome()
    if told[0] is Relation.UNCLEAR:
        return Outcome(doubt=ONCE_TWICE)
    onward = _at(cursor._replace(created=None), looks, relations.index(Relation.SAME))
    return Outcome(tuple(onward), returned=cursor.marks)


def _unborn(commit: Commit, cursor: Cursor) -> Iterator[tuple[int, Cursor]]:
    """Where to look for a former life: nowhere, if none could be told from another's."""
    if not commit.parents or is_nameless(cursor.name):
        return
    lives: dict[str, tuple[Mark, ...]] = {}
    for mark in cursor.marks:
        created = created_at(mark.doc.facts)
        if created is not None:
            lives[created] = (*lives.get(created, ()), mark)
    for created, marks in lives.items():
        yield 0, cursor._replace(doc=None, docs={}, created=created, marks=marks)


def _onward(
    cursor: Cursor, facts: Facts | None, looks: Sequence[Look]
) -> Iterator[tuple[int, Cursor]]:
    """Where the meaning is a parent's, the others made nothing but perhaps its stamps."""
    is_stamped = any(look.relation is Relation.STAMPED for look in looks)
    for place, look in enumerate(looks):
        if not (is_stamped and _is_dropped(facts, look)):
            yield from _at(cursor, looks, place)


def _is_dropped(facts: Facts | None, look: Look) -> bool:
    """Whether neither meaning nor stamps of a readable state are those that a parent had."""
    before = look.doc.facts if look.doc is not None else None
    if facts is None or before is None:
        return False
    return facts.meaning != before.meaning and facts.stamps != before.stamps


def _at(cursor: Cursor, looks: Sequence[Look], place: int) -> Iterator[tuple[int, Cursor]]:
    """Go on where the record is in a parent, waiting on only where it cannot be read."""
    doc = looks[place].doc
    if doc is None:
        return
    keeps_name = doc.is_nameless and not is_nameless(cursor.name)
    name = cursor.name if keeps_name else doc.key
    marks = cursor.marks if doc.facts is None else ()
    yield place, cursor._replace(name=name, doc=doc, docs=looks[place].docs, marks=marks)


def _before(commit: Commit, looks: Sequence[Look]) -> Iterator[tuple[State, Facts]]:
    """The readable states of the record in those parents that have it."""
    for parent, look in zip(commit.parents, looks, strict=False):
        if look.doc is not None and look.doc.facts is not None:
            yield State(parent, look.doc.path, look.doc.blob), look.doc.facts
