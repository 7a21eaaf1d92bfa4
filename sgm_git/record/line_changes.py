"""What a text changed of the lines of another (DESIGN section 9)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_STEPS = 1 << 24  # of comparing: seconds at worst, for texts that nobody writes
_LONG = 200  # lines from which on difflib can leave out those that stand too often


class Hunk(NamedTuple):
    """Lines ``start:end`` of the base that a side has as its lines ``side_start:side_end``."""

    start: int
    end: int
    side_start: int
    side_end: int


def every_change(base: list[str], side: list[str]) -> list[Hunk]:
    """The hunks between the lines that every look takes for the same ones."""
    seen = [changes(base, side), mirrored(base, side)]
    seen += [moved_down(base, side, hunks) for hunks in seen]
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


def mirrored(base: list[str], side: list[str]) -> list[Hunk]:
    """The hunks as they are seen from the bottom."""
    high, wide = len(base), len(side)
    seen = changes(base[::-1], side[::-1])
    return [
        Hunk(high - hunk.end, high - hunk.start, wide - hunk.side_end, wide - hunk.side_start)
        for hunk in reversed(seen)
    ]


def changes(base: list[str], side: list[str]) -> list[Hunk]:
    """The lines that a side changed, from the top; between two hunks is a line that both have."""
    return list(_changes(base, side, (0, 0), _MOST_STEPS))


def _changes(base: list[str], side: list[str], at: tuple[int, int], steps: int) -> Iterator[Hunk]:
    """What differs between what is common at the top and what is common at the bottom."""
    top = _common(base, side)
    bottom = _common(base[top:][::-1], side[top:][::-1])
    old, new = base[top : len(base) - bottom], side[top : len(side) - bottom]
    x, y = at[0] + top, at[1] + top
    matcher = _matcher(old, new, steps)
    if matcher is not None:
        for tag, start, end, side_start, side_end in matcher.get_opcodes():
            if tag != "equal":
                yield Hunk(x + start, x + end, y + side_start, y + side_end)
        return
    gaps = _gaps(old, new) if steps else []
    if not gaps:
        yield Hunk(x, x + len(old), y, y + len(new))
    for gap in gaps:
        below = (x + gap.start, y + gap.side_start)
        lines, others = old[gap.start : gap.end], new[gap.side_start : gap.side_end]
        yield from _changes(lines, others, below, steps // (2 * len(gaps)))


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _matcher(base: Sequence[str], side: Sequence[str], steps: int) -> SequenceMatcher[str] | None:
    """A comparison that ends soon: of all lines, or of the rarer ones; None where none does."""
    times = Counter(side)
    counts = [times[line] for line in base]
    shorter = min(len(base), len(side))
    if sum(counts) * shorter <= steps:
        return SequenceMatcher(None, base, side, autojunk=False)
    often = len(side) // 100 + 1 if len(side) >= _LONG else len(side)  # as difflib has it
    if sum(count for count in counts if count <= often) * shorter <= steps:
        return SequenceMatcher(None, base, side)
    return None


def _gaps(base: list[str], side: list[str]) -> list[Hunk]:
    """What stands between the lines that both have once, in one order; nothing without any."""
    kept = _in_one_order(_places(base), _places(side))
    ends = [(-1, -1), *kept, (len(base), len(side))]
    gaps = [Hunk(one[0] + 1, two[0], one[1] + 1, two[1]) for one, two in pairwise(ends)]
    return [gap for gap in gaps if gap.start < gap.end or gap.side_start < gap.side_end if kept]


def _places(lines: list[str]) -> dict[str, int]:
    """Where the lines stand that stand there once."""
    times = Counter(lines)
    return {line: place for place, line in enumerate(lines) if times[line] == 1}


def _in_one_order(base: dict[str, int], side: dict[str, int]) -> list[tuple[int, int]]:
    """As many lines of both as keep their order, by their places (patience sorting)."""
    tops: list[int] = []  # of piles
    below: dict[int, int] = {}
    olds = {side[line]: place for line, place in base.items() if line in side}
    for new in olds:
        pile = bisect_left(tops, new)
        below[new] = tops[pile - 1] if pile else -1
        tops[pile : pile + 1] = [new]
    kept: list[tuple[int, int]] = []
    at = tops[-1] if tops else -1
    while at >= 0:
        kept.append((olds[at], at))
        at = below[at]
    return kept[::-1]


def moved_down(base: list[str], side: list[str], hunks: list[Hunk]) -> list[Hunk]:
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
