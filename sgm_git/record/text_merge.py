"""Merges of texts line by line over their common ancestor (diff3; DESIGN section 9).

Where lines repeat, there is more than one way to say what a side changed. Each side is looked at
from the top and from the bottom, and a merge that both looks do not agree on is a conflict.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.line_changes import changes, every_change, mirrored, moved_down

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.line_changes import Hunk


class Piece(NamedTuple):
    """Lines of a merge as the three texts have them; of what is settled all three are one."""

    ours: list[str]
    base: list[str]
    theirs: list[str]

    @property
    def is_conflict(self) -> bool:
        """Whether a person has to choose."""
        return self.ours != self.theirs


class _Side:
    """One side's lines and its hunks, from the top."""

    def __init__(self, lines: list[str], hunks: list[Hunk]) -> None:
        self.hunks = hunks
        self._lines = lines
        self._starts = [hunk.start for hunk in hunks]
        self._ends = [hunk.end for hunk in hunks]
        self._shifts = [0, *(hunk.side_end - hunk.end for hunk in hunks)]

    def lines(self, start: int, end: int) -> list[str]:
        """What the side has for a stretch of the base, which cuts through none of its hunks."""
        before = self._shifts[bisect_left(self._ends, start)]
        behind = self._shifts[bisect_right(self._starts, end)]
        return self._lines[start + before : end + behind]


def merge_text(base: str, ours: str, theirs: str) -> str | None:
    """The text with the changes of both sides, or None where they meet.

    Changes meet where not one unchanged line stands between them. Lines end in LF; every line of
    the result is one of the three texts'.
    """
    looks = _looks(*_lines(base, ours, theirs))
    from_the_top, from_the_bottom = _clean(next(looks)), _clean(next(looks))
    return from_the_top if from_the_top == from_the_bottom else None


def clean_merges(base: str, ours: str, theirs: str) -> frozenset[str]:
    """Every text that a merge by lines may give, however it tells what a side changed."""
    texts = map(_clean, _looks(*_lines(base, ours, theirs)))
    return frozenset(text for text in texts if text is not None)


def pieces(base: list[str], ours: list[str], theirs: list[str]) -> list[Piece]:
    """The merged lines in pieces, some of them in conflict where ``merge_text`` gives None.

    Where the looks do not agree, whatever one of them takes for changed is.
    """
    looks = _looks(base, ours, theirs)
    from_the_top, from_the_bottom = next(looks), next(looks)
    merged = _clean(from_the_top)
    is_clean = merged is not None and merged == _clean(from_the_bottom)
    if is_clean or from_the_top == from_the_bottom:
        return from_the_top
    found = _pieces(base, *(_Side(side, every_change(base, side)) for side in (ours, theirs)))
    return [Piece(ours, base, theirs)] if _clean(found) is not None else found


def sides(base: str, ours: str, theirs: str) -> tuple[str, str]:
    """The merged text with ours, and with theirs, where they conflict; equal where they do not."""
    found = pieces(*_lines(base, ours, theirs))
    return joined(piece.ours for piece in found), joined(piece.theirs for piece in found)


def joined(lines: Iterable[list[str]]) -> str:
    """One text of the lines of several pieces."""
    return "\n".join(chain.from_iterable(lines))


def _lines(*texts: str) -> Iterator[list[str]]:
    return (text.split("\n") for text in texts)


def _looks(base: list[str], ours: list[str], theirs: list[str]) -> Iterator[list[Piece]]:
    """Merges over the hunks seen from the top and the bottom, first with hunks moved down."""
    both = (ours, theirs)
    from_the_top = [changes(base, side) for side in both]
    from_the_bottom = [mirrored(base, side) for side in both]
    for seen in (from_the_top, from_the_bottom):
        moved = [moved_down(base, side, hunks) for side, hunks in zip(both, seen, strict=True)]
        yield _pieces(base, *map(_Side, both, moved))
    for seen in (from_the_top, from_the_bottom):
        yield _pieces(base, *map(_Side, both, seen))


def _clean(found: list[Piece]) -> str | None:
    return None if any(piece.is_conflict for piece in found) else joined(one.ours for one in found)


def _pieces(base: list[str], ours: _Side, theirs: _Side) -> list[Piece]:
    result: list[Piece] = []
    at = 0
    for start, end in _stretches([*ours.hunks, *theirs.hunks]):
        old = base[start:end]
        mine, yours = (side.lines(start, end) for side in (ours, theirs))
        result += [_settled(base[at:start]), _piece(mine, old, yours)]
        at = end
    return [*result, _settled(base[at:])]


def _piece(ours: list[str], base: list[str], theirs: list[str]) -> Piece:
    if ours in (base, theirs):
        return _settled(theirs)
    return _settled(ours) if theirs == base else Piece(ours, base, theirs)


def _settled(lines: list[str]) -> Piece:
    return Piece(lines, lines, lines)


def _stretches(hunks: list[Hunk]) -> Iterator[tuple[int, int]]:
    """The stretches of the base that hunks cover; those that touch are one."""
    start = end = -1
    for hunk in sorted(hunks):
        if hunk.start > end:
            if end >= 0:
                yield start, end
            start, end = hunk.start, hunk.end
        end = max(end, hunk.end)
    if end >= 0:
        yield start, end
