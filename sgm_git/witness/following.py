"""Which document of a parent a record was before a commit (DESIGN section 2).

Identity is the id with its root, not the path: a record is followed by id through renames, swaps
and copies, by its ``aliases`` through a renaming of the id, and into another root where the id is
gone from there. What cannot be read, or has no id yet, is followed by its path.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from sgm_git.record.value import canonical
from sgm_git.witness.delta import is_nameless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.witness.active import Cursor
    from sgm_git.witness.delta import Delta, Doc, Docs, Key
    from sgm_git.witness.facts import Facts


class Relation(Enum):
    """How a document stands to what it was in a parent."""

    ABSENT = auto()  # there was none
    SAME = auto()
    STAMPED = auto()  # only modified, modified_at or modified_by differ
    CHANGED = auto()
    UNREADABLE = auto()  # one of the two, or both otherwise
    UNCLEAR = auto()  # several documents might have been it


@dataclass(frozen=True, slots=True)
class Look:
    """What a record was in one parent, and the documents there among which it stood."""

    relation: Relation
    doc: Doc | None = None
    docs: Docs = field(default_factory=dict)


NOTHING = Look(Relation.ABSENT)
UNCLEAR = Look(Relation.UNCLEAR)
ANOTHERS = Look(Relation.CHANGED)  # a record that is not there yet: its id was another's
_ALIKE = (Relation.SAME, Relation.STAMPED)


def relation(facts: Facts | None, before: Facts | None) -> Relation:
    """Compare two readable states; what cannot be read compares as unreadable."""
    if facts is None or before is None:
        return Relation.UNREADABLE
    if facts.meaning != before.meaning:
        return Relation.CHANGED
    return Relation.SAME if facts.stamps == before.stamps else Relation.STAMPED


def created_at(facts: Facts | None) -> str | None:
    """The declared time of creation as canonical JSON, None where there is none."""
    if facts is None or "created_at" not in facts.claims:
        return None
    return canonical(facts.claims["created_at"])


def look_back(cursor: Cursor, delta: Delta, *, is_merge: bool) -> Look:
    """Find what a record was in the parent that ``delta`` is against."""
    doc, name = cursor.doc, cursor.name
    if doc is None:
        return _before_birth(cursor, delta)
    docs = delta.before(name, cursor.docs) if doc.key == name else delta.gone.get(name, {})
    candidates = list(docs.values()) or _nameless(doc, name, delta)
    candidates = candidates or _other_names(doc, delta, is_merge=is_merge)
    if not candidates:
        return NOTHING
    before = _chosen(doc, candidates)
    if before is None:
        return UNCLEAR
    return Look(_relation(doc, before), before, docs or delta.gone[before.key])


def _relation(doc: Doc, before: Doc) -> Relation:
    return Relation.SAME if doc.blob == before.blob else relation(doc.facts, before.facts)


def _before_birth(cursor: Cursor, delta: Delta) -> Look:
    """Only a record that began at the same time was this one before it was deleted."""
    docs = delta.before(cursor.name, cursor.docs)
    if not docs:
        return NOTHING
    joined = [each for each in docs.values() if created_at(each.facts) == cursor.created]
    if not joined:
        return ANOTHERS
    return Look(Relation.SAME, joined[0], docs) if len(joined) == 1 else UNCLEAR


def _chosen(doc: Doc, candidates: list[Doc]) -> Doc | None:
    """The one at the same path, else the only one, else the only one that means the same."""
    alike = [each for each in candidates if relation(doc.facts, each.facts) in _ALIKE]
    for found in ([each for each in candidates if each.path == doc.path], candidates, alike):
        if len(found) == 1:
            return found[0]
    return None


def _nameless(doc: Doc, name: Key, delta: Delta) -> list[Doc]:
    """What stood at the same path, where one of the two is known by its path alone."""
    before = delta.gone_at.get(doc.path)
    known = before is not None and (before.is_nameless or is_nameless(name))
    return [before] if before is not None and known else []


def _other_names(doc: Doc, delta: Delta, *, is_merge: bool) -> list[Doc]:
    """What the record may have been where its name was not: the likeliest that there are."""
    for group in _elsewhere(doc, delta):
        found = {each.path: each for each in group if _may_be(doc, each, delta, is_merge=is_merge)}
        if found:
            return list(found.values())
    return []


def _elsewhere(doc: Doc, delta: Delta) -> Iterator[list[Doc]]:
    """Documents under another name, the likeliest group first."""
    if doc.facts is None:
        yield delta.gone_unread(doc.blob)
        return
    if not doc.is_nameless:
        yield from _near_first(delta.gone_named(doc.key[1]))
    former = [each for alias in doc.facts.aliases for each in delta.gone_named(alias)]
    yield [each for each in former if each.key[0] == doc.key[0]]
    yield from _near_first(former)


def _near_first(docs: list[Doc]) -> Iterator[list[Doc]]:
    yield [each for each in docs if each.key[0] is not None]
    yield docs


def _may_be(doc: Doc, before: Doc, delta: Delta, *, is_merge: bool) -> bool:
    """Whether another name's document may be the record: not if it goes on under that name.

    A merge may have that name from elsewhere (a subtree merge): there, what means the same counts.
    """
    if before.key not in delta.come:
        return True
    return is_merge and relation(doc.facts, before.facts) in _ALIKE
