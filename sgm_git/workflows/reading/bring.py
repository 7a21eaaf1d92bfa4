"""Brings a shelf up to what changed since: its cost grows with the changes, not with the store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record import fields
from sgm_git.record.consent import consents
from sgm_git.store.index.database import with_index
from sgm_git.store.index.shelf import Overtaken
from sgm_git.store.index.shelf_keys import names_of
from sgm_git.store.past import Looker
from sgm_git.witness.references import claims_of
from sgm_git.workflows.reading.bases import bases
from sgm_git.workflows.reading.conversion import says_of_conversion
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
    from sgm_git.git.protocol import Repository
    from sgm_git.store.index.shelf import Item, Shelf
    from sgm_git.store.near import Near
    from sgm_git.workflows.reading.about import About
    from sgm_git.workflows.reading.bases import Bench
    from sgm_git.workflows.reading.gather import Gathered
    from sgm_git.workflows.reading.reviews import Apart
    from sgm_git.workflows.reading.state import State

_MOST_COMMITS = 2_000
_CONFIG_FOLDER = f"{CONFIG_PATH.partition('/')[0]}/"


@dataclass(frozen=True, slots=True)
class _Changes:
    """What is to be looked at again: the paths, what lies there now, and what is not committed.

    Whatever lies at those that are ``hidden`` is no document; ``copies`` are a sync client's, which
    count as HEAD has them.
    """

    paths: frozenset[str]
    hidden: frozenset[str]
    found: Gathered
    dirty: Mapping[str, str | None]
    copies: frozenset[str]
    commits: tuple[Commit, ...]


def bring(shelf: Shelf, state: State, about: About, changed: Collection[str]) -> About | None:
    """Bring a shelf, about which ``about`` was kept, up to the work tree.

    ``changed`` are the paths at which the work tree may not have what HEAD has. Gives what is to
    be kept about it now; None where everything must be looked at again. Raises Overtaken where
    another process has done it meanwhile, CannotRun where git cannot tell.
    """
    changes = _changes(shelf, state, about, changed)
    near = None if changes is None else _near(shelf, state, about, changes)
    if changes is None or near is None or len(near.past.shared.people) != about.people:
        return None
    paths = changes.paths | near.touched
    found = gather(state.entries(paths - changes.hidden), state.policy)
    seen = told_of(state.records, near.past, found.blobs, state.now, state.word)
    noted = Noted()
    beside = apart(state.records, state.side, (state.head, changes.dirty), state.policy)
    bench = bench_of(state, seen, found, beside)
    items = list(noted.take(bases(bench, found.documents.values())))
    shelf.begin()
    if shelf.about != about.json:
        raise Overtaken("the index was changed by another process")
    compared = _replace(shelf, about, bench, _Coming(paths, items, beside))
    gone = (about.volatile - paths) | noted.volatile
    return replace(
        about,
        ground=ground_of(state),
        tip=state.head,
        side=state.side.kind,
        trusted=state.side.oid,
        trail=state.side.trail,
        dirty=frozenset((*changes.dirty, *changes.copies.intersection(changed))),
        volatile=frozenset(gone),
        sided=(about.sided - paths) | noted.sided,
        keyring="" if noted.rests_on_keyring or about.keyring is not None else None,
        reviews=compared.of_here,
        notes=state.notes,
    )


def _changes(shelf: Shelf, state: State, about: About, changed: Collection[str]) -> _Changes | None:
    commits = _commits(state, about.tip)
    if commits is None or any(map(_says_what_documents_are, _paths(commits))):
        return None
    if not _is_ahead(state, about.trusted):
        return None
    documents = state.documents({*changed, *_paths(commits)})
    asked = (*documents, *_in_question(shelf, state, about, commits))
    paths = frozenset((*asked, *state.documents(state.copies_beside(asked))))
    hidden = _hidden(state, paths.difference(changed))
    found = gather(state.entries(paths - hidden), state.policy)
    copies = state.copies(paths)
    dirty = _dirty(state, found, paths - copies)
    return _Changes(paths, hidden, found, dirty, copies, tuple(commits))


def _in_question(
    shelf: Shelf, state: State, about: About, commits: Iterable[Commit]
) -> Iterator[str]:
    """Where verdicts may be others though no document is."""
    yield from (*about.dirty, *about.volatile)
    if state.side.oid != about.trusted:
        yield from about.reviews
    if (state.side.oid, state.head) != (about.trusted, about.tip):
        yield from about.sided
    named = {consent.id for commit in commits for consent in consents(commit.message)}
    named |= _ids(shelf.items(about.dirty))  # what was not committed may have doubled them
    yield from (item.path for item in shelf.named(named))


def _ids(items: Iterable[Item]) -> set[str]:
    found = (fields.record_id(item.record or {}) for item in items)
    return {each for each in found if each is not None}


def _is_ahead(state: State, trusted: str | None) -> bool:
    """Whether the trusted side is where it was, or went on from there."""
    now = state.side.oid
    if trusted is None or now is None:
        return trusted == now
    return trusted == now or _leads_to(state.records.repository, trusted, now)


def _commits(state: State, tip: str | None) -> list[Commit] | None:
    """The commits since the shelf's, None where they are too many or do not lead from there."""
    repository = state.records.repository
    if state.head == tip:
        return []
    if state.head is None or tip is None or not _leads_to(repository, tip, state.head):
        return None
    commits = list(repository.history(state.head, (tip,)))
    return commits if len(commits) <= _MOST_COMMITS else None


