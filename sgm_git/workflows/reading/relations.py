"""What others say of a record: namesakes, successors, and the trusted side (DESIGN section 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted
from sgm_git.witness import standing
from sgm_git.witness.reading import Review, Standing, Taken
from sgm_git.witness.references import claims_of, possible_names
from sgm_git.witness.review import Side, as_bound, binds, is_backed
from sgm_git.witness.review_notes import BINDS_NOBODY, note_of_here, note_of_reviewed
from sgm_git.witness.supersession import circles, succession
from sgm_git.witness.trust import Trust
from sgm_git.workflows.reading.bases import Own, own_note

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.record.value import JsonObject
    from sgm_git.store.index.shelf import Shelf
    from sgm_git.store.index.shelf_item import Item
    from sgm_git.witness.references import Claims, Key
    from sgm_git.witness.supersession import Succession
    from sgm_git.workflows.reading.reviews import Compared

_SHOWN = 3


def key_of(item: Item) -> Key:
    """What tells an item from all others."""
    return item.path, item.is_reviewed_version


@dataclass(frozen=True, slots=True)
class Relations:
    """Works out what others say of records, from a shelf that holds them all."""

    shelf: Shelf
    compared: Compared

    def settle(self, items: Iterable[Item], names: Collection[str] = ()) -> None:
        """Bring up to date these items, all that bear ``names``, and all whom either may concern.

        Each must be on the shelf as ``bases`` has made it, or as it was settled before.
        """
        near = self._near(items, names)
        claims = {key: self._claims(item) for key, item in near.items()}
        look = _Look(self)
        told = {key: succession(each, look) for key, each in claims.items()}
        circle = circles({key: each.after for key, each in told.items()})
        settled = (
            self._settled(item, told[key], is_in_circle=key in circle) for key, item in near.items()
        )
        self.shelf.put([item for item in settled if item != near[key_of(item)]])

    def _near(self, items: Iterable[Item], names: Collection[str]) -> dict[Key, Item]:
        """Give the items with all that are tied to them by names, of any length of chain."""
        found: dict[Key, Item] = {}
        step = {key_of(item): item for item in items if item.record is not None}
        wanted = set(names)
        asked: set[str] = set()
        while step or wanted:
            found |= step
            wanted |= {name for item in step.values() for name in _names(item)}
            fresh = wanted - asked
            asked |= fresh
            wanted = set()
            spelled = self._spelled(step) | fresh
            others = [
                *self.shelf.named(fresh),
                *self.shelf.superseding(spelled),
                *self.shelf.superseded_by(spelled),
            ]
            step = {key_of(item): item for item in others if key_of(item) not in found}
        return found

    def _spelled(self, items: Mapping[Key, Item]) -> set[str]:
        return {name for item in items.values() for name in self._claims(item).spellings}

    def review(self, item: Item) -> Review:
        """How an item stands beside the trusted side."""
        if item.is_reviewed_version:
            return self.compared.of_reviewed[item.path]
        return self.compared.of_here.get(item.path, self.compared.alike)

    def _is_backed(self, item: Item) -> bool:
        side = self.compared.side.kind
        return is_backed(self.review(item), side, is_reviewed_version=item.is_reviewed_version)

    def claims(self, items: Iterable[Item]) -> list[Claims]:
        """Give what items say of supersession."""
        return [self._claims(item) for item in items if item.record is not None]

    def _claims(self, item: Item) -> Claims:
        return claims_of(
            item.record or {},
            item.path,
            item.root,
            is_reviewed=self._is_backed(item),
            is_reviewed_version=item.is_reviewed_version,
        )

    def _settled(self, item: Item, told: Succession, *, is_in_circle: bool) -> Item:
        own = Own.of(item)
        others = self._namesakes(item)
        wrong = [*own.wrong, *([_doubled(item, others)] if others else ())]
        if is_in_circle:
            wrong.append("L507 it supersedes itself, through others")
        trust = own.trust if len(wrong) == len(own.wrong) else Trust.DISPUTED
        review = self.review(item)
        held = replace(item, review=review, trust=trust, wrong=tuple(wrong))
        taken, _ = standing.base_standing(item.record or {}, is_superseded=told.is_superseded)
        notes = (*told.notes, *self._notes(held, taken))
        held = replace(held, successors=told.successors, notes=notes)
        return self.bound(replace(held, standing=taken))

    def alone(self, item: Item) -> Item:
        """Give an item as it is if no other record has anything to say of it."""
        held = replace(item, review=self.review(item))
        return self.bound(replace(held, notes=tuple(self._notes(held, item.standing))))

    def bound(self, item: Item) -> Item:
        """Give an item with the standing that it has if it does not bind."""
        is_binding = is_bound(item, self.compared.side.kind)
        taken = as_bound(Taken(item.standing, item.word), is_binding=is_binding)
        return replace(item, standing=taken.standing)

    def _namesakes(self, item: Item) -> list[Item]:
        """All others of the same root and id; of what is reviewed, only what is reviewed, too.

        A reviewed record is not disputed by one that nobody reviewed, nor cleared where its
        namesake was removed here.
        """
        name = fields.record_id(item.record or {})
        if name is None:
            return []
        counts = self._is_backed if self._is_backed(item) else _is_here
        return [
            each
            for each in self.shelf.named([name])
            if each.root == item.root and fields.record_id(each.record or {}) == name
            if key_of(each) != key_of(item) and counts(each)
        ]

    def _notes(self, item: Item, taken: Standing) -> Iterator[str]:
        own, here = own_note(item), note_of_here(item.review)
        if own is not None:
            yield own
        if item.is_reviewed_version:
            yield note_of_reviewed(item.review, is_disputed=item.trust is Trust.DISPUTED)
        elif here is not None:
            yield here
        elif taken is Standing.IN_FORCE and self.compared.side.kind is Side.UNRESOLVED:
            yield BINDS_NOBODY


def _is_here(item: Item) -> bool:
    return not item.is_reviewed_version


def _doubled(item: Item, others: list[Item]) -> str:
    paths = listed(sorted(each.path for each in others)[:_SHOWN])
    return f"L501 the id {quoted(fields.record_id(item.record or {}))} is also that of {paths}"


def is_bound(item: Item, side: Side) -> bool:
    """Whether an item is a rule that its reader must follow."""
    kind = fields.record_type(item.record or {})
    is_reviewed = item.is_reviewed_version
    return binds(
        item.standing, kind, item.review, item.trust, side, is_reviewed_version=is_reviewed
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """Finds the claims of others on the shelf (``supersession.Lookup``)."""

    relations: Relations

    def named(self, names: Collection[str]) -> Iterable[Claims]:
        return self.relations.claims(self.relations.shelf.named(names))

    def superseding(self, references: Collection[str]) -> Iterable[Claims]:
        return self.relations.claims(self.relations.shelf.superseding(references))


def _names(item: Item) -> Iterator[str]:
    """The names that an item bears, and those of whom it names as before or after it."""
    record: JsonObject = item.record or {}
    name = fields.record_id(record)
    yield from ([] if name is None else [name])
    yield from fields.aliases(record)
    for kind in ("superseded_by", "supersedes"):
        for each in fields.annotated_references(record, kind):
            yield from possible_names(each.id)
