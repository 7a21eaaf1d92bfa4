"""What every look at history takes of commits: documents, names, people, and merges (DESIGN 5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record.consent import consents
from sgm_git.store.index.folds import Shared
from sgm_git.store.merging import read_merges
from sgm_git.witness.automatic import is_merge, without_automatic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sgm_git.commits import Commit
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots
    from sgm_git.store.index.facts import FactsStore
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


@dataclass(frozen=True, slots=True)
class Looking:
    """A repository, and where in it records lie: ``root_of`` gives the root of a path."""

    repository: Repository
    root_of: Callable[[str], str | None]

    def changed(self, rows: Iterable[Commit]) -> Iterator[tuple[str, str]]:
        """Every state, path and blob, that a document of theirs had before or after commits."""
        for change in (each for row in rows for changes in row.changes for each in changes):
            if self.root_of(change.path) is not None:
                for blob in (change.old, change.new):
                    if blob is not None:
                        yield change.path, blob

    def blobs(self, rows: Iterable[Commit]) -> Iterator[str]:
        """The blobs of all documents below the roots that commits touch."""
        return (blob for _, blob in self.changed(rows))

    def names(self, rows: Iterable[Commit], facts: FactsStore) -> set[str]:
        """The ids of all these documents."""
        found = (facts.facts(blob) for blob in self.blobs(rows))
        return {each.id for each in found if each is not None and each.id is not None}

    def by_people(self, lives: Mapping[str, Life], rows: Iterable[Commit]) -> dict[str, Life]:
        """The lives without the merges among these commits that made themselves."""
        merges = {row.oid for row in rows if len(row.parents) > 1}
        events = {
            event: None
            for life in lives.values()
            for event in life.events
            if event.commit in merges and is_merge(event)
        }
        found = read_merges(self.repository, list(events))
        return {path: without_automatic(life, found.get) for path, life in lives.items()}


def root_paths(roots: Roots) -> Callable[[str], str | None]:
    """Give what tells the path of a record's root, None for what is no record's."""

    @cache
    def root_of(path: str) -> str | None:
        """The root's path."""
        root = roots.root_of(path)
        return None if root is None else root.path

    return root_of


def oids_of(lives: Iterable[Life]) -> set[str]:
    """The commits of all events."""
    return {event.commit for life in lives for event in life.events}


def blobs_of(lives: Iterable[Life]) -> Iterator[str]:
    """The blobs of all states in events."""
    for event in (event for life in lives for event in life.events):
        yield event.after.blob
        yield from (state.blob for state in event.before)


def shared_of(rows: Iterable[Commit], before: Shared) -> Shared:
    """What the commits say besides of records, with what was known before."""
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
