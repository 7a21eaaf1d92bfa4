"""Ways to put back an entry or item where, and as, it stood in an older state of a document.

It goes behind the nearest sibling that stood before it and is still there, else before the first
that stood behind it; among comments there to where most of them are as they were around it. Its
text is the old one, or a new one in the old place.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from sgm_git.document.emit import Site, entry_lines, flow_entry, inline, item_lines
from sgm_git.document.lines import blanks_before, shifted
from sgm_git.document.node import key_text
from sgm_git.document.source import (
    column,
    comma_end,
    content_start,
    gap_above,
    gap_below,
    line_start,
    parts_of,
)
from sgm_git.document.values import ELSEWHERE, place_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.document.changes import Insert, Set
    from sgm_git.document.document import Document
    from sgm_git.document.former import Former
    from sgm_git.document.node import Node
    from sgm_git.document.source import Part, Patch, Spot

_MOST = 200  # lines of a gap that are compared


def entry_again(document: Document, mapping: Node, change: Set, stood: Former) -> Iterator[Patch]:
    """Give ways to add an entry to a mapping that had it."""
    number, place, key = _number(mapping, stood), place_at(change.pointer[:-1]), change.pointer[-1]
    if mapping.flow:
        own = flow_entry(key, change.value, place)
        yield from _into_flow(document, mapping, number, [stood.inline, own])
        return
    indent = column(document.text, content_start(document.text, mapping))
    ours = entry_lines({key: change.value}, Site(indent, place, at_end=False))
    yield from _into_block(document, mapping, number, stood, ours)


def item_again(spot: Spot, change: Insert) -> Iterator[Patch]:
    """Give ways to put an item back into a list that had it; none where it never had."""
    document, sequence, place = spot.document, spot.node, spot.place
    number, value, stood = change.place, change.value, change.former
    if stood is None:
        return
    if sequence.flow:
        own = inline(value, place.items or ELSEWHERE, in_flow=True)
        yield from _into_flow(document, sequence, number, [stood.inline, own])
        return
    indent = column(document.text, content_start(document.text, sequence))
    ours = item_lines([value], Site(indent, place, at_end=False))
    yield from _into_block(document, sequence, number, stood, ours)


def block_again(spot: Spot, stood: Former) -> Iterator[Patch]:
    """Give ways to put a block back below its key, which has no value now."""
    step = spot.indent - stood.indent
    _, lines = stood.spelling or ("", [])
    first = next((n for n, line in enumerate(lines) if not _is_between(line)), 0)
    inside = replace(stood, above=tuple(lines[:first]))
    gap = gap_below(spot.document, spot.node.end)
    yield from _among(spot.document, gap, inside, shifted(lines[first:], step), step)


def _is_between(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _number(mapping: Node, stood: Former) -> int:
    """The place for an entry among those that are there now."""
    places = {key_text(key): number for number, (key, _) in enumerate(mapping.pairs)}
    before = next((places[name] for name in stood.before if name in places), None)
    if before is not None:
        return before + 1
    after = next((places[name] for name in stood.after if name in places), None)
    return len(mapping.pairs) if after is None else after


def _into_flow(
    document: Document, parent: Node, number: int, texts: Sequence[str]
) -> Iterator[Patch]:
    """Add one of some texts between brackets, on a line of its own where the next one has one."""
    text, parts = document.text, parts_of(document.text, parent)
    for own in texts:
        if number < len(parts):
            start = parts[number][0]
            lead = text[line_start(text, start) : start]
            yield [(start, start, own + (f",{document.eol}{lead}" if not lead.strip() else ", "))]
        elif parts:
            end = parts[-1][1]
            behind = comma_end(text, end, parent.end - 1)
            comma = "," if behind == end else ""
            yield [(behind, behind, f"{comma} {own}")]
        else:
            yield [(content_start(text, parent) + 1, parent.end - 1, own)]


def _into_block(
    document: Document, parent: Node, number: int, stood: Former, ours: list[str]
) -> Iterator[Patch]:
    """Add lines between those of the entries or items of a block."""
    text, parts = document.text, parts_of(document.text, parent)
    indent = column(text, content_start(text, parent)) if parts else 0
    step = indent - stood.indent
    theirs = [" " * indent + stood.inline] if stood.is_flow else shifted(stood.lines, step)
    for lines in (theirs, ours):
        if parts and not number and text[line_start(text, parts[0][0]) : parts[0][0]].strip():
            first = "".join(line + document.eol for line in lines) + " " * indent
            yield [(parts[0][0], parts[0][0], first.lstrip(" "))]
            continue
        yield from _among(document, _gap(document, parts, number), stood, lines, step)


def _gap(document: Document, parts: Sequence[Part], number: int) -> tuple[int, int]:
    """The lines of blanks and comments among which something goes."""
    if number:
        return gap_below(document, parts[number - 1][1])
    return gap_above(document, parts[0][0]) if parts else document.front_span


def _among(
    document: Document, gap: tuple[int, int], stood: Former, lines: list[str], step: int
) -> Iterator[Patch]:
    """Add lines to those of a gap, with the comments that were directly above them.

    Then also behind blank lines, which may belong to the value before, and without those of its
    own that are there already.
    """
    there = [line + "\n" for line in document.text[slice(*gap)].split("\n")[:-1]]
    best, blank = _kept(there, stood), blanks_before(there)
    for number in (best, blank) if best < blank else (best,):
        kept = there[:number]
        comments = shifted(_missing(kept, stood.comments), step)
        at = gap[0] + sum(map(len, kept))
        yield [(at, at, "".join(line + document.eol for line in (*comments, *lines)))]
        below = min(blanks_before(there[number:]), blanks_before(lines[::-1]))
        if below:
            short = (*comments, *lines[:-below])
            yield [(at, at, "".join(line + document.eol for line in short))]


def _kept(gap: Sequence[str], stood: Former) -> int:
    """How many lines of a gap stood above: with most lines in their order, on either side."""
    gap = gap[:_MOST]
    above = _alike(gap, stood.above)
    below = _alike(gap[::-1], stood.below[::-1])[::-1]
    sums = [up + down for up, down in zip(above, below, strict=True)]
    return sums.index(max(sums))


def _alike(gap: Sequence[str], lines: Sequence[str]) -> list[int]:
    """How many lines the first so many of a gap have in common, in order, with others."""
    row = [0] * (len(lines) + 1)
    found = [0]
    for line in gap:
        matches = [line.strip() == other.strip() for other in lines]
        new = [0]
        for (diagonal, above), is_match in zip(pairwise(row), matches, strict=True):
            new.append(diagonal + 1 if is_match else max(above, new[-1]))
        row = new
        found.append(row[-1])
    return found


def _missing(gap: Sequence[str], comments: Sequence[str]) -> Sequence[str]:
    """The last lines of comments, as far as they are not there above already."""
    there, wanted = ([line.strip() for line in lines] for lines in (gap, comments))
    lengths = range(min(len(there), len(wanted)), 0, -1)
    if any(there[-n:] == wanted[-n:] for n in lengths):
        return ()
    return comments[next((n for n in lengths if there[-n:] == wanted[:n]), 0) :]
