"""A choice between two texts of a body, parted into small ones (DESIGN section 9)."""

from __future__ import annotations

from bisect import bisect_right
from difflib import SequenceMatcher
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.document.flaw import Flaw
from sgm_git.document.markers import code_blocks, marker_size
from sgm_git.document.split import split
from sgm_git.record.text_merge import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_STEPS = 1 << 22  # of comparing lines
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
    lines that look like markers are not parted, nor are those that it takes long to compare.
    """
    mine = lines[hunk.start : hunk.end]
    if any(map(marker_size, [*mine, *hunk.theirs])) or len(mine) * len(hunk.theirs) > _MOST_STEPS:
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
    matcher = SequenceMatcher(None, mine, hunk.theirs, autojunk=False)
    for tag, start, end, their_start, their_end in matcher.get_opcodes():
        if tag != "equal":
            theirs = hunk.theirs[their_start:their_end]
            yield Hunk(hunk.start + start, hunk.start + end, theirs, [])


def _by_base(mine: list[str], hunk: Hunk) -> Iterator[Hunk]:
    """The hunks between lines that the base has as well."""
    texts = ("".join(["\n", *each]) for each in (hunk.base, mine, hunk.theirs))
    at = hunk.start - 1
    found: list[Hunk] = []
    for piece in pieces(*texts):
        ours, base, theirs = ([line + "\n" for line in each] for each in piece)
        if piece.is_conflict:
            found.append(Hunk(at, at + len(ours), theirs, base))
        at += len(ours)
    yield from found


def _code_lines(lines: list[str], body: int) -> list[tuple[int, int]]:
    """The lines of each code block in the body, its fences with it."""
    starts = [0, *accumulate(map(len, lines))]
    return [
        (bisect_right(starts, start) - 1, bisect_right(starts, end - 1))
        for start, end in code_blocks("".join(lines), starts[body])
    ]
