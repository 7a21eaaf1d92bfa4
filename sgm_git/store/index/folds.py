"""What was found in history down from one commit, kept for going on from there (DESIGN 10).

For each way to divide a repository into roots, one fold is kept: that of the commit looked at last.
Paths and ids are written as JSON, for they may hold what is no UTF-8. Object ids, paths and names
stand in many lives and commits; in memory each is one string (``intern``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from sys import intern
from typing import TYPE_CHECKING

from sgm_git.commits import Commit, Identity
from sgm_git.store.index.database import NONSENSE, Unusable, select_among
from sgm_git.witness.life import Event, Kind, Life, State

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Shared:
    """What all records of a fold share: everybody who made a commit, and commits with consents.

    ``configured`` are the commits that changed the configuration, each with its blobs in the first
    parent and in the commit, None where there is none; ``is_cut``: commits are missing somewhere.
    """

    people: frozenset[Identity] = frozenset()
    consenting: tuple[str, ...] = ()
    configured: tuple[tuple[str, str | None, str | None], ...] = ()
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """The lives of all records at the commit ``tip``, by path and blob."""

    tip: str
    lives: Mapping[tuple[str, str], Life]
    shared: Shared


@dataclass(frozen=True, slots=True)
class Begun:
    """What is kept of a fold besides its lives, of which there are ``number``."""

    tip: str
    number: int
    shared: Shared


class Folds:
    """The folds of one division into roots, which ``roots`` names."""

    def __init__(self, connection: sqlite3.Connection, roots: str) -> None:
        self._connection = connection
        self._roots = roots

    def begun(self) -> Begun | None:
        """What is kept of the commit that was looked at last, without the lives."""
        row = self._one("SELECT tip, shared FROM folds WHERE roots = ?", self._roots)
        return None if row is None else Begun(row[0], *_shared(row[1]))

    def is_at(self, tip: str) -> bool:
        """Whether that is the commit: another process may have looked at one meanwhile."""
        wanted = "SELECT 1 FROM folds WHERE roots = ? AND tip = ?"
        return self._one(wanted, self._roots, tip) is not None

    def lives(self, paths: Iterable[str]) -> dict[str, tuple[str, Life]]:
        """Those of the lives that are of documents at these paths, each with its blob."""
        wanted = "SELECT blob, life FROM lives WHERE roots = ? AND path = ?"
        found = ((path, self._one(wanted, self._roots, json.dumps(path))) for path in paths)
        return {path: (intern(row[0]), _life(row[1])) for path, row in found if row is not None}

    def read(self) -> Fold | None:
        """The fold of the commit that was looked at last."""
        begun = self.begun()
        if begun is None:
            return None
        rows = self._connection.execute(
            "SELECT path, blob, life FROM lives WHERE roots = ?", (self._roots,)
        )
        lives = {(_decoded(path), intern(blob)): _life(text) for path, blob, text in rows}
        if len(lives) != begun.number:
            raise Unusable("a life that was kept is gone")
        return Fold(begun.tip, lives, begun.shared)

    def has_been(self, name: str) -> bool:
        """Whether history down from the fold's commit ever had a record of that id."""
        found = self._one(
            "SELECT 1 FROM names WHERE roots = ? AND name = ?", self._roots, json.dumps(name)
        )
        return found is not None

    def keep(self, fold: Fold, before: Fold | None, names: Iterable[str]) -> None:
        """Replace what was kept, which is ``before``; ``names`` are ids that came since."""
        known = {} if before is None else before.lives
        execute = self._connection.execute
        if before is None:
            execute("DELETE FROM lives WHERE roots = ?", (self._roots,))
            execute("DELETE FROM names WHERE roots = ?", (self._roots,))
        execute(
            "INSERT OR REPLACE INTO folds VALUES(?, ?, ?)",
            (self._roots, fold.tip, _shared_text(len(fold.lives), fold.shared)),
        )
        self._connection.executemany(
            "DELETE FROM lives WHERE roots = ? AND path = ? AND blob = ?",
            [(self._roots, json.dumps(p), blob) for p, blob in known.keys() - fold.lives.keys()],
        )
        self._put({each: life for each, life in fold.lives.items() if known.get(each) != life})
        self.keep_names(names)

    def advance(
        self, before: Begun, after: Begun, changed: Mapping[str, tuple[str, Life] | None]
    ) -> bool:
        """Let lives at some paths be these, None where there is none any more; say if it was done.

        All others stay. Not done where what is kept is not what it was ``before``.
        """
        texts = [_shared_text(each.number, each.shared) for each in (after, before)]
        done = self._connection.execute(
            "UPDATE folds SET tip = ?, shared = ? WHERE roots = ? AND tip = ? AND shared = ?",
            (after.tip, texts[0], self._roots, before.tip, texts[1]),
        )
        if not done.rowcount:
            return False
        self._connection.executemany(
            "DELETE FROM lives WHERE roots = ? AND path = ?",
            [(self._roots, json.dumps(path)) for path in changed],
        )
        self._put({(path, new[0]): new[1] for path, new in changed.items() if new is not None})
        return True

    def _put(self, lives: Mapping[tuple[str, str], Life]) -> None:
        self._connection.executemany(
            "INSERT OR REPLACE INTO lives VALUES(?, ?, ?, ?)",
            [
                (self._roots, json.dumps(path), blob, _life_text(life))
                for (path, blob), life in lives.items()
            ],
        )

    def keep_names(self, names: Iterable[str]) -> None:
        """Keep ids that records have had."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO names VALUES(?, ?)",
            [(self._roots, json.dumps(name)) for name in names],
        )

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        """Give commits that were kept; what they changed is not.

        Raises Unusable where one was not.
        """
        asked = set(oids)
        wanted = "SELECT oid, said FROM commits WHERE oid IN"
        rows = select_among(self._connection, wanted, list(asked))
        found = {(oid := intern(key)): _commit(oid, said) for key, said in rows}
        if len(found) < len(asked):
            raise Unusable("a commit that was kept is gone")
        return found

    def keep_commits(self, commits: Iterable[Commit]) -> None:
        """Keep what commits say of themselves."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO commits VALUES(?, ?)",
            [(commit.oid, _commit_text(commit)) for commit in commits],
        )

    def _one(self, statement: str, *values: str) -> tuple[str, ...] | None:
        row: tuple[str, ...] | None = self._connection.execute(statement, values).fetchone()
        return row


