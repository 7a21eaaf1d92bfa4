"""What is wrong with a document, inside this room; ``read`` turns it into a fault."""

from __future__ import annotations


class Flaw(Exception):
    """Something a document must not hold, at code points ``start`` to ``end`` of its text.

    ``first`` is where the thing stands that this one repeats.
    """

    def __init__(
        self, code: str, message: str, start: int, end: int, first: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.first = first
