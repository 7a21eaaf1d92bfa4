"""Fits the parts of a report into so many characters, each at the greatest length it has room for.

Characters are counted as UTF-16 does, which is how the limits of forges are meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Lines: TypeAlias = "list[str]"


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a report: what stands above and below its parts, and they.

    Each part is given at several lengths, from the longest to the shortest. ``more`` says in a line
    how many of them had no room.
    """

    opening: Lines
    parts: Sequence[Sequence[Lines]]
    more: Callable[[int], str]
    closing: Lines


def fitted(sections: Sequence[Section], limit: int) -> Lines:
    """Give the lines of all sections; what stands around their parts is there in any case.

    A part may take half of the room that is left; more, where those behind it need less. Half of
    all room is kept in equal shares for the sections, as far as they need it, so that a long one
    does not take the room of those behind it.
    """
    frame = sum(size([*s.opening, s.more(len(s.parts)), *s.closing]) for s in sections)
    chosen = _chosen([section.parts for section in sections], limit - frame)
    return [line for section in sections for line in _told(section, chosen)]


def size(lines: Sequence[str]) -> int:
    """Give how many characters lines take with their ends, counted in UTF-16."""
    return len("".join(lines).encode("utf-16-le", "surrogatepass")) // 2 + len(lines)


def _chosen(sections: Sequence[Sequence[Sequence[Lines]]], room: int) -> Iterator[Lines | None]:
    """The length of each part; None where it has no room at all."""
    sizes = list(map(_sizes, sections))
    kept, short = _kept(sizes, max(room, 0)), [sum(_short(parts)) for parts in sizes]
    for place, parts in enumerate(sections):
        behind = sum(kept[place + 1 :])
        wanted = sum(map(max, kept[place + 1 :], short[place + 1 :])) - behind
        room -= behind
        for part, lengths, needed in zip(parts, sizes[place], _needed(sizes[place]), strict=True):
            found = _place(lengths, room, needed + wanted)
            room -= 0 if found is None else lengths[found]
            yield None if found is None else part[found]
        room += behind


def _sizes(parts: Sequence[Sequence[Lines]]) -> list[list[int]]:
    return [[size(lines) for lines in part] for part in parts]


def _kept(sizes: Sequence[Sequence[Sequence[int]]], room: int) -> Sequence[int]:
    """What is kept for each section."""
    share = room // (2 * max(sum(map(bool, sizes)), 1))
    return [min(share, sum(each[0] for each in parts)) for parts in sizes]


def _short(sizes: Sequence[Sequence[int]]) -> list[int]:
    return [each[-2:][0] for each in sizes]


def _needed(sizes: Sequence[Sequence[int]]) -> Sequence[int]:
    """How much those behind each part need, in short."""
    return [*accumulate(reversed(_short(sizes)), initial=0)][-2::-1]


def _place(lengths: Sequence[int], room: int, needed: int) -> int | None:
    """Which length is the greatest that leaves half of the room, or what is needed; if any is."""
    allowed = max(room // 2, room - needed)
    fits = [n for n, length in enumerate(lengths) if length <= allowed]
    if fits:
        return fits[0]
    return len(lengths) - 1 if lengths[-1] <= room else None


def _told(section: Section, chosen: Iterator[Lines | None]) -> Iterator[str]:
    yield from section.opening
    left_out = 0
    for _ in section.parts:
        lines = next(chosen)
        left_out += lines is None
        yield from lines or ()
    if left_out:
        yield section.more(left_out)
    yield from section.closing
