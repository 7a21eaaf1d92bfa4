"""Finds a record that is gone: when it was last there, and which commit took it away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.store.index.database import with_index
from sgm_git.store.index.facts import FactsStore
from sgm_git.witness.life import State

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.commits import Change, Commit
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots


@dataclass(frozen=True, slots=True)
class Departure:
    """The commit after which a record was gone, and the record as a parent of it had it last."""

    commit: Commit
    last: State


def departure(
    repository: Repository, roots: Roots, tip: str, names: Sequence[tuple[str | None, str]]
) -> Departure | None:
    """Find the newest departure of a record that has one of ``names``, down from a commit.

    A name is a root (None: any) and an id. A merge that only took a deletion over from one side
    is no departure, unless nothing else is found. None where there never was such a record.
    Raises CannotRun where git cannot tell.
    """

    def look(connection: sqlite3.Connection) -> Departure | None:
        """Go through the commits with the facts of every document at hand."""
        rows = list(repository.history(tip))
        facts = FactsStore(connection, repository, {})
        facts.load(list(_blobs(rows, roots)))
        return _newest(rows, _Search(roots, facts, tuple(names)))

    return with_index(repository.common_dir, look)


@dataclass(frozen=True, slots=True)
class _Search:
    roots: Roots
    facts: FactsStore
    names: tuple[tuple[str | None, str], ...]

    def is_it(self, path: str, blob: str | None) -> bool:
        """Whether a document is one of the records that are looked for."""
        root = self.roots.root_of(path)
        facts = None if root is None or blob is None else self.facts.facts(blob)
        if root is None or facts is None:
            return False
        return any(name == facts.id and place in (None, root.path) for place, name in self.names)


def _newest(rows: Iterable[Commit], search: _Search) -> Departure | None:
    dropped: Departure | None = None
    for row in rows:
        lost = [_lost(search, changes) for changes in row.changes]
        for parent, change in zip(row.parents, lost, strict=False):
            if change is not None:
                found = Departure(row, State(parent, change.path, change.old or ""))
                if None not in lost:
                    return found
                dropped = dropped or found
    return dropped


def _lost(search: _Search, changes: Sequence[Change]) -> Change | None:
    """The change by which a commit no longer has what a parent had."""
    if any(search.is_it(change.path, change.new) for change in changes):
        return None
    return next((change for change in changes if search.is_it(change.path, change.old)), None)


def _blobs(rows: Iterable[Commit], roots: Roots) -> Iterator[str]:
    for change in (each for row in rows for changes in row.changes for each in changes):
        if roots.root_of(change.path) is not None:
            yield from (blob for blob in (change.old, change.new) if blob is not None)