def _decoded(text: str) -> str:
    try:
        return intern(str(json.loads(text)))
    except NONSENSE as error:
        raise Unusable("a path that makes no sense") from error


def _life_text(life: Life) -> str:
    events = [
        [event.kind.value, *_state_list(event.after), [_state_list(each) for each in event.before]]
        for event in life.events
    ]
    return json.dumps([events, life.is_cut, life.doubt])


def _state_list(state: State) -> list[str]:
    return [state.commit, state.path, state.blob]


def _life(text: str) -> Life:
    try:
        events, is_cut, doubt = json.loads(text)
        return Life(
            tuple(
                Event(Kind(kind), _state(after), tuple(_state(each) for each in before))
                for kind, *after, before in events
            ),
            is_cut,
            doubt,
        )
    except NONSENSE as error:
        raise Unusable("a life that makes no sense") from error


def _state(told: list[str]) -> State:
    return State(*map(intern, told))


def _shared_text(number: int, shared: Shared) -> str:
    people = sorted([each.name, each.email] for each in shared.people)
    return json.dumps([number, people, shared.consenting, shared.configured, shared.is_cut])


def _shared(text: str) -> tuple[int, Shared]:
    """The number of lives, and what they share."""
    try:
        number, people, consenting, configured, is_cut = json.loads(text)
        everybody = frozenset(Identity(*each) for each in people)
        changes = tuple((oid, old, new) for oid, old, new in configured)
        return number, Shared(everybody, tuple(consenting), changes, is_cut)
    except NONSENSE as error:
        raise Unusable("people who make no sense") from error


def _commit_text(commit: Commit) -> str:
    author, committer = commit.author, commit.committer
    return json.dumps(
        [
            commit.parents,
            *(author.name, author.email, commit.author_time),
            *(committer.name, committer.email, commit.commit_time),
            commit.message,
        ]
    )


def _commit(oid: str, text: str) -> Commit:
    try:
        parents, name, email, author_time, by, by_email, commit_time, message = json.loads(text)
        author, committer = _identity(name, email), _identity(by, by_email)
        before = tuple(map(intern, parents))
        _expect(int, *(time for time in (author_time, commit_time) if time is not None))
        _expect(str, name, email, by, by_email, message)
        return Commit(oid, before, author, author_time, committer, commit_time, message, ())
    except NONSENSE as error:
        raise Unusable("a commit that makes no sense") from error


def _expect(kind: type, *values: object) -> None:
    if not all(isinstance(value, kind) for value in values):
        raise TypeError


@cache
def _identity(name: str, email: str) -> Identity:
    return Identity(name, email)
