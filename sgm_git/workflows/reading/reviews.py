"""How records stand beside the trusted side: only where the two differ is anything read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.record import fields
from sgm_git.store.copies import copies_among
from sgm_git.store.entry import Entry
from sgm_git.store.index.shelf_keys import names_of
from sgm_git.store.scan import revision_blobs, root_of_place
from sgm_git.store.subjects import subject_of
from sgm_git.witness.reading import Review
from sgm_git.witness.review import Side, alike, review_of
from sgm_git.witness.trust import Trust
from sgm_git.workflows.reading.bases import Own
from sgm_git.workflows.reading.gather import Gathered, gather

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.policy.paths import Root
    from sgm_git.store.index.shelf_item import Item
    from sgm_git.store.records import Records
    from sgm_git.workflows.reading.gather import Document
    from sgm_git.workflows.reading.sides import TrustedSide


@dataclass(frozen=True, slots=True)
class Apart:
    """What the trusted side has where it differs from the state that is read.

    ``roots`` has all places at which the two differ, each with the root of what lies there;
    ``trusted`` is what lies there on the trusted side.
    """

    side: TrustedSide
    roots: Mapping[str, Root] = field(default_factory=dict)
    trusted: Gathered = field(default_factory=Gathered)

    @property
    def paths(self) -> frozenset[str]:
        """All places at which the two differ."""
        return frozenset(self.roots)

    def subjects(self, records: Records, paths: Collection[str]) -> Iterator[Subject]:
        """Read some of the trusted side's documents again."""
        known = {path: root for path, root in self.roots.items() if path in paths}
        return map(subject_of, _entries(records, self.side.oid, known))


@dataclass(frozen=True, slots=True)
class Compared:
    """The reviews of records of a state by path, of those that differ from the trusted side.

    ``of_reviewed`` are those of records that were changed or removed here, as the trusted side
    has them: it has what was changed just so, and what was removed is removed here. ``became``
    says where those that were changed lie here.
    """

    side: TrustedSide
    of_here: Mapping[str, Review] = field(default_factory=dict)
    of_reviewed: Mapping[str, Review] = field(default_factory=dict)
    became: Mapping[str, str] = field(default_factory=dict)

    @property
    def alike(self) -> Review:
        """The review of a record that means the same on both sides."""
        return alike(self.side.kind)


def apart(
    records: Records,
    side: TrustedSide,
    state: tuple[str | None, Collection[str]],
    policy: CheckPolicy,
) -> Apart:
    """Find where a state and the trusted side differ; only what differs is read.

    The state is a commit (None: none yet), and the paths at which it has something else than that.
    Raises CannotRun where git cannot tell.
    """
    if side.kind is Side.UNRESOLVED:
        return Apart(side)
    head, dirty = state
    known: dict[str, Root] = {}
    for path in {*_differing(records, side.oid, head), *dirty}:
        root = root_of_place(records.settings.roots, path)
        if root is not None:
            known[path] = root
    return Apart(side, known, gather(_records(records, side.oid, known), policy))


def _differing(records: Records, trusted: str | None, head: str | None) -> Collection[str]:
    if trusted == head:
        return ()
    repository, roots = records.repository, records.settings.roots
    if trusted is None or head is None:
        return revision_blobs(repository, roots, trusted or head or "")
    return repository.tree_changes(trusted, head, roots.prefixes)


def _records(records: Records, oid: str | None, known: Mapping[str, Root]) -> Iterator[Entry]:
    """What a commit has at some paths, but for a sync client's copies."""
    roots = records.settings.roots

    def load(paths: Collection[str]) -> Iterator[Entry]:
        found = {path: root for path in paths if (root := root_of_place(roots, path)) is not None}
        return _entries(records, oid, found)

    copies = copies_among(known, load)
    return (entry for entry in _entries(records, oid, known) if entry.path not in copies)


