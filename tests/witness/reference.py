"""History judged slowly and plainly: for each record a walk over whole trees and whole records.

What it holds ``sgm_git.witness.trace`` against (DESIGN section 2, "version"):

- A document's key is its root and id; one that cannot be read or has no id is known by its path.
- A commit with a parent in which all documents of that key are as they are follows the first such
  parent alone; else the first parent where the record was the same, in meaning and stamps.
- Otherwise it is an event: the state came out of those of all parents, and where one of those
  cannot be read, out of what that one came out of. With the meaning of one of them it is no
  version, and a parent is dropped that has neither the meaning nor the stamps.
- What the record was in a parent: the document with its key; of several the one at its path, else
  the only one with its meaning. Else the nameless document at its path (any, for a record without
  an id). Else what the commit took away under another name: its bytes if it cannot be read, its id
  in another root, one of its aliases; not if that name goes on in the commit, but for merges with
  the same meaning.
- Born where no parent has it. A document with the same id, root and time of creation, deleted
  earlier on the way down by the first parents that have none, makes the birth a return.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.record.fields import aliases, record_id
from sgm_git.record.meaning import same_meaning
from sgm_git.record.value import same
from sgm_git.witness.life import Event, Kind, Life, State
from tests.witness.papers import (
    Paper,
    choose,
    created_at,
    down_from,
    is_alike,
    is_dropped,
    is_same,
    is_same_file,
    is_stamped,
    stamps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sgm_git.record.value import JsonObject
    from tests.witness.papers import Name
    from tests.witness.support import Snapshot

TWICE = "its id stands more than once"
ONCE_TWICE = "before that, its id stood more than once"


@dataclass(frozen=True)
class Where:
    """A place on the way: the record is in ``paper``, or (None) not there yet."""

    oid: str
    name: Name
    paper: Paper | None
    created: str | None = None


@dataclass
class Freight:
    """What goes along to a place: paths that might be the record, states that wait."""

    company: set[str] = field(default_factory=set)
    waiting: set[State] = field(default_factory=set)


@dataclass(frozen=True)
class Look:
    """What the record was in a parent, and the paths among which it stood there."""

    parent: str
    paper: Paper
    company: set[str]


@dataclass
class _Found:
    before: dict[State, set[State]] = field(default_factory=dict)
    returned: set[State] = field(default_factory=set)
    doubt: str | None = None
    is_cut: bool = False


class Reference:
    """Judges records of one history."""

    def __init__(
        self,
        snapshots: Mapping[str, Snapshot],
        record: Callable[[str], JsonObject | None],
        root_of: Callable[[str], str | None],
    ) -> None:
        self._snapshots = snapshots
        self._record = record
        self._root_of = root_of
        self._papers: dict[str, dict[str, Paper]] = {}

    def lives(self, tip: str) -> dict[str, Life]:
        """The life of every readable record inside the roots."""
        papers = self.papers(tip).values()
        inside = [each for each in papers if each.record is not None and each.name[0] is not None]
        return {paper.path: self.life(tip, paper) for paper in inside}

    def life(self, tip: str, paper: Paper) -> Life:
        """The life of one record; of events that do not follow from each other, any order."""
        found = _Found()
        twins = {each.path for each in self.papers(tip).values() if each.name == paper.name}
        found.doubt = TWICE if len(twins) > 1 else None
        order = down_from(tip, self.parents)
        stops = {oid: dict[Where, Freight]() for oid in order}
        stops[tip][Where(tip, paper.name, paper)] = Freight(twins)
        for oid in order:
            for where, freight in stops[oid].items():
                for onward, goods in self.step(where, freight, found):
                    there = stops[onward.oid].setdefault(onward, Freight())
                    there.company |= goods.company
                    there.waiting |= goods.waiting
        rank = {oid: number for number, oid in enumerate(order)}
        marks = sorted(found.before, key=lambda state: (rank[state.commit], state.path))
        events = [event for mark in marks for event in self.event(mark, found)]
        return Life(tuple(events), found.is_cut, found.doubt)

    def parents(self, oid: str) -> tuple[str, ...]:
        snapshot = self._snapshots[oid]
        return () if snapshot.is_cut else snapshot.parents

    def papers(self, oid: str) -> dict[str, Paper]:
        if oid not in self._papers:
            files = self._snapshots[oid].files.items()
            self._papers[oid] = {p: self.read(p, b) for p, b in files if p.endswith(".md")}
        return self._papers[oid]

    def read(self, path: str, blob: str) -> Paper:
        record = self._record(blob)
        name = None if record is None else record_id(record)
        named = ("path", path) if name is None else ("id", name)
        return Paper(path, blob, (self._root_of(path), *named), record)

    def differing(self, one: str, other: str) -> list[Paper]:
        """The documents of a commit that another has not, or otherwise."""
        theirs = self.papers(other)
        return [p for p in self.papers(one).values() if not is_same_file(p, theirs.get(p.path))]

    def step(
        self, where: Where, freight: Freight, found: _Found
    ) -> Iterator[tuple[Where, Freight]]:
        if self._snapshots[where.oid].is_cut:
            found.is_cut |= where.paper is not None
            return
        key = where.name if where.paper is None else where.paper.name
        for parent in self.parents(where.oid):
            both = (self.differing(where.oid, parent), self.differing(parent, where.oid))
            if all(paper.name != key for papers in both for paper in papers):
                paper = where.paper and self.papers(parent)[where.paper.path]
                yield replace(where, oid=parent, paper=paper), freight
                return
        if where.paper is None:
            yield from self.before_birth(where, freight, found)
        else:
            yield from self.from_parents(where, where.paper, freight, found)

    def before_birth(
        self, where: Where, freight: Freight, found: _Found
    ) -> Iterator[tuple[Where, Freight]]:
        owns = {parent: self.own(where, freight, parent) for parent in self.parents(where.oid)}
        absent = [parent for parent, own in owns.items() if not own]
        if absent:
            yield replace(where, oid=absent[0]), freight
            return
        for parent, own in owns.items():
            same_life = [paper for paper in own if created_at(paper.record) == where.created]
            if len(same_life) > 1:
                found.doubt = found.doubt or ONCE_TWICE
                return
            if same_life:
                found.returned |= freight.waiting
                yield Where(parent, where.name, same_life[0]), Freight({p.path for p in own})
                return

    def from_parents(
        self, where: Where, paper: Paper, freight: Freight, found: _Found
    ) -> Iterator[tuple[Where, Freight]]:
        looks = self.looks(where, paper, freight)
        if looks is None:
            found.doubt = found.doubt or ONCE_TWICE
            return
        for look in looks:
            if is_same(paper, look.paper):
                yield self.onward(where, look, freight.waiting)
                return
        after = State(where.oid, paper.path, paper.blob)
        waiting = freight.waiting if paper.record is None else {after}
        if not looks:
            yield from self.born(where, waiting, found)
        was_stamped = any(is_stamped(paper, look.paper) for look in looks)
        for look in looks:
            self.came_out_of(look, waiting, found)
            if not (was_stamped and is_dropped(paper, look.paper)):
                yield self.onward(where, look, waiting)

    def looks(self, where: Where, paper: Paper, freight: Freight) -> list[Look] | None:
        """What the record was in those parents that have it; None where that cannot be told.

        It can be, whatever stood in another parent, where one has it as it is.
        """
        looks, is_unclear = [], False
        for parent in self.parents(where.oid):
            own = self.own(where, freight, parent)
            candidates = own or self.other_names(where, paper, parent)
            chosen = choose(paper, candidates) if candidates else None
            is_unclear |= bool(candidates) and chosen is None
            if chosen is not None:
                gone = self.differing(parent, where.oid)
                company = own or [each for each in gone if each.name == chosen.name]
                looks.append(Look(parent, chosen, {each.path for each in company}))
        same = [look for look in looks if is_same(paper, look.paper)]
        return None if is_unclear and not same else looks

    def came_out_of(self, look: Look, waiting: set[State], found: _Found) -> None:
        if look.paper.record is not None:
            state = State(look.parent, look.paper.path, look.paper.blob)
            for mark in waiting:
                found.before.setdefault(mark, set()).add(state)

    def onward(self, where: Where, look: Look, waiting: set[State]) -> tuple[Where, Freight]:
        keeps = look.paper.is_nameless and where.name[1] == "id"
        name = where.name if keeps else look.paper.name
        still = waiting if look.paper.record is None else set()
        company = set() if keeps else set(look.company)
        return Where(look.parent, name, look.paper), Freight(company, set(still))

    def born(
        self, where: Where, waiting: set[State], found: _Found
    ) -> Iterator[tuple[Where, Freight]]:
        for mark in waiting:
            found.before.setdefault(mark, set())
        parents = self.parents(where.oid)
        for created in {created_at(self._record(mark.blob)) for mark in waiting} - {None}:
            marks = {mark for mark in waiting if created_at(self._record(mark.blob)) == created}
            if parents and where.name[1] == "id":
                yield Where(parents[0], where.name, None, created), Freight(set(), marks)

    def own(self, where: Where, freight: Freight, parent: str) -> list[Paper]:
        """The documents in a parent that have the record's own name."""
        changed = {paper.path for paper in self.differing(parent, where.oid)}
        papers = self.papers(parent).values()
        named = [paper for paper in papers if paper.name == where.name]
        return [paper for paper in named if paper.path in changed | freight.company]

    def other_names(self, where: Where, paper: Paper, parent: str) -> list[Paper]:
        gone = self.differing(parent, where.oid)
        for each in gone:
            if each.path == paper.path and (each.is_nameless or where.name[1] == "path"):
                return [each]
        goes_on = {each.name for each in self.differing(where.oid, parent)}
        is_merge = len(self.parents(where.oid)) > 1

        def may_be(each: Paper) -> bool:
            return each.name not in goes_on or (is_merge and is_alike(paper, each))

        for group in self.elsewhere(paper, gone):
            allowed = [each for each in group if may_be(each)]
            if allowed:
                return allowed
        return []

    def elsewhere(self, paper: Paper, gone: Iterable[Paper]) -> Iterator[list[Paper]]:
        if paper.record is None:
            yield [each for each in gone if each.is_nameless and each.blob == paper.blob]
            return
        named = [each for each in gone if not each.is_nameless]
        if not paper.is_nameless:
            same_id = [each for each in named if each.name[2] == paper.name[2]]
            yield [each for each in same_id if each.name[0] is not None]
            yield same_id
        former = [each for each in named if each.name[2] in aliases(paper.record)]
        yield [each for each in former if each.name[0] == paper.name[0]]
        yield [each for each in former if each.name[0] is not None]
        yield former

    def event(self, mark: State, found: _Found) -> Iterator[Event]:
        record = self._record(mark.blob) or {}
        states = found.before[mark]
        records = [self._record(state.blob) or {} for state in states]
        before = tuple(sorted(states, key=lambda state: (state.commit, state.path)))
        if not states:
            yield Event(Kind.RETURNED if mark in found.returned else Kind.BORN, mark)
        elif not any(same_meaning(record, each) for each in records):
            yield Event(Kind.CHANGED, mark, before)
        elif not any(same(stamps(record), stamps(each)) for each in records):
            yield Event(Kind.STAMPED, mark, before)
