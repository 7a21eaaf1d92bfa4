"""Which document of a parent a record was before a commit (DESIGN section 2).

Identity is the id with its root, not the path: a record is followed by id through renames, swaps
and copies, by its ``aliases`` through a renaming of the id, and into another root where the id is
gone from there. What cannot be read, or has no id yet, is followed by its path.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.witness.delta import Delta, Doc, Docs, Key
    from sgm_git.witness.facts import Facts


class Relation(Enum):
    """How a document stands to what it was in a parent."""

    ABSENT = auto()  # there was none
    SAME = auto()
    STAMPED = auto()  # only modified, modified_at or modified_by differ
    UNREADABLE = auto()  # it was there and could not be read
    CHANGED = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """What a record was in one parent; ``is_unclear``: several documents might have been it."""

    relation: Relation
    doc: Doc | None = None
    is_unclear: bool = False


NOTHING = Look(Relation.ABSENT)
_ALIKE = (Relation.SAME, Relation.STAMPED)


def relation(facts: Facts | None, before: Facts | None) -> Relation:
    """Compare two readable states; what cannot be read compares as unreadable."""
    if facts is None or before is None:
        return Relation.UNREADABLE
    if facts.meaning != before.meaning:
        return Relation.CHANGED
    return Relation.SAME if facts.stamps == before.stamps else Relation.STAMPED


def look(doc: Doc, docs: Docs, delta: Delta, is_there: Callable[[Key], bool] | None) -> Look:
    """Find what the record in ``doc`` was in the parent that ``delta`` is against.

    ``docs`` are the documents of its own name in that parent. ``is_there`` tells of a key whether
    the commit itself has documents of it: such a history is another's. None for a merge commit,
    where another root's record counts if it means the same (a subtree merge).
    """
    if docs:
        return _among(doc, list(docs.values()))
    in_place = delta.gone_at.get(doc.path)
    if in_place is not None and (in_place.is_nameless or _has_no_id(doc)):
        return _seen(doc, in_place)
    for group in _elsewhere(doc, delta):
        found = [each for each in group if _may_be(doc, each, is_there)]
        if found:
            return _among(doc, found)
    return NOTHING


def _may_be(doc: Doc, before: Doc, is_there: Callable[[Key], bool] | None) -> bool:
    if is_there is None:
        return relation(doc.facts, before.facts) in _ALIKE
    return not is_there(before.key)


def created_at(facts: Facts | None) -> str | None:
    """The declared time of creation as canonical JSON, None where there is none."""
    if facts is None or "created_at" not in facts.claims:
        return None
    return canonical(facts.claims["created_at"])


def _elsewhere(doc: Doc, delta: Delta) -> Iterator[list[Doc]]:
    """Documents that may be the record under another name, the likeliest group first."""
    if doc.facts is None:
        yield delta.gone_unread(doc.blob)
        return
    if doc.facts.id is not None:
        yield from _near_first(delta.gone_named(doc.facts.id))
    former = [each for alias in doc.facts.aliases for each in delta.gone_named(alias)]
    yield [each for each in former if each.key[0] == doc.key[0]]
    yield from _near_first(former)


def _near_first(docs: list[Doc]) -> Iterator[list[Doc]]:
    yield [each for each in docs if each.key[0] is not None]
    yield docs


def _has_no_id(doc: Doc) -> bool:
    return doc.facts is not None and doc.is_nameless


def _among(doc: Doc, candidates: list[Doc]) -> Look:
    """The one at the same path, else the only one, else the only one that means the same."""
    alike = [each for each in candidates if relation(doc.facts, each.facts) in _ALIKE]
    for found in ([each for each in candidates if each.path == doc.path], candidates, alike):
        if len(found) == 1:
            return _seen(doc, found[0])
    return Look(Relation.ABSENT, is_unclear=True)


def _seen(doc: Doc, before: Doc) -> Look:
    is_untouched = doc.blob == before.blob
    return Look(Relation.SAME if is_untouched else relation(doc.facts, before.facts), before)
