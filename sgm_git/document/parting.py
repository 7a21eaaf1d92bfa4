"""A choice between two texts of a body, parted into small ones (DESIGN section 9)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.document.flaw import Flaw
from sgm_git.document.markers import code_blocks, marker_size
from sgm_git.document.split import split
from sgm_git.record.line_changes import changes
from sgm_git.record.text_merge import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_BETWEEN = 3  # lines without a word that keep no two hunks apart, as in git


class Hunk(NamedTuple):
    """The lines ``start:end`` of ours' choice, and what stands there in theirs' and the base's."""

    start: int
    end: int
    theirs: list[str]
    base: list[str]

    def grown(self, lines: list[str], start: int) -> Hunk:
        """The hunk with the lines above it, from ``start`` on, that all have."""
        above = lines[start : self.start]
        return Hunk(start, self.end, above + self.theirs, above + self.base)

    def joined(self, lines: list[str], other: Hunk) -> Hunk:
        """One hunk of this and one below, with the lines between them."""
        below = other.grown(lines, self.end)
        return Hunk(self.start, below.end, self.theirs + below.theirs, self.base + below.base)


def first_of_body(lines: list[str]) -> int:
    """How many lines stand above the body of a document; 0 where it has no front matter."""
    text = "".join(lines).removeprefix("\ufeff")
    try:
        return text.count("\n", 0, split(text).body)
    except Flaw:
        return 0


def parted(lines: list[str], hunk: Hunk, body: int, *, with_base: bool) -> list[Hunk]:
    """The hunks of a hunk, which stands in the body from the line ``body`` on.

    None begins inside a code block, where its markers would be taken for an example. Texts with
    lines that look like markers are not parted.
    """
    mine = lines[hunk.start : hunk.end]
    if any(map(marker_size, [*mine, *hunk.theirs])):
        return [hunk]
    fences = _code_lines(lines, body)
    found: list[Hunk] = []
    for part in (_by_base if with_base else _by_lines)(mine, hunk):
        start = next((first for first, last in fences if first < part.start < last), part.start)
        if found and (start < found[-1].end or _is_close(lines[found[-1].end : part.start])):
            found[-1] = found[-1].joined(lines, part)
        else:
            found.append(part.grown(lines, start))
    return found


def _is_close(between: list[str]) -> bool:
    return len(between) <= _MOST_BETWEEN and not any(map(str.isalnum, "".join(between)))


def _by_lines(mine: list[str], hunk: Hunk) -> Iterator[Hunk]:
    for start, end, their_start, their_end in changes(mine, hunk.theirs):
        theirs = hunk.theirs[their_start:their_end]
        yield Hunk(hunk.start + start, hunk.start + end, theirs, [])


def _by_base(mine: list[str], hunk: Hunk) -> Iterator[Hunk]:
    """The hunks between lines that the base has as well; the whole where the rest is not ours'."""
    found = pieces(hunk.base, mine, hunk.theirs)
    at = hunk.start
    if [*chain(*(piece.ours for piece in found))] != mine:
        yield hunk
        return
    for piece in found:
        if piece.is_conflict:
            yield Hunk(at, at + len(piece.ours), piece.theirs, piece.base)
        at += len(piece.ours)


def _code_lines(lines: list[str], body: int) -> list[tuple[int, int]]:
    """The lines of each code block in the body, its fences with it."""
    starts = [0, *accumulate(map(len, lines))]
    return [
        (bisect_right(starts, start) - 1, bisect_right(starts, end - 1))
        for start, end in code_blocks("".join(lines), starts[body])
    ]
