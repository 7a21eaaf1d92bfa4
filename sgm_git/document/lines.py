"""Offsets to lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right

from sgm_git.findings import Span

_LINE_END = re.compile("\n")


class Lines:
    """The lines of a text; a line ends with LF, a CR before it is the line's last character."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Give the line and column, 1-based, of a code point."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """Give the stretch of the code points from ``start`` to before ``end``."""
        return Span(*self.place(start), *self.place(end))
