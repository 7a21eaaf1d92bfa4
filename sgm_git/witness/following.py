"""Which document of a parent a record was before a commit (DESIGN section 2).

Identity is the id with its root, not the path: a record is followed by id through renames, swaps
and copies, by its ``aliases`` through a renaming of the id, and into another root where the id is
gone from there. What cannot be read, or has no id yet, is followed by its path.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from sgm_git.record.times import parse_rfc3339
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
    """What all spellings of a declared time of creation share; None where there is none."""
    if facts is None or "created_at" not in facts.claims:
        return None
    value = facts.claims["created_at"]
    moment = parse_rfc3339(value) if isinstance(value, str) else None
    return canonical(value) if moment is None else repr(moment)


def look_back(cursor: Cursor, delta: Delta, *, is_merge: bool) -> Look:
    """Find what a record was in the parent that ``delta`` is against."""
    doc, name = cursor.doc, cursor.name
    if doc is None:
        return _before_birth(cursor, delta)
    own = delta.before(name, cursor.docs) if doc.key == name else delta.gone.get(name, {})
    groups = [own] if own else _not_by_own_name(doc, name, delta, is_merge=is_merge)
    if not groups:
        return NOTHING
    before = _chosen(doc, groups, delta)
    if before is None:
        return UNCLEAR
    found = Relation.SAME if doc.blob == before.blob else relation(doc.facts, before.facts)
    return Look(found, before, own or delta.gone[before.key])


def _before_birth(cursor: Cursor, delta: Delta) -> Look:
    """Only a record that began at the same time was this one before it was deleted."""
    docs = delta.before(cursor.name, cursor.docs)
    if not docs:
        return NOTHING
    joined = [each for each in docs.values() if created_at(each.facts) == cursor.created]
    if not joined:
        return ANOTHERS
    return Look(Relation.SAME, joined[0], docs) if len(joined) == 1 else UNCLEAR


def _chosen(doc: Doc, groups: list[Docs], delta: Delta) -> Doc | None:
    """The one at the same path, else the only one, else the only one that means the same."""
    for docs in groups:
        if doc.path in docs:
            return docs[doc.path]
    if sum(map(len, groups)) > 1:
        groups = [delta.alike(docs, doc.facts) for docs in groups]
    first = next((each for docs in groups for each in docs.values()), None)
    return first if sum(map(len, groups)) == 1 else None


def _not_by_own_name(doc: Doc, name: Key, delta: Delta, *, is_merge: bool) -> list[Docs]:
    return _by_path(doc, name, delta) or _by_name(doc, delta, is_merge=is_merge)


def _by_path(doc: Doc, name: Key, delta: Delta) -> list[Docs]:
    """What stood there, if it or the record is known by its path alone; else the same bytes."""
    in_place = delta.gone_at.get(doc.path)
    if in_place is not None and (in_place.is_nameless or is_nameless(name)):
        return [{doc.path: in_place}]
    unread = delta.gone_unread(doc.blob) if doc.facts is None else None
    return [unread] if unread else []


def _by_name(doc: Doc, delta: Delta, *, is_merge: bool) -> list[Docs]:
    """What the record may have been under another name: the likeliest that there are."""
    for keys in _elsewhere(doc, delta):
        found = [docs for key in keys if (docs := _may_be(doc, key, delta, is_merge=is_merge))]
        if found:
            return found
    return []


def _elsewhere(doc: Doc, delta: Delta) -> Iterator[list[Key]]:
    """Names under which the record may have been, the likeliest group first."""
    if not doc.is_nameless:
        yield from _near_first(delta.gone_named(doc.key[1]))
    aliases = doc.facts.aliases if doc.facts is not None else ()
    former = [key for alias in dict.fromkeys(aliases) for key in delta.gone_named(alias)]
    yield [key for key in former if key[0] == doc.key[0]]
    yield from _near_first(former)


def _near_first(keys: list[Key]) -> Iterator[list[Key]]:
    yield [key for key in keys if key[0] is not None]
    yield keys


def _may_be(doc: Doc, key: Key, delta: Delta, *, is_merge: bool) -> Docs:
    """Another name's documents that may be the record: none if it goes on under that name.

    A merge may have that name from elsewhere (a subtree merge): there, what means the same counts.
    """
    docs = delta.gone[key]
    if key not in delta.come:
        return docs
    return delta.alike(docs, doc.facts) if is_merge else {}
