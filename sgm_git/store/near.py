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
from sgm_git.store.index.folds import Begun
from sgm_git.store.looking import Past, blobs_of, oids_of, shared_of
from sgm_git.store.pending import commit_to_be
from sgm_git.witness.delta import Documents, is_nameless
from sgm_git.witness.facts import UNFETCHED
from sgm_git.witness.trace import Former, trace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

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

    ``dirty`` are the paths at which another blob is than the commit has, None where nothing is;
    ``also`` are more that are asked about. ``known`` are the facts of documents read already, by
    blob, None of one that cannot be read; ``now`` is in seconds since the epoch. ``namesakes``
    gives the paths at which documents of the present state bear one of some ids: it must know the
    state as it is now.
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
    """One look: what is known of the documents in question, by path.

    ``kept`` are lives at the former commit, with the blobs there; ``committed`` are the blobs of
    the new commit, ``lives`` the lives there.
    """

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
        self._documents = Documents(facts, looking.root_of)
        self._newest = _newest(rows)
        self._dirty = {p: blob for p, blob in asked.dirty.items() if self._is_document(p)}
        self._kept: dict[str, tuple[str, Life]] = {}
        self._committed: dict[str, str] = {}
        self._lives: dict[str, Life] = {}

    def near(self) -> Near | None:
        """Give it; None where it must be found out by a look at everything."""
        changed = set(self._looking.changed(self._rows))
        touched = {path for path, _ in changed}
        also = {path for path in self._asked.also if self._is_document(path)}
        if len(touched | self._dirty.keys()) > _MOST:
            return None
        self._facts.load([blob for _, blob in changed])
        if not self._learn(touched, self._dirty.keys() | also):
            return None
        keys, edited = self._keys(changed), self._keys(self._edited())
        others = self._namesakes(keys | edited)
        if len(others) > _MOST or not self._learn((), others):
            return None
        if not self._follow(touched, keys):
            return None
        pending = self._pending()
        lives = self._lives if pending is None else self._with(pending, edited)
        if lives is None:
            return None
        concerned = touched | self._dirty.keys() | others
        return Near(
            self._past(lives, pending, concerned | also),
            tuple(self._rows),
            self._begun.tip,
            frozenset(concerned),
        )

    def _is_document(self, path: str) -> bool:
        return self._looking.root_of(path) is not None

    def _learn(self, touched: Iterable[str], others: Collection[str]) -> bool:
        """Find out what is kept, and what is committed; false where something is missing.

        What is neither kept nor ``touched`` cannot be read, or is not there at the new commit.
        """
        new = {*touched, *others} - self._committed.keys()
        self._kept |= self._folds.lives(new)
        committed = {path: blob for path, (blob, _) in self._kept.items() if path in new}
        committed |= {p: blob for p, blob in self._newest.items() if blob is not None and p in new}
        gone = {path for path, blob in self._newest.items() if blob is None}
        unknown = [p for p in others if p in new and p not in committed and p not in self._newest]
        found = self._looking.repository.blob_ids([(self._asked.tip, p) for p in unknown])
        unread = {p: blob for p, blob in zip(unknown, found, strict=True) if blob is not None}
        self._committed |= {p: b for p, b in committed.items() if p not in gone} | unread
        self._facts.load([*self._committed.values(), *filter(None, self._dirty.values())])
        self._lives |= {
            path: life
            for path, (blob, life) in self._kept.items()
            if path in new and self._committed.get(path) == blob
        }
        return not any(self._is_readable(blob) for blob in unread.values())

    def _is_readable(self, blob: str) -> bool:
        return self._facts.facts(blob) not in (None, UNFETCHED)

    def _keys(self, states: Iterable[tuple[str, str]]) -> set[Key]:
        return {self._documents.doc(path, blob).key for path, blob in states}

    def _edited(self) -> Iterator[tuple[str, str]]:
        """The states, path and blob, that are not committed, and those in whose place they are."""
        for path, blob in self._dirty.items():
            for each in (blob, self._committed.get(path)):
                if each is not None:
                    yield path, each

    def _namesakes(self, keys: Iterable[Key]) -> set[str]:
        names = {key[1] for key in keys if not is_nameless(key)}
        found = self._asked.namesakes(names) if names else ()
        return {path for path in found if self._is_document(path)}

    def _follow(self, touched: Collection[str], keys: Collection[Key]) -> bool:
        """Bring what is kept up to the new commit; false where that cannot be done."""
        if not self._rows:
            return True
        chosen = self._chosen(self._committed, touched, keys)
        kept = {(path, blob): life for path, (blob, life) in self._kept.items()}
        beside = Beside(self._looking, self._facts, self._begun.tip, self._kept_life)
        former = Former(self._begun.tip, kept, self._has_been, beside)
        tracing = trace(self._rows, chosen, self._facts, self._looking.root_of, former)
        if not tracing.is_whole or any(life.is_cut for life in tracing.lives.values()):
            return False
        lives = self._looking.by_people(tracing.lives, self._rows)
        shared = shared_of(self._rows, self._begun.shared)
        paths = {*touched, *chosen}
        number = self._begun.number + len(lives) - len(paths & self._kept.keys())
        after = Begun(self._asked.tip, number, shared)
        changed = {path: (chosen[path], lives[path]) if path in lives else None for path in paths}
        if not self._folds.advance(self._begun, after, changed):
            return False
        wanted = oids_of(lives.values()) | set(shared.consenting)
        self._folds.keep_commits(row for row in self._rows if row.oid in wanted)
        self._folds.keep_names(self._looking.names(self._rows, self._facts))
        self._lives = {p: life for p, life in self._lives.items() if p not in paths} | lives
        return True

    def _chosen(
        self, documents: Mapping[str, str], paths: Collection[str], keys: Collection[Key]
    ) -> dict[str, str]:
        """Those of the documents that lie at some paths or share a key with them."""
        return {
            path: blob
            for path, blob in documents.items()
            if path in paths or self._documents.doc(path, blob).key in keys
        }

    def _kept_life(self, path: str, blob: str) -> Life | None:
        found = self._kept.get(path) or self._folds.lives([path]).get(path)
        return found[1] if found is not None and found[0] == blob else None

    def _has_been(self, key: Key) -> bool:
        return self._folds.has_been(key[1])

    def _pending(self) -> Commit | None:
        """What is not committed, as the commit that it would make."""
        committed = self._committed
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
        now = {**self._committed, **self._dirty}
        return {path: blob for path, blob in now.items() if blob is not None}

    def _with(self, pending: Commit, keys: Collection[Key]) -> dict[str, Life] | None:
        """The lives with what is not committed as their newest event; None where it is not told."""
        present = self._present
        paths = {change.path for change in pending.changes[0]}
        chosen = self._chosen(present, paths, keys)
        lives = {(path, self._committed[path]): life for path, life in self._lives.items()}
        former = Former(self._asked.tip, lives, self._has_been)
        tracing = trace((pending,), chosen, self._facts, self._looking.root_of, former)
        if not tracing.is_whole:
            return None
        left = {path: life for path, life in self._lives.items() if path not in paths}
        return {**left, **tracing.lives}

    def _past(
        self, lives: Mapping[str, Life], pending: Commit | None, paths: Collection[str]
    ) -> Past:
        found = {path: life for path, life in lives.items() if path in paths}
        shared = self._begun.shared
        if self._rows:
            shared = shared_of(self._rows, shared)
        wanted = oids_of(found.values()) | set(shared.consenting)
        commits = self._folds.commits(wanted - {UNCOMMITTED})
        if pending is not None:
            commits[UNCOMMITTED] = pending
        documents = (blob for path, blob in self._present.items() if path in paths)
        return Past(
            found, commits, shared, self._facts.all({*documents, *blobs_of(found.values())})
        )


def _newest(rows: Sequence[Commit]) -> dict[str, str | None]:
    """What the newest commit has where the line of its first parents says so; None: nothing."""
    newest: dict[str, str | None] = {}
    for row in first_parents(rows):
        for change in (change for changes in row.changes for change in changes):
            newest.setdefault(change.path, change.new)
    return newest
