"""Records of a range that the trusted side has changed since both parted (DESIGN 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.merge import merge
from sgm_git.record.pointer import render
from sgm_git.record.spoken import listed
from sgm_git.workflows.review.model import Concern, ConcernKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.diffing import RecordDiff

GO_TOGETHER = ": both go together"
"""What follows of two states that do not conflict."""
_SHOWN = 3
_FIRST = "/content"


def meanwhile(ours: RecordDiff, since: Mapping[str, RecordDiff], name: str) -> Iterator[Concern]:
    """Give the concern about a record that the side ``name`` has changed, too.

    ``since`` is all that it changed, by where each lay before, or lies where it began there.
    """
    theirs = since.get((ours.before or ours.entry).path)
    said = "" if theirs is None or ours.before is ours.after else _said(ours, theirs)
    if said:
        yield Concern(ConcernKind.BEHIND, f"{name} {said}")


def _said(ours: RecordDiff, theirs: RecordDiff) -> str:
    """What is to be told of both changes; empty where both did the same."""
    mine, other = ours.after, theirs.after
    if mine is None:
        return "" if other is None else "changed it too"
    if other is None:
        return "removed it"
    return "" if mine.blob == other.blob else f"changed it too{_merged(ours, theirs)}"


def _merged(ours: RecordDiff, theirs: RecordDiff) -> str:
    """Whether both changes go together; empty where nobody can tell."""
    base, mine = ours.records
    other = theirs.records[1]
    return "" if mine is None or other is None else merge_words(base, mine, other)


def merge_words(base: JsonObject | None, mine: JsonObject, other: JsonObject) -> str:
    """Whether both states of a record go together, or else where not: what follows a sentence.

    What a record says comes before who said it; what is not named is counted.
    """
    conflicts = [render(each.pointer) for each in merge(base, mine, other).conflicts]
    if not conflicts:
        return GO_TOGETHER
    places = sorted(conflicts, key=_weight)
    more = len(places) - _SHOWN
    shown = [*places[:_SHOWN], *([f"{more} more"] if more > 0 else [])]
    return f": they conflict in {listed(shown)}"


def _weight(place: str) -> tuple[bool, bool]:
    return place != _FIRST, place.startswith("/provenance/")
