"""Looks at the history of a few records, without a look at all the others (DESIGN section 10).

What is kept of an earlier commit is brought up to a new one: only records that the commits between
them touch are followed, with all that bear the same id. It costs what was touched, and nothing
grows with the store.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, Change, Commit
from sgm_git.store.beside import Beside, first_parents
from sgm_git.store.in_question import InQuestion
from sgm_git.store.index.folds import Begun
from sgm_git.store.looking import Past, blobs_of, oids_of, shared_of
from sgm_git.store.pending import commit_to_be
from sgm_git.witness.delta import is_nameless
from sgm_git.witness.trace import Former, trace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from sgm_git.store.index.facts import FactsStore
    from sgm_git.store.index.folds import Folds
    from sgm_git.store.looking import Looking
    from sgm_git.witness.delta import Key
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.life import Life

_MOST = 2_000
"""How many new commits, and how many documents in question, are still a few."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """Which records are asked about, at the commit ``tip`` and as they are now.

    ``dirty`` are the blobs at the paths where another is than the commit has, or was when this was
    asked last; None where nothing is. ``also`` are more that are asked about. ``known`` are the
    facts of documents read already, by blob, None of one that cannot be read; ``now`` is in seconds
    since the epoch. ``namesakes`` gives the paths at which documents of the present state bear one
    of some ids: it must know the state as it is now.
    """

    tip: str
    dirty: Mapping[str, str | None]
    also: Collection[str]
    known: Mapping[str, Facts | None]
    now: int
    namesakes: Callable[[Collection[str]], Collection[str]]


@dataclass(frozen=True, slots=True)
class Near:
    """The history of these records, and of all whose history may be otherwise than before.

    The latter are at the paths ``touched``, by ``rows``, which lead from the commit ``former`` that
    was looked at before, or by what is not committed.
    """

    past: Past
    rows: tuple[Commit, ...]
    former: str
    touched: frozenset[str]


def look_near(looking: Looking, folds: Folds, facts: FactsStore, asked: Nearby) -> Near | None:
    """Give it, and keep what there is to know at the new commit.

    None where it must be found out by a look at everything: nothing is kept, or of a commit that
    first parents do not lead to, history is cut, a merge is unfinished, or it is not a few.
    """
    begun = folds.begun()
    if begun is None or begun.shared.is_cut:
        return None
    rows = _rows(looking, begun.tip, asked.tip)
    if rows is None or (asked.dirty and looking.repository.merge_heads()):
        return None
    return _Look(looking, folds, facts, asked, begun, rows).near()


def _rows(looking: Looking, former: str, tip: str) -> list[Commit] | None:
    """The commits from one to another, None where these do not lead there, or are too many."""
    if former == tip:
        return []
    rows = list(islice(looking.repository.history(tip, (former,)), _MOST + 1))
    is_whole = len(rows) <= _MOST and not any(row.is_cut for row in rows)
    leads = bool(rows) and first_parents(rows)[-1].parents[:1] == (former,)
    return rows if is_whole and leads else None


class _Look:
    """One look, at records that history is asked about down from a new commit."""

    def __init__(
        self,
        looking: Looking,
        folds: Folds,
        facts: FactsStore,
        asked: Nearby,
        begun: Begun,
        rows: list[Commit],
    ) -> None:
        self._looking, self._folds, self._facts = looking, folds, facts
        self._asked, self._begun, self._rows = asked, begun, rows
        self._known = InQuestion(looking, folds, facts, asked.tip)
        self._dirty = {p: blob for p, blob in asked.dirty.items() if self._is_document(p)}
        self._shared = shared_of(rows, begun.shared) if rows else begun.shared

    def near(self) -> Near | None:
        """Give it; None where it must be found out by a look at everything."""
        changed = set(self._looking.changed(self._rows))
        touched = {path for path, _ in changed}
        concerned = touched | self._dirty.keys()
        also = set(filter(self._is_document, self._asked.also))
        self._facts.load([*(blob for _, blob in changed), *filter(None, self._dirty.values())])
        if not self._learn(concerned, also):
            return None
        keys, edited = self._known.keys(changed), self._known.keys(self._edited())
        others = self._namesakes(keys | edited)
        if not self._learn(others):
            return None
        if self._rows and not self._go_on(touched, keys):
            return None
        return self._told(edited, concerned | others, also)

    def _told(
        self, edited: Collection[Key], concerned: set[str], also: Collection[str]
    ) -> Near | None:
        """What is to be told now that all is known of the new commit."""
        pending = self._pending()
        lives = self._known.lives if pending is None else self._with(pending, edited)
        if lives is None:
            return None
        past = self._past(lives, pending, concerned.union(also))
        return Near(past, tuple(self._rows), self._begun.tip, frozenset(concerned))

    def _is_document(self, path: str) -> bool:
        return self._looking.root_of(path) is not None

    def _edited(self) -> Iterator[tuple[str, str]]:
        """The states, path and blob, that are not committed, and those in whose place they are."""
        for path, blob in self._dirty.items():
            for each in (blob, self._known.committed.get(path)):
                if each is not None:
                    yield path, each

    def _namesakes(self, keys: Iterable[Key]) -> set[str]:
        names = {key[1] for key in keys if not is_nameless(key)}
        found = self._asked.namesakes(names) if names else ()
        return set(filter(self._is_document, found))

    def _learn(self, few: Collection[str], also: Collection[str] = ()) -> bool:
        """Find out about documents; false where it is not a few, or something is missing."""
        is_few = len(few) <= _MOST and self._folds.is_at(self._begun.tip)
        return is_few and self._known.learn(self._rows, {*few, *also})

    def _go_on(self, touched: Collection[str], keys: Collection[Key]) -> bool:
        """Bring what is kept up to the new commit; false where that cannot be done."""
        chosen = self._known.chosen(self._known.committed, touched, keys)
        lives = self._followed(chosen)
        paths = {*touched, *chosen}
        return lives is not None and self._keep(
            {path: (chosen[path], lives[path]) if path in lives else None for path in paths}
        )

    def _followed(self, documents: Mapping[str, str]) -> dict[str, Life] | None:
        """The lives of documents of the new commit; None where they cannot be told so."""
        kept = {(path, blob): life for path, (blob, life) in self._known.kept.items()}
        begun = self._begun.tip
        beside = Beside(self._looking, self._facts, begun, self._known.kept_life)
        former = Former(begun, kept, self._has_been, beside)
        found = trace(self._rows, documents, self._facts, self._looking.root_of, former)
        if not found.is_whole or any(life.is_cut for life in found.lives.values()):
            return None
        return self._looking.by_people(found.lives, self._rows)

    def _keep(self, changed: Mapping[str, tuple[str, Life] | None]) -> bool:
        """Keep these lives for the next time; false where another process has kept others."""
        lives = {path: new[1] for path, new in changed.items() if new is not None}
        number = self._begun.number + len(lives) - len(changed.keys() & self._known.kept.keys())
        after = Begun(self._asked.tip, number, self._shared)
        if not self._folds.advance(self._begun, after, changed):
            return False
        wanted = oids_of(lives.values()) | set(self._shared.consenting)
        self._folds.keep_commits(row for row in self._rows if row.oid in wanted)
        self._folds.keep_names(self._looking.names(self._rows, self._facts))
        left = {path: life for path, life in self._known.lives.items() if path not in changed}
        self._known.lives = left | lives
        return True

    def _has_been(self, key: Key) -> bool:
        return self._folds.has_been(key[1])

    def _pending(self) -> Commit | None:
        """What is not committed, as the commit that it would make."""
        committed = self._known.committed
        changes = tuple(
            Change(path, committed.get(path), blob)
            for path, blob in sorted(self._dirty.items())
            if committed.get(path) != blob
        )
        if not changes:
            return None
        parents = (self._asked.tip,)
        return commit_to_be(self._looking.repository, parents, (changes,), self._asked.now)

    @property
    def _present(self) -> dict[str, str]:
        """The blobs of the documents as they are now."""
        now = {**self._known.committed, **self._dirty}
        return {path: blob for path, blob in now.items() if blob is not None}

    def _with(self, pending: Commit, keys: Collection[Key]) -> dict[str, Life] | None:
        """The lives with what is not committed as their newest event; None where it is not told."""
        known = self._known
        paths = {change.path for change in pending.changes[0]}
        chosen = known.chosen(self._present, paths, keys)
        lives = {(path, known.committed[path]): life for path, life in known.lives.items()}
        former = Former(self._asked.tip, lives, self._has_been)
        tracing = trace((pending,), chosen, self._facts, self._looking.root_of, former)
        if not tracing.is_whole:
            return None
        left = {path: life for path, life in known.lives.items() if path not in paths}
        return {**left, **tracing.lives}

    def _past(
        self, lives: Mapping[str, Life], pending: Commit | None, paths: Collection[str]
    ) -> Past:
        found = {path: life for path, life in lives.items() if path in paths}
        wanted = oids_of(found.values()) | set(self._shared.consenting)
        commits = self._folds.commits(wanted - {UNCOMMITTED})
        if pending is not None:
            commits[UNCOMMITTED] = pending
        documents = (blob for path, blob in self._present.items() if path in paths)
        facts = self._facts.all({*documents, *blobs_of(found.values())})
        return Past(found, commits, self._shared, facts)
