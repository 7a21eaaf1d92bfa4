"""Stand-ins for what both YAML engines misread (DESIGN section 3, "How it is built").

U+0085, U+2028 and U+2029 end a line for them although they do not in YAML 1.2, U+FEFF inside a
text stops them, and the C engine refuses the escapes of lone surrogates, which JSON has. Each is
replaced by something as long that stands nowhere else in the text, so that marks stay true.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_RAW = "\x85\u2028\u2029\ufeff"
_RAW_IN = re.compile(f"[{_RAW}]")
_SURROGATE_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*\\u)([dD])(?=[89a-fA-F][0-9a-fA-F]{2})")
_PRIVATE = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))


class Shield:
    """A YAML text made safe for the engines in ``text``; ``restore`` undoes it in its scalars."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._originals: dict[int, int] = {}
        self._surrogates: dict[int, int] = {}
        self._digit = ""
        if not text.isascii() and _RAW_IN.search(text):
            self._shield_raw()
        if "\\u" in text and _SURROGATE_ESCAPE.search(text):
            self._shield_surrogates()

    @property
    def is_needed(self) -> bool:
        """Whether anything was replaced."""
        return bool(self._originals or self._surrogates)

    def restore(self, scalar: str, *, is_double_quoted: bool) -> str:
        """Give what a scalar's text is without the stand-ins."""
        scalar = scalar.translate(self._originals)
        if not self._surrogates:
            return scalar
        if is_double_quoted:
            return _join_pairs(scalar.translate(self._surrogates))
        typed = re.compile(rf"(\\u)({self._digit})(?=[89a-f][0-9a-f]{{2}})", re.IGNORECASE)
        return typed.sub(self._swap, scalar)

    def _shield_raw(self) -> None:
        unused = _unused(self.text)
        stand_ins = {ord(character): next(unused) for character in _RAW}
        self._originals = {stand_in: original for original, stand_in in stand_ins.items()}
        self.text = self.text.translate(stand_ins)

    def _shield_surrogates(self) -> None:
        """Lead each surrogate's escape to the same place of another block of 4,096 characters.

        Where all such blocks are in use the text stays; the pure engine reads it as it is.
        """
        self._digit = next((digit for digit in "ecba" if self._is_free(digit)), "d")
        shift = 0xD000 - int(self._digit, 16) * 0x1000
        self._surrogates = {code - shift: code for code in range(0xD800, 0xE000)}
        self.text = _SURROGATE_ESCAPE.sub(self._swap, self.text)

    def _is_free(self, digit: str) -> bool:
        low, high = chr(int(f"{digit}800", 16)), chr(int(f"{digit}fff", 16))
        taken = rf"\\(?:u|U0000){digit}[89a-f]|[{low}-{high}]"
        return not re.search(taken, self.text, re.IGNORECASE)

    def _swap(self, escape: re.Match[str]) -> str:
        """Exchange an escape's first digit, in its case, for the other block's or back."""
        other = self._digit if escape[2] in "dD" else "d"
        return escape[1] + (other.upper() if escape[2].isupper() else other)


def _unused(text: str) -> Iterator[int]:
    """Give private characters that stand in the text neither raw nor as an escape."""
    lowered = text.lower()
    for code in chain.from_iterable(_PRIVATE):
        if chr(code) not in text and f"{code:04x}" not in lowered:
            yield code


def _join_pairs(text: str) -> str:
    """Make one character of two surrogates that are its halves, as JSON does."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
