"""Follows every record that is there now down through history (DESIGN section 2, "version").

One pass over commits, children before parents. What is followed is handed from commit to parent:
all of it as it is along a line, and at a merge to the first parent that has the same state, so that
a side which the merge dropped made nothing. The hand-over costs only what a commit touched.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.witness.active import Active, Cursor, Slot, united
from sgm_git.witness.delta import Delta, Documents
from sgm_git.witness.following import Look, Relation, created_at, look
from sgm_git.witness.life import Event, Kind, Life
from sgm_git.witness.step import Outcome, decide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sgm_git.commits import Commit
    from sgm_git.witness.delta import FactsReader, Key

_TWICE = "its id stands more than once"


@dataclass(frozen=True, slots=True)
class Former:
    """What was found before, for going on from there.

    ``lives`` are those at the commit ``tip``, by path and blob; ``has_been`` tells whether
    history down from it ever had a record of a key.
    """

    tip: str
    lives: Mapping[tuple[str, str], Life]
    has_been: Callable[[Key], bool]


@dataclass(frozen=True, slots=True)
class Tracing:
    """Lives by path. ``is_whole``: false where commits were missing that nobody said were cut."""

    lives: Mapping[str, Life]
    is_whole: bool


def trace(
    commits: Iterable[Commit],
    tip: Mapping[str, str],
    reader: FactsReader,
    root_of: Callable[[str], str | None],
    former: Former | None = None,
) -> Tracing:
    """Give the life of every readable record among the documents ``tip`` (blob ids by path).

    ``commits`` begin with the one that has these documents; each comes before its parents, and all
    that are reachable come, or with ``former`` those that its tip does not reach. Merges count
    as versions wherever they differ from all parents: those that git made by itself are for
    ``automatic`` to take away.
    """
    tracer = _Tracer(Documents(reader, root_of), former)
    tracer.begin(tip)
    for commit in commits:
        tracer.take(commit)
    return tracer.end()


@dataclass(slots=True)
class _Trail:
    path: str
    doubt: str | None
    events: dict[tuple[int, Event], None] = field(default_factory=dict)
    is_cut: bool = False

    def note(self, outcome: Outcome) -> None:
        self.doubt = self.doubt or outcome.doubt
        self.events |= dict.fromkeys(outcome.events)
        if outcome.returned:
            self.events = {
                (order, _return(event) if order in outcome.returned else event): None
                for order, event in self.events
            }

    def life(self) -> Life:
        ordered = sorted(self.events, key=lambda each: each[0])
        return Life(tuple(event for _, event in ordered), self.is_cut, self.doubt)


class _Tracer:
    def __init__(self, documents: Documents, former: Former | None) -> None:
        self._documents = documents
        self._former = former
        self._want: dict[str, Active] = {}
        self._first: Active | None = {}
        self._trails: list[_Trail] = []
        self._order = 0
        self._outside = False  # whether anything is followed outside all roots
        self._is_whole = True

    def begin(self, tip: Mapping[str, str]) -> None:
        """Follow every readable document of the newest commit."""
        first: Active = {}
        for path, blob in tip.items():
            doc = self._documents.doc(path, blob)
            if doc.facts is not None and doc.key[0] is not None:
                first.setdefault(doc.key, Slot({})).docs[path] = doc
        for key, slot in first.items():
            doubt = _TWICE if len(slot.docs) > 1 else None
            for path, doc in slot.docs.items():
                slot.add(Cursor(len(self._trails), key, doc))
                self._trails.append(_Trail(path, doubt))
        self._first = first

    def take(self, commit: Commit) -> None:
        """Hand what is followed at a commit on to its parents."""
        active = self._want.pop(commit.oid, None) if self._first is None else self._first
        self._first = None
        self._order += 1
        if active and commit.is_cut:
            self._cut(active)
        elif active:
            self._pass_on(commit, active)

    def end(self) -> Tracing:
        """Give what was found."""
        former = self._former
        rest = None if former is None else self._want.pop(former.tip, None)
        if former is not None and rest:
            self._resume(former, rest)
        is_whole = self._is_whole and not any(self._want.values())
        return Tracing({trail.path: trail.life() for trail in self._trails}, is_whole)

    def _cut(self, active: Active) -> None:
        for cursor in _cursors(active):
            if cursor.doc is not None:
                self._trails[cursor.trail].is_cut = True

    def _resume(self, former: Former, active: Active) -> None:
        """Go on with what was found before, where that is all that can be found."""
        for cursor in _cursors(active):
            doc = cursor.doc
            life = None if doc is None else former.lives.get((doc.path, doc.blob))
            if doc is None:
                self._is_whole &= not former.has_been(cursor.name)
            elif life is None or life.doubt is not None:
                self._is_whole = False
            else:
                trail = self._trails[cursor.trail]
                trail.is_cut |= life.is_cut
                trail.events |= {(self._order + n, e): None for n, e in enumerate(life.events, 1)}

    def _pass_on(self, commit: Commit, active: Active) -> None:
        outside = self._outside
        deltas = [Delta(each, self._documents, outside=outside) for each in commit.changes]
        untouched, touched = _parted(active, deltas)
        is_there = _presence(untouched[0], touched, deltas[0]) if len(deltas) == 1 else None
        handed: list[Active] = [{} for _ in deltas]
        for slot, cursor in [(s, c) for s in touched.values() for c in s.cursors.values()]:
            looks = [_look_back(cursor, slot, delta, is_there) for delta in deltas]
            outcome = decide(commit, self._order, cursor, looks)
            self._trails[cursor.trail].note(outcome)
            for place, onward in outcome.follow:
                self._place(handed[place], deltas[place], slot, onward)
        for parent, bulk, few in zip(commit.parents, untouched, handed, strict=False):
            self._want[parent] = united(self._want.get(parent, {}), united(bulk, few))

    def _place(self, active: Active, delta: Delta, slot: Slot, cursor: Cursor) -> None:
        """Follow a record in a parent, among the documents of its key there."""
        key = cursor.name if cursor.doc is None else cursor.doc.key
        self._outside |= key[0] is None
        if key not in active:
            at_home = any(doc.key == key for doc in slot.docs.values())
            docs = delta.before(key, slot.docs) if at_home else delta.gone.get(key, {})
            active[key] = Slot(dict(docs))
        active[key].add(cursor)


def _parted(active: Active, deltas: Sequence[Delta]) -> tuple[list[Active], Active]:
    """What each parent has as the commit has it, the first first; and what none of them has."""
    rest, untouched = active, []
    for delta in deltas:
        hits = {key: rest.pop(key) for key in delta.keys if key in rest}
        untouched.append(rest)
        rest = hits
    return untouched, rest


def _presence(untouched: Active, touched: Active, delta: Delta) -> Callable[[Key], bool]:
    def is_there(key: Key) -> bool:
        slot = untouched.get(key) or touched.get(key)
        return key in delta.come or (slot is not None and bool(slot.docs))

    return is_there


def _look_back(
    cursor: Cursor, slot: Slot, delta: Delta, is_there: Callable[[Key], bool] | None
) -> Look:
    """What a record that is followed was in the parent that ``delta`` is against."""
    doc = cursor.doc
    if doc is None:
        docs = delta.before(cursor.name, slot.docs)
        joined = [each for each in docs.values() if created_at(each.facts) == cursor.created]
        return Look(Relation.SAME, joined[0]) if joined else Look(Relation.ABSENT, None, bool(docs))
    docs = delta.before(doc.key, slot.docs) if doc.key == cursor.name else {}
    docs = docs or delta.gone.get(cursor.name, {})
    return look(doc, docs, delta, is_there)


def _cursors(active: Active) -> Iterator[Cursor]:
    for slot in active.values():
        yield from slot.cursors.values()


def _return(event: Event) -> Event:
    return replace(event, kind=Kind.RETURNED) if event.kind is Kind.BORN else event
