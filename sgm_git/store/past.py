"""Looks at history on behalf of the records of a store: one pass, kept in the index.

What was found at an earlier commit is gone on from where the new commits lead down to it; where
they do not (a rewritten branch, a branch that began before it) all is found anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, Commit
from sgm_git.errors import CannotRun
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record.consent import consents
from sgm_git.store.index.facts import FactsStore
from sgm_git.store.index.folds import Fold, Folds, Shared
from sgm_git.store.merging import read_merges
from sgm_git.store.pending import pending_commit
from sgm_git.witness.automatic import is_merge, without_automatic
from sgm_git.witness.trace import Former, trace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots
    from sgm_git.store.pending import Present
    from sgm_git.witness.delta import Key
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.life import Life


@dataclass(frozen=True, slots=True)
class Past:
    """What history says of the records of one state: lives by path, and who is in them.

    ``commits`` are those of all events, and those that consent to something; ``facts`` those of
    all documents and of every state in an event, by blob.
    """

    lives: Mapping[str, Life]
    commits: Mapping[str, Commit]
    shared: Shared
    facts: Mapping[str, Facts | None]


class Looker:
    """Looks at the history of one repository, through its index."""

    def __init__(
        self, repository: Repository, roots: Roots, connection: sqlite3.Connection
    ) -> None:
        self._repository = repository
        self._connection = connection
        self._roots = roots
        self._root_of = _root_paths(roots)
        self._folds = Folds(connection, roots.digest)

    def past(self, present: Present) -> Past:
        """Give the history of all records of a state; raises CannotRun where git cannot tell."""
        facts = FactsStore(self._connection, self._repository, present.known)
        facts.load((*present.documents.values(), *present.committed.values()))
        fold = self._fold(present, facts)
        lives = {path: life for (path, _), life in fold.lives.items()}
        pending = pending_commit(self._repository, present, self._roots)
        if pending is not None:
            lives = dict(self._with_pending(pending, present, fold, facts))
        wanted = _oids(lives.values()) | set(fold.shared.consenting)
        commits = self._folds.commits(wanted - {UNCOMMITTED})
        if pending is not None:
            commits[UNCOMMITTED] = pending
        blobs = {*present.documents.values(), *_blobs_of(lives.values())}
        return Past(lives, commits, fold.shared, facts.all(blobs))

    def among(self, rows: Sequence[Commit], present: Present) -> Past:
        """The same of these commits alone, the newest first, and of nothing older.

        What a record was before is cut off; nothing is kept.
        """
        facts = FactsStore(self._connection, self._repository, present.known)
        facts.load((*present.documents.values(), *self._blobs(rows)))
        traced = trace(rows, present.documents, facts, self._root_of).lives
        lives = self._by_people(traced, rows)
        blobs = {*present.documents.values(), *_blobs_of(lives.values())}
        commits = {row.oid: row for row in rows}
        return Past(lives, commits, _shared(rows, None), facts.all(blobs))

    def _fold(self, present: Present, facts: FactsStore) -> Fold:
        """What there is to know at the newest commit, kept for the next time."""
        if present.tip is None:
            return Fold("", {}, Shared())
        former = self._folds.read()
        if former is not None and former.shared.is_cut:
            former = None  # by now more may be here
        if former is not None and former.tip == present.tip:
            return former
        if former is not None and self._leads_to(former.tip, present.tip):
            fold = self._look(present, facts, former)
            if fold is not None:
                return fold
        fold = self._look(present, facts, None)
        if fold is None:
            raise CannotRun("history has holes that git does not tell of", hint="git fsck")
        return fold

    def _look(self, present: Present, facts: FactsStore, former: Fold | None) -> Fold | None:
        """Follow the committed records down; None where the former fold is not enough."""
        tip = present.tip or ""
        rows = self._rows(tip, () if former is None else (former.tip,), facts)
        start = None if former is None else Former(former.tip, former.lives, self._has_been)
        tracing = trace(rows, present.committed, facts, self._root_of, start)
        if not tracing.is_whole:
            return None
        traced = self._by_people(tracing.lives, rows)
        lives = {(path, present.committed[path]): life for path, life in traced.items()}
        shared = _shared(rows, former)
        is_cut = shared.is_cut or any(life.is_cut for life in lives.values())
        fold = Fold(tip, lives, replace(shared, is_cut=is_cut))
        wanted = _oids(lives.values()) | set(fold.shared.consenting)
        self._folds.keep_commits(row for row in rows if row.oid in wanted)
        self._folds.keep(fold, former, self._names(rows, facts))
        return fold

    def _with_pending(
        self, pending: Commit, present: Present, fold: Fold, facts: FactsStore
    ) -> Mapping[str, Life]:
        """The lives with what is not committed as their newest event."""
        former = Former(fold.tip, fold.lives, self._has_been)
        rows = self._merging(pending, facts)
        found = trace((pending, *rows), present.documents, facts, self._root_of, former)
        if not found.is_whole and present.tip is not None:
            rows += self._rows(present.tip, (), facts)
            found = trace((pending, *rows), present.documents, facts, self._root_of)
        wanted = _oids(found.lives.values())
        self._folds.keep_commits(row for row in rows if row.oid in wanted)
        return self._by_people(found.lives, [pending, *rows])

    def _merging(self, pending: Commit, facts: FactsStore) -> list[Commit]:
        """The commits that an unfinished merge brings in."""
        facts.load(list(self._blobs([pending])))
        rows: list[Commit] = []
        for place, parent in enumerate(pending.parents[1:], 1):
            rows += self._rows(parent, pending.parents[:place], facts)
        return rows

    def _by_people(self, lives: Mapping[str, Life], rows: Iterable[Commit]) -> dict[str, Life]:
        """The lives without the merges among these commits that made themselves."""
        merges = {row.oid for row in rows if len(row.parents) > 1}
        events = {
            event: None
            for life in lives.values()
            for event in life.events
            if event.commit in merges and is_merge(event)
        }
        found = read_merges(self._repository, list(events))
        return {path: without_automatic(life, found.get) for path, life in lives.items()}

    def _rows(self, tip: str, known: Sequence[str], facts: FactsStore) -> list[Commit]:
        """The commits down from one, with the facts of every document that they touch at hand."""
        rows = list(self._repository.history(tip, known))
        facts.load(list(self._blobs(rows)))
        return rows

    def _blobs(self, rows: Iterable[Commit]) -> Iterator[str]:
        """The blobs of all documents below the roots that commits touch."""
        for change in (each for row in rows for changes in row.changes for each in changes):
            if self._root_of(change.path) is not None:
                yield from (blob for blob in (change.old, change.new) if blob is not None)

    def _names(self, rows: Iterable[Commit], facts: FactsStore) -> set[str]:
        found = (facts.facts(blob) for blob in self._blobs(rows))
        return {each.id for each in found if each is not None and each.id is not None}

    def _has_been(self, key: Key) -> bool:
        return self._folds.has_been(key[1])

    def _leads_to(self, one: str, other: str) -> bool:
        try:
            return self._repository.is_ancestor(one, other)
        except CannotRun:  # it is not here any more
            return False


def _root_paths(roots: Roots) -> Callable[[str], str | None]:
    @cache
    def root_of(path: str) -> str | None:
        root = roots.root_of(path)
        return None if root is None else root.path

    return root_of


def _oids(lives: Iterable[Life]) -> set[str]:
    return {event.commit for life in lives for event in life.events}


def _blobs_of(lives: Iterable[Life]) -> Iterator[str]:
    for event in (event for life in lives for event in life.events):
        yield event.after.blob
        yield from (state.blob for state in event.before)


def _shared(rows: Iterable[Commit], former: Fold | None) -> Shared:
    """What the commits say besides of records, with what was known before."""
    before = Shared() if former is None else former.shared
    people, consenting = set(before.people), list(before.consenting)
    configured = list(before.configured)
    is_cut = before.is_cut
    for row in rows:
        people |= {row.author, row.committer}
        is_cut |= row.is_cut
        if any(True for _ in consents(row.message)):
            consenting.append(row.oid)
        changes = row.changes[0] if row.changes else ()
        configured += [(row.oid, c.old, c.new) for c in changes if c.path == CONFIG_PATH]
    return Shared(frozenset(people), tuple(consenting), tuple(configured), is_cut)
