"""Makes stamps true again in commits that were replayed on top of somebody else's (DESIGN 5, 9).

Of two stamps a merge keeps the later one. Where that was the other side's, a replayed commit has
words of its author under the other's name: before anybody else has such a commit, it is made anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.claims import instant, is_too_late
from sgm_git.checks.stock import Stock
from sgm_git.record.meaning import STAMPS
from sgm_git.record.times import render_utc
from sgm_git.store.scan import revision_blobs
from sgm_git.store.subjects import subject_of
from sgm_git.witness.life import Kind
from sgm_git.witness.maker import maker
from sgm_git.workflows.crosscheck import by_record, settled
from sgm_git.workflows.syncing.remaking import Line, Stamped
from sgm_git.workflows.witnessing import Asked, ask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.checks.case import Subject
    from sgm_git.git.exchange.exchange import Exchange
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.witnessing import Witnessed

_CODES = frozenset(("P303", "P305", "P311"))
_ROUNDS = 3  # one is enough but for histories that are odd already


@dataclass(frozen=True, slots=True)
class Restamped:
    """The newest commit now, and the paths of records that were stamped, as they lie there."""

    tip: str
    changed: tuple[str, ...] = ()


def restamp(
    records: Records, exchange: Exchange, span: tuple[str, str], now: int, before: str | None = None
) -> Restamped:
    """Stamp those records of a replayed line of commits that its rebase made untrue.

    The line is what the second commit of ``span`` has and the first has not; nobody else has it
    yet. ``before`` is the commit that was replayed: what history had against it is left alone. Of
    the commits that changed such a record last, and of those after them, only the stamps become
    otherwise. ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell.
    """
    onto, tip = span
    asking, changed = _Asking(records, now), set[str]()
    for _ in range(_ROUNDS):
        line = Line.between(records.repository, onto, tip)
        found = () if line is None else tuple(asking.untrue(line, before))
        if line is None or not found:
            break
        tip = line.remade(exchange, found)
        changed |= {stamped.path for stamped in found}
    return Restamped(tip, tuple(sorted(changed)))


@dataclass(frozen=True, slots=True)
class _Asking:
    records: Records
    now: int

    def untrue(self, line: Line, before: str | None) -> Iterator[Stamped]:
        """Give the stamps that records at the end of a line ought to have, and have not."""
        claiming = self._claiming(line.tip, line.paths)
        if not claiming:
            return
        seen = self._ask(line.tip)
        found = self._faults(claiming, seen)
        known = self._known(before, {record_id for _, record_id, _ in found})
        for path in sorted({path for path, *fault in found if tuple(fault) not in known}):
            stamped = _true(seen.testimonies[path], line)
            if stamped is not None:
                yield stamped

    def _known(
        self, before: str | None, ids: Collection[str | None]
    ) -> set[tuple[str | None, str]]:
        """What could be said of these records before the rebase: ids and codes."""
        if before is None or not ids:
            return set()
        entries = self.records.entries(rev=before)
        claiming = [entry for entry in entries if entry.id in ids]
        return {(name, code) for _, name, code in self._faults(claiming, self._ask(before))}

    def _claiming(self, rev: str, paths: Collection[str]) -> list[Entry]:
        """The records of a commit at some paths that declare stamps."""
        return [
            entry
            for entry in self.records.entries(rev=rev, among=paths)
            if entry.record is not None and _declares(entry.record)
        ]

    def _ask(self, rev: str) -> Witnessed:
        repository, roots = self.records.repository, self.records.settings.roots
        return ask(self.records, Asked(revision_blobs(repository, roots, rev), {}, rev), self.now)

    def _faults(
        self, entries: Collection[Entry], seen: Witnessed
    ) -> list[tuple[str, str | None, str]]:
        """What history has against the stamps of records: path, id and code."""
        subjects = {entry.path: subject_of(entry) for entry in entries}
        policy = self.records.settings.policy(self.now)
        chosen = {path: each for path, each in seen.testimonies.items() if path in subjects}
        stock = Stock.of(subjects.values(), policy)

        def load(paths: Collection[str]) -> Iterator[Subject]:
            yield from (subjects[path] for path in paths)

        found = settled(load, by_record(self.records, seen, stock, chosen), seen)[0]
        return [(each.path, each.id, each.code) for each in found if each.code in _CODES]


def _declares(record: JsonObject) -> bool:
    provenance = record.get("provenance")
    return isinstance(provenance, dict) and any(name in provenance for name in STAMPS)


def _true(testimony: Testimony, line: Line) -> Stamped | None:
    """The stamps of the last version, where a commit of the line has made it."""
    last = testimony.last
    if last is None or last.kind is Kind.BORN or last.commit not in line.commits:
        return None
    authored = testimony.commit(last).author_time or 0
    who = maker(testimony.history, last.commit)
    try:
        at = render_utc(max(authored, *_after_others(testimony, last), 0))
    except ValueError:  # nothing follows the year 9999
        return None
    stamps: JsonObject = {"modified": True, "modified_at": at, "modified_by": who}
    return Stamped(last.commit, last.after.path, testimony.path, stamps) if who else None


def _after_others(testimony: Testimony, last: Event) -> Iterator[int]:
    """A second after each time that was declared for a change, but for those that cannot be."""
    states = [testimony.claims(state) for state in (last.after, *last.before)]
    for claims in (*states, testimony.facts.claims):
        value = claims.get("modified_at")
        moment = instant(value)
        if moment is not None and not is_too_late(testimony, "modified_at", value):
            yield moment.seconds + 1