def _entries(records: Records, oid: str | None, known: Mapping[str, Root]) -> Iterator[Entry]:
    """The plain files that a commit has at some paths, but for those over the limit."""
    places = [] if oid is None else [(oid, path) for path in sorted(known)]
    found = records.repository.blob_ids(places) if places else []
    blobs = {path: blob for (_, path), blob in zip(places, found, strict=True) if blob}
    contents = records.repository.read_blobs([*blobs.values()], limit=STANDARD.document)
    for (path, blob), (_, data) in zip(blobs.items(), contents, strict=True):
        if len(data) <= STANDARD.document:
            yield Entry(known[path], path, blob, data)


def compare(apart: Apart, at: Callable[[Collection[str]], Iterable[Item]]) -> Compared:
    """Hold the records of the state that differ against those of the trusted side.

    ``at`` gives the items of the state at some paths.
    """
    here = sorted(
        (item for item in at(sorted(apart.paths)) if item.record is not None),
        key=lambda item: item.path,
    )
    origins = _Origins(apart)
    pairs = origins.pairs(here)
    found = {item.path: _review(item, pairs[item.path]) for item in here}
    changed = {path: origin for path, origin in pairs.items() if not _is_alike(found[path], origin)}
    reviewed: dict[str, Review] = dict.fromkeys(origins.left, Review.REMOVED_HERE)
    reviewed |= {each.path: alike(apart.side.kind) for each in changed.values() if each is not None}
    became = {each.path: path for path, each in changed.items() if each is not None}
    return Compared(apart.side, {path: found[path] for path in changed}, reviewed, became)


def _review(item: Item, origin: Document | None) -> Review:
    """How a record stands beside what it was; one that was spoilt on the way is another."""
    there = None if origin is None else origin.meaning
    found = review_of(item.meaning, there, Side.RESOLVED)
    return Review.CHANGED_HERE if found is Review.REVIEWED and _spoils(item, origin) else found


def _is_alike(review: Review, origin: Document | None) -> bool:
    return review is Review.REVIEWED and origin is not None


def _spoils(item: Item, origin: Document | None) -> bool:
    """Whether a record that means the same is disputed for how it was changed here."""
    is_changed = origin is not None and item.blob != origin.blob
    return is_changed and Own.of(item).trust is Trust.DISPUTED


class _Origins:
    """What records of the state were on the trusted side: each of those is given away once."""

    def __init__(self, apart: Apart) -> None:
        readable = [each for each in apart.trusted.documents.values() if each.text is not None]
        self.left = {each.path: each for each in readable}
        self._by_name: dict[str, list[Document]] = defaultdict(list)
        for each in readable:
            name = fields.record_id(each.record)
            self._by_name[name or ""].append(each)

    def pairs(self, here: Iterable[Item]) -> dict[str, Document | None]:
        """Give what each record was, by its path; those that stayed where they were come first."""
        at_home = {item.path: (item, self._at_home(item)) for item in here}
        return {
            path: self._elsewhere(item) if found is None else found
            for path, (item, found) in at_home.items()
        }

    def _at_home(self, item: Item) -> Document | None:
        """The record of the same id at the same path."""
        document = self.left.get(item.path)
        if document is None or not _share_id(document, item):
            return None
        return self.left.pop(item.path)

    def _elsewhere(self, item: Item) -> Document | None:
        """The record of the same id, or of one that it had, wherever it lay.

        In its own root it may mean something else; one of another root moved here as it was.
        """
        for name in names_of(item.record or {}):
            found = [each for each in self._by_name[name] if each.path in self.left]
            own = [each for each in found if each.root == item.root]
            same = [each for each in found if each.meaning == item.meaning]
            for group in ([each for each in own if each in same], own, same):
                if group:
                    return self.left.pop(min(each.path for each in group))
        return None


def _share_id(document: Document, item: Item) -> bool:
    return fields.record_id(document.record) == fields.record_id(item.record or {})
