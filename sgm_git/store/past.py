"""Looks at history on behalf of the records of a store: one pass, kept in the index.

What was found at an earlier commit is gone on from where the new commits lead down to it; where
they do not (a rewritten branch, a branch that began before it) all is found anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, Commit
from sgm_git.errors import CannotRun
from sgm_git.store.beside import Beside
from sgm_git.store.index.facts import FactsStore
from sgm_git.store.index.folds import Fold, Folds, Shared
from sgm_git.store.looking import Looking, Past, blobs_of, oids_of, root_paths, shared_of
from sgm_git.store.near import Nearby, look_near
from sgm_git.store.pending import pending_commit
from sgm_git.witness.trace import Former, trace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots
    from sgm_git.store.near import Near
    from sgm_git.store.pending import Present
    from sgm_git.witness.delta import Key
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.life import Life

__all__ = ("Looker", "Past")


class Looker:
    """Looks at the history of one repository, through its index."""

    def __init__(
        self, repository: Repository, roots: Roots, connection: sqlite3.Connection
    ) -> None:
        self._repository = repository
        self._connection = connection
        self._roots = roots
        self._looking = Looking(repository, root_paths(roots))
        self._folds = Folds(connection, roots.digest)

    @property
    def tip(self) -> str | None:
        """The commit whose records' history is kept, None where none is."""
        begun = self._folds.begun()
        return None if begun is None else begun.tip

    def near(  # what is asked, by name
        self,
        tip: str,
        *,
        dirty: Mapping[str, str | None],
        also: Collection[str],
        known: Mapping[str, Facts | None],
        now: int,
        namesakes: Callable[[Collection[str]], Collection[str]],
    ) -> Near | None:
        """Give the history of a few records, at the cost of these few; see ``near.Nearby``.

        None where it cannot be had so, and ``past`` must look at everything. Raises CannotRun
        where git cannot tell.
        """
        asked = Nearby(tip, dirty, also, known, now, namesakes)
        facts = FactsStore(self._connection, self._repository, known)
        return look_near(self._looking, self._folds, facts, asked)

    def past(self, present: Present) -> Past:
        """Give the history of all records of a state; raises CannotRun where git cannot tell."""
        facts = FactsStore(self._connection, self._repository, present.known)
        facts.load((*present.documents.values(), *present.committed.values()))
        fold = self._fold(present, facts)
        lives = {path: life for (path, _), life in fold.lives.items()}
        pending = pending_commit(self._repository, present, self._roots)
        if pending is not None:
            lives = dict(self._with_pending(pending, present, fold, facts))
        wanted = oids_of(lives.values()) | set(fold.shared.consenting)
        commits = self._folds.commits(wanted - {UNCOMMITTED})
        if pending is not None:
            commits[UNCOMMITTED] = pending
        blobs = {*present.documents.values(), *blobs_of(lives.values())}
        return Past(lives, commits, fold.shared, facts.all(blobs))

    def among(self, rows: Sequence[Commit], present: Present) -> Past:
        """The same of these commits alone, the newest first, and of nothing older.

        What a record was before is cut off; nothing is kept.
        """
        facts = FactsStore(self._connection, self._repository, present.known)
        facts.load((*present.documents.values(), *self._looking.blobs(rows)))
        traced = trace(rows, present.documents, facts, self._looking.root_of).lives
        lives = self._looking.by_people(traced, rows)
        blobs = {*present.documents.values(), *blobs_of(lives.values())}
        commits = {row.oid: row for row in rows}
        return Past(lives, commits, shared_of(rows, Shared()), facts.all(blobs))

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
        start = None if former is None else self._former(former, facts)
        tracing = trace(rows, present.committed, facts, self._looking.root_of, start)
        if not tracing.is_whole:
            return None
        traced = self._looking.by_people(tracing.lives, rows)
        lives = {(path, present.committed[path]): life for path, life in traced.items()}
        shared = shared_of(rows, Shared() if former is None else former.shared)
        is_cut = shared.is_cut or any(life.is_cut for life in lives.values())
        fold = Fold(tip, lives, replace(shared, is_cut=is_cut))
        wanted = oids_of(lives.values()) | set(fold.shared.consenting)
        self._folds.keep_commits(row for row in rows if row.oid in wanted)
        self._folds.keep(fold, former, self._looking.names(rows, facts))
        return fold

    def _with_pending(
        self, pending: Commit, present: Present, fold: Fold, facts: FactsStore
    ) -> Mapping[str, Life]:
        """The lives with what is not committed as their newest event."""
        former = self._former(fold, facts)
        rows = self._merging(pending, facts)
        found = trace((pending, *rows), present.documents, facts, self._looking.root_of, former)
        if not found.is_whole and present.tip is not None:
            rows += self._rows(present.tip, (), facts)
            found = trace((pending, *rows), present.documents, facts, self._looking.root_of)
        wanted = oids_of(found.lives.values())
        self._folds.keep_commits(row for row in rows if row.oid in wanted)
        return self._looking.by_people(found.lives, [pending, *rows])

    def _former(self, fold: Fold, facts: FactsStore) -> Former:
        """What was found before, for going on from there."""
        lives = fold.lives
        beside = Beside(self._looking, facts, fold.tip, lambda *place: lives.get(place))
        return Former(fold.tip, lives, self._has_been, beside)

    def _merging(self, pending: Commit, facts: FactsStore) -> list[Commit]:
        """The commits that an unfinished merge brings in."""
        facts.load(list(self._looking.blobs([pending])))
        rows: list[Commit] = []
        for place, parent in enumerate(pending.parents[1:], 1):
            rows += self._rows(parent, pending.parents[:place], facts)
        return rows

    def _rows(self, tip: str, known: Sequence[str], facts: FactsStore) -> list[Commit]:
        """The commits down from one, with the facts of every document that they touch at hand."""
        rows = list(self._repository.history(tip, known))
        facts.load(list(self._looking.blobs(rows)))
        return rows

    def _has_been(self, key: Key) -> bool:
        return self._folds.has_been(key[1])

    def _leads_to(self, one: str, other: str) -> bool:
        try:
            return self._repository.is_ancestor(one, other)
        except CannotRun:  # it is not here any more
            return False
