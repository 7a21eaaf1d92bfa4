"""Records of a range that the trusted side has changed since both parted (DESIGN 12)."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from sgm_git.record.absent import ABSENT
from sgm_git.record.masking import masked
from sgm_git.record.merge import TEXT, merge
from sgm_git.record.pointer import render
from sgm_git.record.spoken import listed, quoted
from sgm_git.workflows.review.model import Concern, ConcernKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.record.merge import Conflict
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.diffing import RecordDiff

GO_TOGETHER = ": both go together"
"""What follows of two states that do not conflict."""
_SHOWN = 3
_WILL_STOP = ", and the merge will stop: they conflict in "


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
    """Whether both changes go together, or what the other side has; empty where nobody can tell."""
    base, mine = ours.records
    other = theirs.records[1]
    if mine is None or other is None:
        return ""
    conflicts = _conflicts(base, mine, other)
    if not conflicts:
        return GO_TOGETHER
    return _WILL_STOP + _places([f"{_place(each)} ({_theirs(each)})" for each in conflicts])


def merge_words(base: JsonObject | None, mine: JsonObject, other: JsonObject) -> str:
    """Whether both states of a record go together, or else where not: what follows a sentence.

    What a record says comes before who said it; what is not named is counted.
    """
    places = list(map(_place, _conflicts(base, mine, other)))
    return f": they conflict in {_places(places)}" if places else GO_TOGETHER


def _conflicts(base: JsonObject | None, mine: JsonObject, other: JsonObject) -> list[Conflict]:
    return sorted(merge(base, mine, other).conflicts, key=_weight)


def _weight(conflict: Conflict) -> tuple[bool, bool]:
    return conflict.pointer != TEXT, conflict.pointer[:1] == ("provenance",)


def _place(conflict: Conflict) -> str:
    return render(conflict.pointer)


def _places(places: list[str]) -> str:
    more = len(places) - _SHOWN
    return listed([*places[:_SHOWN], *([f"{more} more"] if more > 0 else [])])


def _theirs(conflict: Conflict) -> str:
    """What the other side has there, in short; of a text its first line that differs."""
    mine, other = conflict.ours, conflict.theirs
    if other is ABSENT:
        return "gone there"
    if conflict.pointer != TEXT or not (isinstance(mine, str) and isinstance(other, str)):
        return f"there {quoted(other)}"
    lines = zip_longest(*(masked(text).splitlines() for text in (mine, other)))
    found = next((line for ours, line in lines if ours != line), None)
    return "there it ends before" if found is None else f"there {quoted(found)}"
