"""Follows every record that is there now down through history (DESIGN section 2, "version").

One pass over commits, children before parents. What is followed is handed from commit to parent:
all of it as it is along a line, and at a merge to the first parent that has the same state, so that
a side which the merge dropped made nothing. The hand-over costs only what a commit touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.witness.active import Active, Cursor, follow, united
from sgm_git.witness.delta import Delta, Documents
from sgm_git.witness.facts import UNFETCHED
from sgm_git.witness.following import Relation, look_back
from sgm_git.witness.step import decide
from sgm_git.witness.trail import Trail
from sgm_git.witness.untouched import untouched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sgm_git.commits import Commit
    from sgm_git.witness.delta import Doc, Docs, FactsReader, Key
    from sgm_git.witness.following import Look
    from sgm_git.witness.life import Life

_TWICE = "its id stands more than once"


@dataclass(frozen=True, slots=True)
class Former:
    """What was found before, for going on from there.

    ``lives`` are those at the commit ``tip``, by path and blob; ``has_been`` tells whether
    history down from it ever had a record of a key. ``beside`` gives the life of a document at an
    older commit, from which a branch may have come; None where it is not known.
    """

    tip: str
    lives: Mapping[tuple[str, str], Life]
    has_been: Callable[[Key], bool]
    beside: Callable[[str, Doc], Life | None] | None = None

    def life(self, commit: str, doc: Doc) -> Life | None:
        """The life of a document at a commit, if it is known and can be gone on from."""
        if commit == self.tip:
            life = self.lives.get((doc.path, doc.blob))
        else:
            life = self.beside(commit, doc) if self.beside is not None else None
        return None if life is None or life.doubt is not None else life


@dataclass(frozen=True, slots=True)
class Tracing:
    """Lives by path. ``is_whole``: false where commits did not come that are parents of others.

    Lives that lead there are cut.
    """

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
    documents = Documents(reader, root_of)
    kept: Mapping[str, Life] = {}
    if former is not None:
        commits = list(commits)
        kept = untouched(former, commits, tip, documents)
    tracer = _Tracer(documents, former)
    tracer.begin({path: blob for path, blob in tip.items() if path not in kept})
    for commit in commits:
        tracer.take(commit)
    return tracer.end(kept)


class _Tracer:
    def __init__(self, documents: Documents, former: Former | None) -> None:
        self._documents = documents
        self._former = former
        self._want: dict[str, Active] = {}
        self._first: Active | None = None  # until the newest commit comes
        self._trails: list[Trail] = []
        self._order = 0
        self._outside = False  # whether anything is followed outside all roots
        self._is_whole = True

    def begin(self, tip: Mapping[str, str]) -> None:
        """Follow every readable document of the newest commit."""
        found: dict[Key, Docs] = {}
        for path, blob in tip.items():
            doc = self._documents.doc(path, blob)
            if doc.facts not in (None, UNFETCHED) and doc.key[0] is not None:
                found.setdefault(doc.key, {})[path] = doc
        self._first = {}
        for key, docs in found.items():
            for path, doc in docs.items():
                follow(self._first, Cursor(len(self._trails), key, doc, docs))
                self._trails.append(Trail(path, _TWICE if len(docs) > 1 else None))

    def take(self, commit: Commit) -> None:
        """Hand what is followed at a commit on to its parents."""
        active = self._want.pop(commit.oid, None) if self._first is None else self._first
        self._first = None
        self._order += 1
        if active and commit.is_cut:
            self._cut(active)
        elif active:
            self._pass_on(commit, active)

    def end(self, kept: Mapping[str, Life]) -> Tracing:
        """Give what was found, and what did not need to be looked for."""
        if self._former is not None:
            if self._first:
                self._want[self._former.tip], self._first = self._first, None
            known = self._want if self._former.beside is not None else [self._former.tip]
            for commit in list(known):
                rest = self._want.pop(commit, {})
                self._resume(self._former, commit, list(_cursors(rest)))
        is_whole = self._is_whole and not self._first and not any(self._want.values())
        for active in self._want.values():
            self._cut(active)
        lives = {trail.path: trail.life() for trail in self._trails}
        return Tracing({**kept, **lives}, is_whole)

    def _cut(self, active: Active) -> None:
        for cursor in _cursors(active):
            self._trails[cursor.trail].is_cut |= cursor.doc is not None

    def _resume(self, former: Former, commit: str, cursors: list[Cursor]) -> None:
        """Go on with what was found before, where that is all that can be found."""
        present = [cursor for cursor in cursors if cursor.doc is not None]
        absent = {cursor.name for cursor in cursors if cursor.doc is None}
        self._is_whole &= len({cursor.trail for cursor in present}) == len(present)
        self._is_whole &= not any(key[0] is None or former.has_been(key) for key in absent)
        for cursor in present:
            life = _known(former, commit, cursor)
            self._is_whole &= life is not None and self._trails[cursor.trail].resume(life)

    def _pass_on(self, commit: Commit, active: Active) -> None:
        """To each parent what it has as the commit has it, the first first; and what was made."""
        handed: list[Active] = []
        deltas: list[Delta] = []
        rest = active
        for changes in commit.changes:
            delta = Delta(changes, self._documents, outside=self._outside)
            touched = {key: rest.pop(key) for key in delta.keys if key in rest}
            handed.append(rest)
            deltas.append(delta)
            rest = touched
            if not rest:
                break
        for cursor in _cursors(rest):
            for place, onward in self._step(commit, cursor, deltas):
                follow(handed[place], onward)
        for parent, part in zip(commit.parents, handed, strict=False):
            self._want[parent] = united(self._want.get(parent, {}), part)

    def _step(
        self, commit: Commit, cursor: Cursor, deltas: list[Delta]
    ) -> tuple[tuple[int, Cursor], ...]:
        looks = [look_back(cursor, each, is_merge=len(deltas) > 1) for each in deltas]
        if _is_hidden(looks, deltas):
            self._trails[cursor.trail].is_cut |= cursor.doc is not None
            return ()
        outcome = decide(commit, self._order, cursor, looks)
        self._trails[cursor.trail].note(outcome)
        self._outside |= any(onward.key[0] is None for _, onward in outcome.onward)
        return outcome.onward


def _is_hidden(looks: list[Look], deltas: list[Delta]) -> bool:
    """Whether what a record was may be in a blob that was never fetched."""
    if any(look.doc is not None and look.doc.facts is UNFETCHED for look in looks):
        return all(look.relation is not Relation.SAME for look in looks)
    is_absent = all(look.relation is Relation.ABSENT for look in looks)
    return is_absent and any(delta.hides_something for delta in deltas)


def _cursors(active: Active) -> Iterator[Cursor]:
    for group in active.values():
        yield from group.values()


def _known(former: Former, commit: str, cursor: Cursor) -> Life | None:
    """What was found of the document where a cursor stands, if it is the same that is sought."""
    doc = cursor.doc
    return None if doc is None or doc.key != cursor.name else former.life(commit, doc)
