"""Brings a shelf up to what changed since: its cost grows with the changes, not with the store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record.consent import consents
from sgm_git.store.index.database import with_index
from sgm_git.store.index.shelf import Overtaken
from sgm_git.store.index.shelf_keys import names_of
from sgm_git.store.past import Looker
from sgm_git.witness.references import claims_of
from sgm_git.workflows.reading.bases import bases
from sgm_git.workflows.reading.gather import gather
from sgm_git.workflows.reading.ground import ground_of
from sgm_git.workflows.reading.relations import Relations, key_of
from sgm_git.workflows.reading.reviews import Compared, apart, compare
from sgm_git.workflows.reading.trusted_items import trusted_items
from sgm_git.workflows.reading.whole import Noted, bench_of
from sgm_git.workflows.witnessing import told_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.commits import Commit
    from sgm_git.store.index.shelf import Item, Shelf
    from sgm_git.store.near import Near
    from sgm_git.workflows.reading.about import About
    from sgm_git.workflows.reading.gather import Gathered
    from sgm_git.workflows.reading.reviews import Apart
    from sgm_git.workflows.reading.state import State

_MOST_COMMITS = 2_000


@dataclass(frozen=True, slots=True)
class _Changes:
    """What is to be looked at again: the paths, what lies there now, and what is not committed."""

    paths: frozenset[str]
    found: Gathered
    dirty: Mapping[str, str | None]
    commits: tuple[Commit, ...]


def bring(shelf: Shelf, state: State, about: About, changed: Collection[str]) -> About | None:
    """Bring a shelf, about which ``about`` was kept, up to the work tree.

    ``changed`` are the paths at which the work tree may not have what HEAD has. Gives what is to
    be kept about it now; None where everything must be looked at again. Raises Overtaken where
    another process has done it meanwhile, CannotRun where git cannot tell.
    """
    changes = _changes(shelf, state, about, changed)
    near = None if changes is None else _near(shelf, state, changes)
    if changes is None or near is None or len(near.past.shared.people) != about.people:
        return None
    paths = changes.paths | near.touched
    found = gather(state.entries(paths), state.policy)
    seen = told_of(state.records, near.past, found.blobs, state.now, state.word)
    noted = Noted()
    items = list(noted.take(bases(bench_of(state, seen, found), found.documents.values())))
    beside = apart(state.records, state.side, (state.head, changes.dirty), state.policy)
    shelf.begin()
    if shelf.about != about.json:
        raise Overtaken("the index was changed by another process")
    compared = _replace(shelf, state, about, _Coming(paths, items, beside))
    gone = (about.volatile - paths) | noted.volatile
    return replace(
        about,
        ground=ground_of(state),
        tip=state.head,
        side=state.side.kind,
        trusted=state.side.oid,
        trail=state.side.trail,
        dirty=changes.dirty,
        volatile=frozenset(gone),
        keyring="" if noted.rests_on_keyring or about.keyring is not None else None,
        reviews=compared.of_here,
        notes=state.notes,
    )


def _changes(shelf: Shelf, state: State, about: About, changed: Collection[str]) -> _Changes | None:
    commits = _commits(state, about.tip)
    if commits is None or any(path == CONFIG_PATH for path in _paths(commits)):
        return None
    named = [consent.id for commit in commits for consent in consents(commit.message)]
    consented = {item.path for item in shelf.named(named)}
    documents = state.documents({*changed, *_paths(commits)})
    paths = frozenset((*documents, *about.dirty, *about.volatile, *consented))
    found = gather(state.entries(paths), state.policy)
    return _Changes(paths, found, _dirty(state, found, paths), tuple(commits))


def _commits(state: State, tip: str | None) -> list[Commit] | None:
    """The commits since the shelf's, None where they are too many or do not lead from there."""
    repository = state.records.repository
    if state.head == tip:
        return []
    if state.head is None or tip is None or not repository.is_ancestor(tip, state.head):
        return None
    commits = list(repository.history(state.head, (tip,)))
    return commits if len(commits) <= _MOST_COMMITS else None


def _paths(commits: Iterable[Commit]) -> Iterator[str]:
    return (change.path for row in commits for changes in row.changes for change in changes)


def _dirty(state: State, found: Gathered, paths: Iterable[str]) -> dict[str, str | None]:
    """What the work tree has otherwise than HEAD at some paths."""
    asked = sorted(paths)
    places = [] if state.head is None else [(state.head, path) for path in asked]
    blobs = state.records.repository.blob_ids(places) if places else [None] * len(asked)
    here = found.blobs
    committed = zip(asked, blobs, strict=True)
    return {path: here.get(path) for path, blob in committed if here.get(path) != blob}


def _near(shelf: Shelf, state: State, changes: _Changes) -> Near | None:
    repository, roots = state.records.repository, state.records.settings.roots
    head = state.head
    if head is None:
        return None

    def namesakes(names: Collection[str]) -> Collection[str]:
        """Where documents bear one of these names, as they are now."""
        found = {item.path for item in shelf.named(names) if not item.is_reviewed_version}
        fresh = {path for path, own in _named(changes.found) if not own.isdisjoint(names)}
        return found - changes.paths | fresh

    def look(connection: sqlite3.Connection) -> Near | None:
        """Ask history about what changed, and about nothing else."""
        return Looker(repository, roots, connection).near(
            head,
            dirty=changes.dirty,
            also=changes.paths,
            known=changes.found.facts,
            now=state.now,
            namesakes=namesakes,
        )

    return with_index(repository.common_dir, look)


def _named(found: Gathered) -> Iterator[tuple[str, set[str]]]:
    for path, document in found.documents.items():
        if document.text is not None:
            yield path, set(names_of(document.record))


@dataclass(frozen=True, slots=True)
class _Coming:
    """The items that lie at some paths now, and where the trusted side has something else."""

    paths: Collection[str]
    items: Collection[Item]
    beside: Apart


def _replace(shelf: Shelf, state: State, about: About, coming: _Coming) -> Compared:
    """Put items in the place of what lay at their paths, and settle all whom that concerns."""
    former = [*shelf.items(coming.paths), *shelf.reviewed_versions()]
    shelf.drop({*coming.paths} - {item.path for item in coming.items})
    shelf.put(map(Relations(shelf, Compared(state.side)).alone, coming.items))
    compared = compare(coming.beside, shelf.items)
    relations = Relations(shelf, compared)
    reviewed = [*map(relations.alone, trusted_items(state, coming.beside, compared))]
    kept = {key_of(item) for item in reviewed}
    gone = [item.path for item in former if item.is_reviewed_version and key_of(item) not in kept]
    shelf.drop(gone, reviewed=True)
    shelf.put(reviewed)
    moved = {path for path, _ in about.reviews.items() ^ compared.of_here.items()}
    concerned = shelf.items({*coming.paths, *moved})
    names = {name for item in former for name in _spelled(item)}
    relations.settle([*concerned, *reviewed], names)
    return compared


def _spelled(item: Item) -> Collection[str]:
    """All references that mean an item, or did."""
    return claims_of(item.record or {}, item.path, item.root).spellings
