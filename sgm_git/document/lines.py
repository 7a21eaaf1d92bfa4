"""Offsets to lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right

from sgm_git.findings import Span

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
