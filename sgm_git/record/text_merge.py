"""Merges of texts line by line over their common ancestor (diff3; DESIGN section 9).

Where lines repeat, there is more than one way to say what a side changed. Each side is looked at
from the top and from the bottom, and a merge that both looks do not agree on is a conflict.
"""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from itertools import chain, takewhile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MOST_STEPS = 1 << 24  # of comparing: seconds at worst, for texts that nobody writes
_LONG = 200  # lines from which on difflib can leave out those that stand too often


class Hunk(NamedTuple):
    """Lines ``start:end`` of the base that a side has as its lines ``side_start:side_end``."""

    start: int
    end: int
    side_start: int
    side_end: int


class Piece(NamedTuple):
    """Lines of a merge as the three texts have them; of what is settled all three are one."""

    ours: list[str]
    base: list[str]
    theirs: list[str]

    @property
    def is_conflict(self) -> bool:
        """Whether a person has to choose."""
        return self.ours != self.theirs


class _Side(NamedTuple):
    """One side's lines and its hunks, from the top."""

    lines: list[str]
    hunks: list[Hunk]


def merge_text(base: str, ours: str, theirs: str) -> str | None:
    """The text with the changes of both sides, or None where they meet.

    Changes meet where not one unchanged line stands between them. Lines end in LF; every line of
    the result is one of the three texts'.
    """
    looks = _looks(base, ours, theirs)
    from_the_top, from_the_bottom = _clean(next(looks)), _clean(next(looks))
    return from_the_top if from_the_top == from_the_bottom else None


def clean_merges(base: str, ours: str, theirs: str) -> frozenset[str]:
    """Every text that a merge by lines may give, however it tells what a side changed."""
    texts = map(_clean, _looks(base, ours, theirs))
    return frozenset(text for text in texts if text is not None)


def pieces(base: str, ours: str, theirs: str) -> list[Piece]:
    """The merged text in pieces, some of them in conflict where ``merge_text`` gives None.

    Where the looks do not agree, whatever one of them takes for changed is.
    """
    looks = _looks(base, ours, theirs)
    from_the_top, from_the_bottom = next(looks), next(looks)
    merged = _clean(from_the_top)
    is_clean = merged is not None and merged == _clean(from_the_bottom)
    if is_clean or from_the_top == from_the_bottom:
        return from_the_top
    old, mine, yours = (text.split("\n") for text in (base, ours, theirs))
    found = _pieces(old, *(_Side(side, _every_hunk(old, side)) for side in (mine, yours)))
    return [Piece(mine, old, yours)] if _clean(found) is not None else found


def sides(base: str, ours: str, theirs: str) -> tuple[str, str]:
    """The merged text with ours, and with theirs, where they conflict; equal where they do not."""
    found = pieces(base, ours, theirs)
    return joined(piece.ours for piece in found), joined(piece.theirs for piece in found)


def joined(lines: Iterable[list[str]]) -> str:
    """One text of the lines of several pieces."""
    return "\n".join(chain.from_iterable(lines))


def _looks(base: str, ours: str, theirs: str) -> Iterator[list[Piece]]:
    """Merges over the hunks seen from the top and the bottom, first with hunks moved down."""
    old, *sides = (text.split("\n") for text in (base, ours, theirs))
    from_the_top = [_hunks(old, side) for side in sides]
    from_the_bottom = [_mirrored(old, side) for side in sides]
    for seen in (from_the_top, from_the_bottom):
        moved = [_moved_down(old, side, hunks) for side, hunks in zip(sides, seen, strict=True)]
        yield _pieces(old, *map(_Side, sides, moved))
    for seen in (from_the_top, from_the_bottom):
        yield _pieces(old, *map(_Side, sides, seen))


def _clean(found: list[Piece]) -> str | None:
    return None if any(piece.is_conflict for piece in found) else joined(one.ours for one in found)


def _pieces(base: list[str], ours: _Side, theirs: _Side) -> list[Piece]:
    result: list[Piece] = []
    at = 0
    for start, end in _stretches([*ours.hunks, *theirs.hunks]):
        old = base[start:end]
        mine, yours = (_as_of(side, start, end) for side in (ours, theirs))
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


