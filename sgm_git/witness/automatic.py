"""Takes away the merges that git or this program made by themselves (DESIGN 2, "version")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.record import fields, parts
from sgm_git.record.meaning import STAMPS
from sgm_git.record.value import same
from sgm_git.witness.life import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.witness.life import Event, Life


@dataclass(frozen=True, slots=True)
class Merge:
    """A record as a merge event has it, in what it came out of and in each merge base of that.

    A base is None where the record was not there; without any the parents are not related.
    """

    bases: tuple[JsonObject | None, ...]
    parents: tuple[JsonObject, ...]
    result: JsonObject


def is_merge(event: Event) -> bool:
    """Whether a version came out of several states, so that it may be theirs and nobody's own."""
    return event.kind is Kind.CHANGED and len(event.before) > 1


def without_automatic(life: Life, merge_of: Callable[[Event], Merge | None]) -> Life:
    """Give the life without its automatic merges.

    ``merge_of`` gives the records of an event that ``is_merge``, None where they are not to be
    had: then it stays a version. What only has stamps of its own remains as ``STAMPED``.
    """
    return replace(life, events=tuple(_left(life, merge_of)))


def _left(life: Life, merge_of: Callable[[Event], Merge | None]) -> Iterator[Event]:
    for event in life.events:
        merge = merge_of(event) if is_merge(event) else None
        if merge is None or not _makes_itself(merge):
            yield event
        elif not _has_stamps_of_a_parent(merge):
            yield replace(event, kind=Kind.STAMPED)


def _makes_itself(merge: Merge) -> bool:
    bases = merge.bases or (None,)
    return any(parts.automatic.is_automatic(base, merge.parents, merge.result) for base in bases)


def _has_stamps_of_a_parent(merge: Merge) -> bool:
    return any(same(_stamps(merge.result), _stamps(parent)) for parent in merge.parents)


def _stamps(record: JsonObject) -> JsonObject:
    return {name: v for name, v in fields.provenance(record).items() if name in STAMPS}