def _leads_to(repository: Repository, one: str, other: str) -> bool:
    try:
        return repository.is_ancestor(one, other)
    except CannotRun:  # it is not here any more
        return False


def _says_what_documents_are(path: str) -> bool:
    return path.startswith(_CONFIG_FOLDER) or says_of_conversion(path)


def _hidden(state: State, paths: Iterable[str]) -> frozenset[str]:
    """Those of some paths, at which git sees no change, where the work tree has no document.

    What HEAD does not have there either is ignored by now, or belongs to another repository.
    """
    return frozenset(path for path, blob in _at_head(state, paths) if blob is None)


def _at_head(state: State, paths: Iterable[str]) -> Iterable[tuple[str, str | None]]:
    asked = sorted(paths)
    places = [] if state.head is None else [(state.head, path) for path in asked]
    blobs = state.records.repository.blob_ids(places) if places else [None] * len(asked)
    return zip(asked, blobs, strict=True)


def _paths(commits: Iterable[Commit]) -> Iterator[str]:
    return (change.path for row in commits for changes in row.changes for change in changes)


def _dirty(state: State, found: Gathered, paths: Iterable[str]) -> dict[str, str | None]:
    """What the work tree has otherwise than HEAD at some paths."""
    here = found.blobs
    return {path: here.get(path) for path, blob in _at_head(state, paths) if here.get(path) != blob}


def _near(shelf: Shelf, state: State, about: About, changes: _Changes) -> Near | None:
    repository, roots = state.records.repository, state.records.settings.roots
    head = state.head
    if head is None:
        return None
    before = dict(_at_head(state, about.dirty))

    def namesakes(names: Collection[str]) -> Collection[str]:
        """Where documents bear one of these names, as they are now."""
        found = {item.path for item in shelf.named(names) if not item.is_reviewed_version}
        fresh = {path for path, own in _named(changes.found) if not own.isdisjoint(names)}
        return found - changes.paths | fresh

    def look(connection: sqlite3.Connection) -> Near | None:
        """Ask history about what changed, and about nothing else."""
        return Looker(repository, roots, connection).near(
            head,
            dirty={**before, **changes.dirty},
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


def _replace(shelf: Shelf, about: About, bench: Bench, coming: _Coming) -> Compared:
    """Put items in the place of what lay at their paths, and settle all whom that concerns."""
    former = [*shelf.items(coming.paths), *shelf.reviewed_versions()]
    shelf.drop({*coming.paths} - {item.path for item in coming.items})
    shelf.put(map(Relations(shelf, Compared(coming.beside.side)).alone, coming.items))
    compared = compare(coming.beside, shelf.items)
    relations = Relations(shelf, compared)
    known = _known(former, about, coming, compared)
    reviewed = [*map(relations.alone, trusted_items(bench, coming.beside, compared, known))]
    kept = {key_of(item) for item in reviewed}
    gone = [item.path for item in former if item.is_reviewed_version and key_of(item) not in kept]
    shelf.drop(gone, reviewed=True)
    shelf.put(reviewed)
    moved = {path for path, _ in about.reviews.items() ^ compared.of_here.items()}
    concerned = shelf.items({*coming.paths, *moved})
    names = {name for item in former for name in _spelled(item)}
    relations.settle([*concerned, *reviewed], names)
    return compared


def _known(
    former: Iterable[Item], about: About, coming: _Coming, compared: Compared
) -> dict[str, Item]:
    """The reviewed versions, by path, of which history says what it said before."""
    if about.trusted != coming.beside.side.oid:
        return {}
    documents = coming.beside.trusted.documents
    fresh = frozenset(coming.paths)
    return {
        item.path: item
        for item in former
        if item.is_reviewed_version
        and item.path in compared.became
        and compared.became[item.path] not in fresh
        and documents[item.path].blob == item.blob
    }


def _spelled(item: Item) -> Collection[str]:
    """All references that mean an item, or did."""
    return claims_of(item.record or {}, item.path, item.root).spellings
