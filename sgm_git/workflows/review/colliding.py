"""Tells which records of two open branches do not go together (DESIGN 8, 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.meanwhile import merge_words
from sgm_git.workflows.review.meeting import meetings
from sgm_git.workflows.review.model import Collision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.review.partings import Name, Parting


class Sides(NamedTuple):
    """What both branches do; ``base_is_ours``: both come from where ours parted."""

    branch: str
    ours: Parting
    theirs: Parting
    base_is_ours: bool = True


def colliding(sides: Sides) -> Iterator[Collision]:
    """Give what collides: the gravest kinds first, each in the order of paths."""
    for found in (_same_ids(sides), _superseded(sides), _same_records(sides), _rules(sides)):
        yield from sorted(found, key=lambda each: (each.ours, each.theirs, each.text))


def _same_ids(sides: Sides) -> Iterator[Collision]:
    ours, theirs = sides.ours.brought, sides.theirs.brought
    for name in ours.keys() & theirs.keys():
        mine, other = ours[name], theirs[name]
        if mine.path != other.path:
            text = f"both bring a record {quoted(name[1])}"
            yield Collision("same-id", sides.branch, mine.path, other.path, text)
        elif mine.blob != other.blob:
            text = f"both bring a record {quoted(name[1])}{_together(None, mine, other)}"
            yield Collision("same-id", sides.branch, mine.path, other.path, text)
    files = {each.path: name for name, each in ours.items()}
    for name, other in theirs.items():
        if files.get(other.path, name) != name:
            text = "both bring a file of this name, with another record in it"
            yield Collision("same-record", sides.branch, other.path, other.path, text)


def _superseded(sides: Sides) -> Iterator[Collision]:
    ours, theirs = sides.ours, sides.theirs
    for name in ours.ended.keys() & theirs.edits.keys():
        ending, path = ours.ended[name], theirs.edits[name].entry.path
        text = f"{quoted(name[1])} is {ending.text} here, and edited there"
        yield Collision("superseded", sides.branch, ending.path, path, text)
    for name in theirs.ended.keys() & ours.edits.keys():
        ending, path = theirs.ended[name], ours.edits[name].entry.path
        text = f"{quoted(name[1])} is edited here, and {ending.text} there"
        yield Collision("superseded", sides.branch, path, ending.path, text)
    for name in ours.ended.keys() & theirs.ended.keys():
        mine, other = ours.ended[name], theirs.ended[name]
        if not _end_alike(sides, name):
            text = f"{quoted(name[1])} is {mine.text} here, and {other.text} there"
            yield Collision("superseded", sides.branch, mine.path, other.path, text)


def _end_alike(sides: Sides, name: Name) -> bool:
    """Whether both let a record end so that it does not matter which counts."""
    mine, other = (each.successors.get(name, {}).keys() for each in (sides.ours, sides.theirs))
    if mine or other:
        return mine == other
    return sides.ours.ended[name].text == sides.theirs.ended[name].text


def _same_records(sides: Sides) -> Iterator[Collision]:
    ours, theirs = sides.ours.edits, sides.theirs.edits
    for name in ours.keys() & theirs.keys():
        mine, other = ours[name].after, theirs[name].after
        if mine is None or other is None or mine.blob == other.blob:
            continue
        base = (ours if sides.base_is_ours else theirs)[name].before
        text = f"both change {quoted(name[1])}{_together(base, mine, other)}"
        yield Collision("same-record", sides.branch, mine.path, other.path, text)


def _together(base: Entry | None, mine: Entry, other: Entry) -> str:
    if mine.record is None or other.record is None:
        return ""
    return merge_words(None if base is None else base.record, mine.record, other.record)


def _rules(sides: Sides) -> Iterator[Collision]:
    ours, theirs = (_own_rules(*each) for each in _both_ways(sides.ours, sides.theirs))
    for each in meetings(ours, theirs):
        yield Collision("rules-meet", sides.branch, each.ours.path, each.theirs.path, each.text)


def _both_ways(ours: Parting, theirs: Parting) -> tuple[tuple[Parting, Parting], ...]:
    return (ours, theirs), (theirs, ours)


def _own_rules(one: Parting, other: Parting) -> dict[Name, Entry]:
    """Those that the other branch lets hold, and has not the very same."""
    return {
        name: rule
        for name, rule in one.rules.items()
        if name not in other.ended
        if name not in other.rules or other.rules[name].blob != rule.blob
    }
