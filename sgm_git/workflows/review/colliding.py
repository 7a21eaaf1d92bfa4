"""Tells which records of two open branches do not go together (DESIGN 8, 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.meanwhile import GO_TOGETHER, merge_words
from sgm_git.workflows.review.meeting import meetings
from sgm_git.workflows.review.model import Collision
from sgm_git.workflows.review.naming import Names, nobody
from sgm_git.workflows.review.partings import REMOVED, settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.review.naming import Known, Name
    from sgm_git.workflows.review.partings import Ending, Parting


class Sides(NamedTuple):
    """What both branches do, and what else is ``known`` to those who write references.

    ``base_is_ours``: both come from where ours parted. ``is_trusted``: the other one is the
    trusted end; then what both do to one document is told beside its record already.
    """

    branch: str
    ours: Parting
    theirs: Parting
    base_is_ours: bool = True
    known: Known = nobody
    is_trusted: bool = False


def colliding(sides: Sides) -> Iterator[Collision]:
    """Give what collides: the gravest kinds first, each in the order of paths.

    Two changes of one record that go together come last.
    """
    looks = (*sides.ours.looks, *sides.theirs.looks)
    names = Names((sides.known, *(look.named for look in looks)))
    both = sides._replace(ours=settled(sides.ours, names), theirs=settled(sides.theirs, names))
    kinds = (_same_ids(both), _former_ids(both), _superseded(both), _same_records(both))
    found = [each for kind in kinds for each in sorted(kind, key=_place)]
    found += sorted(_rules(both, names), key=_place)
    yield from sorted(found, key=goes_together)


def _place(each: Collision) -> tuple[str, str, str]:
    return each.ours, each.theirs, each.text


def goes_together(each: Collision) -> bool:
    """Whether both change one record so that a merge takes both."""
    return each.kind == "same-record" and each.text.endswith(GO_TOGETHER)


def _same_ids(sides: Sides) -> Iterator[Collision]:
    ours, theirs = sides.ours.brought, sides.theirs.brought
    for name in ours.keys() & theirs.keys():
        mine, other = ours[name], theirs[name]
        if mine.path != other.path:
            text = f"both bring a record {quoted(name[1])}"
            yield Collision("same-id", sides.branch, mine.path, other.path, text)
        elif mine.blob != other.blob and not sides.is_trusted:
            text = f"both bring a record {quoted(name[1])}{_together(None, mine, other)}"
            yield Collision("same-id", sides.branch, mine.path, other.path, text)
    if not sides.is_trusted:
        yield from _same_files(sides)


def _same_files(sides: Sides) -> Iterator[Collision]:
    files = {each.path: name for name, each in sides.ours.brought.items()}
    for name, other in sides.theirs.brought.items():
        if files.get(other.path, name) != name:
            text = "both bring a file of this name, with another record in it"
            yield Collision("same-record", sides.branch, other.path, other.path, text)


def _former_ids(sides: Sides) -> Iterator[Collision]:
    """Records that say that they had an id once by which the other branch brings a record."""
    ours, theirs = sides.ours, sides.theirs
    for name in (ours.formerly.keys() & theirs.brought.keys()) - ours.brought.keys():
        mine, other = ours.formerly[name], theirs.brought[name]
        text = f"{quoted(name[1])} is a former id here, and that of a new record there"
        yield Collision("same-id", sides.branch, mine.path, other.path, text)
    for name in (theirs.formerly.keys() & ours.brought.keys()) - theirs.brought.keys():
        mine, other = ours.brought[name], theirs.formerly[name]
        text = f"{quoted(name[1])} is the id of a new record here, and a former one there"
        yield Collision("same-id", sides.branch, mine.path, other.path, text)


def _superseded(sides: Sides) -> Iterator[Collision]:
    ours, theirs = sides.ours, sides.theirs
    for name, path, done in _touched(theirs, ours):
        ending = ours.ended[name]
        if _is_news(sides, ending):
            text = f"{quoted(name[1])} is {ending.text} here, and {done} there"
            yield Collision("superseded", sides.branch, ending.path, path, text)
    for name, path, done in _touched(ours, theirs):
        ending = theirs.ended[name]
        if _is_news(sides, ending):
            text = f"{quoted(name[1])} is {done} here, and {ending.text} there"
            yield Collision("superseded", sides.branch, path, ending.path, text)
    for name in ours.ended.keys() & theirs.ended.keys():
        mine, other = ours.ended[name], theirs.ended[name]
        if not _end_alike(sides, name):
            text = f"{quoted(name[1])} is {mine.text} here, and {other.text} there"
            yield Collision("superseded", sides.branch, mine.path, other.path, text)


def _touched(one: Parting, other: Parting) -> Iterator[tuple[Name, str, str]]:
    """What one brings or changes of what ends in the other: name, path, and what it does."""
    for name in one.edits.keys() & other.ended.keys():
        yield name, one.edits[name].entry.path, "edited"
    for name in (one.brought.keys() & other.successors.keys()) - other.brought.keys():
        if name not in one.ended:
            yield name, one.brought[name].path, "new"


def _is_news(sides: Sides, ending: Ending) -> bool:
    return not (sides.is_trusted and ending.text == REMOVED)


def _end_alike(sides: Sides, name: Name) -> bool:
    """Whether both let a record end so that it does not matter which counts."""
    mine, other = (each.successors.get(name, {}).keys() for each in (sides.ours, sides.theirs))
    if mine or other:
        return mine == other
    return sides.ours.ended[name].text == sides.theirs.ended[name].text


def _same_records(sides: Sides) -> Iterator[Collision]:
    ours, theirs = sides.ours.edits, sides.theirs.edits
    for name in () if sides.is_trusted else ours.keys() & theirs.keys():
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


def _rules(sides: Sides, names: Names) -> Iterator[Collision]:
    ours = _own_rules(sides.ours, sides.theirs)
    theirs = _own_rules(sides.theirs, sides.ours)
    for each in meetings(ours, theirs, names):
        yield Collision("rules-meet", sides.branch, each.ours.path, each.theirs.path, each.text)


def _own_rules(one: Parting, other: Parting) -> dict[Name, Entry]:
    """Those that the other branch lets hold, and has not the very same."""
    return {
        name: rule
        for name, rule in one.rules.items()
        if name not in other.ended
        if name not in other.rules or other.rules[name].blob != rule.blob
    }
