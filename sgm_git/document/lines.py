"""Offsets to lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from sgm_git.findings import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LINE_END = re.compile("\n")


class Lines:
    """The lines of a text; a line ends with LF, a CR before it is the line's last character."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []  # found when first asked for; most documents have no fault

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and column, 1-based, of a code point."""
        if not self._starts:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(self._text))]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """Give the stretch of the code points from ``start`` to before ``end``."""
        return Span(*self.place(start), *self.place(end))


def shifted(lines: Iterable[str], step: int) -> list[str]:
    """Give lines indented by so many blanks more, or fewer; those that have too few keep none."""
    if step >= 0:
        return [" " * step + line if line else line for line in lines]
    return [line[min(-step, len(line) - len(line.lstrip(" "))) :] for line in lines]


def blanks_before(lines: Sequence[str]) -> int:
    """Give how many blank lines are the first ones."""
    return next((n for n, line in enumerate(lines) if line.strip()), len(lines))