def _as_of(side: _Side, start: int, end: int) -> list[str]:
    """What a side has for a stretch of the base, which cuts through none of its hunks."""
    before, inside = 0, 0
    for hunk in side.hunks:
        grown = (hunk.side_end - hunk.side_start) - (hunk.end - hunk.start)
        if hunk.end < start:
            before += grown
        elif hunk.start <= end:
            inside += grown
    return side.lines[start + before : end + before + inside]


def _every_hunk(base: list[str], side: list[str]) -> list[Hunk]:
    """The hunks between the lines that every look takes for the same ones."""
    seen = [_hunks(base, side), _mirrored(base, side)]
    seen += [_moved_down(base, side, hunks) for hunks in seen]
    kept = set.intersection(*(set(_kept(hunks, len(base), len(side))) for hunks in seen))
    hunks: list[Hunk] = []
    start = side_start = 0
    for end, side_end in [*sorted(kept), (len(base), len(side))]:
        if end > start or side_end > side_start:
            hunks.append(Hunk(start, end, side_start, side_end))
        start, side_start = end + 1, side_end + 1
    return hunks


def _kept(hunks: list[Hunk], high: int, wide: int) -> Iterator[tuple[int, int]]:
    """The lines of the base that a side still has, each with its place there."""
    at = side_at = 0
    for hunk in [*hunks, Hunk(high, high, wide, wide)]:
        yield from zip(range(at, hunk.start), range(side_at, hunk.side_start), strict=True)
        at, side_at = hunk.end, hunk.side_end


def _mirrored(base: list[str], side: list[str]) -> list[Hunk]:
    """The hunks as they are seen from the bottom."""
    high, wide = len(base), len(side)
    seen = _hunks(base[::-1], side[::-1])
    return [
        Hunk(high - hunk.end, high - hunk.start, wide - hunk.side_end, wide - hunk.side_start)
        for hunk in reversed(seen)
    ]


def _hunks(base: list[str], side: list[str]) -> list[Hunk]:
    """What differs between what is common at the top and what is common at the bottom."""
    top = _common(base, side)
    bottom = _common(base[top:][::-1], side[top:][::-1])
    old, new = base[top : len(base) - bottom], side[top : len(side) - bottom]
    matcher = _matcher(old, new)
    if matcher is None:
        return [Hunk(top, top + len(old), top, top + len(new))]
    return [
        Hunk(*(top + place for place in places))
        for tag, *places in matcher.get_opcodes()
        if tag != "equal"
    ]


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _matcher(base: Sequence[str], side: Sequence[str]) -> SequenceMatcher[str] | None:
    """A comparison that ends soon: of all lines, or of the rarer ones; None where none does."""
    times = Counter(side)
    counts = [times[line] for line in base]
    shorter = min(len(base), len(side))
    if sum(counts) * shorter <= _MOST_STEPS:
        return SequenceMatcher(None, base, side, autojunk=False)
    often = len(side) // 100 + 1 if len(side) >= _LONG else len(side)  # as difflib has it
    if sum(count for count in counts if count <= often) * shorter <= _MOST_STEPS:
        return SequenceMatcher(None, base, side)
    return None


def _moved_down(base: list[str], side: list[str], hunks: list[Hunk]) -> list[Hunk]:
    """The hunks with pure insertions and deletions moved down as far as they can go, as in git."""
    moved: list[Hunk] = []
    for hunk in reversed(hunks):
        below = moved[-1] if moved else Hunk(len(base), len(base), len(side), len(side))
        down = _room_below(base, side, hunk, below)
        last = Hunk(*(place + down for place in hunk))
        if moved and last.end == below.start:
            moved[-1] = Hunk(last.start, below.end, last.side_start, below.side_end)
        else:
            moved.append(last)
    return moved[::-1]


def _room_below(base: list[str], side: list[str], hunk: Hunk, below: Hunk) -> int:
    if hunk.start == hunk.end:
        lines, start, end, limit = side, hunk.side_start, hunk.side_end, below.side_start
    elif hunk.side_start == hunk.side_end:
        lines, start, end, limit = base, hunk.start, hunk.end, below.start
    else:
        return 0
    down = 0
    while end + down < limit and lines[start + down] == lines[end + down]:
        down += 1
    return down
