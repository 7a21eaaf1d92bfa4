"""The words of a text, as they are indexed and searched for: the same for both (DESIGN section 10).

A word is letters, digits and their marks, without case and the accents of Latin, Greek and
Cyrillic; all else divides. So ``snake_case`` and ``path/to/file.py`` are several words that stand
together. Where a script puts no spaces between words, each character is one. Emoji are words, too.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

BREAK = "\ue000"
"""What stands between words that do not stand together; in no text it is a word."""

_LONGEST = 8_000  # characters of a word that count: SQLite takes 32,768 bytes
_ASCII = re.compile("[0-9a-z]+")
_IDENTIFIER = re.compile("[0-9A-Za-z]+")
_HUMP = re.compile("[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_PART = re.compile("[A-Z]+(?=[A-Z][a-z]{2})|[A-Z]+[a-z]?(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")
_WORD = re.compile("[^ ]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_EMOJI = 0x1F000
_SPACE = 0x200B  # has no width, but divides
_UNSPACED = (
    *((0x0E00, 0x0EFF), (0x1000, 0x11FF), (0x1780, 0x17FF), (0x2E80, 0x2FDF), (0x3005, 0x3007)),
    *((0x3040, 0x312F), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA960, 0xA97F)),
    *((0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
)
"""Thai, Lao, Burmese, Khmer, Han, Kana, Hangul: from and up to a character."""


_SELECTORS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
"""What chooses how the character before it looks."""


class Word(NamedTuple):
    """A word, and where it stands in the text: from and up to a code point."""

    text: str
    start: int
    end: int


def words(text: str) -> list[str]:
    """Give the words of a text, in their order."""
    if text.isascii():
        found = _ASCII.findall(text.lower())
    else:
        found = _folded(text).translate(_SIGNS).split()
    return found if len(text) <= _LONGEST else [word[:_LONGEST] for word in found]


def lexemes(text: str) -> str:
    """Give the words of a text with a space between them."""
    return " ".join(words(text))


def inner_words(text: str) -> list[list[Word]]:
    """Give the parts of every ``CamelCase`` word; what else there is, ``words`` has already."""
    if not _HUMP.search(text):
        return []
    return [
        [
            Word(part[0].lower(), match.start() + part.start(), match.start() + part.end())
            for part in _PART.finditer(match[0])
        ]
        for match in _IDENTIFIER.finditer(text)
        if _HUMP.search(match[0])
    ]


def placed_words(text: str) -> list[Word]:
    """Give the words of a text with their places."""
    if text.isascii():
        return [Word(each[0], *each.span()) for each in _ASCII.finditer(text.lower())]
    pieces = [_folded(char).translate(_SIGNS) for char in text]
    places = [place for place, piece in enumerate(pieces) for _ in piece]
    return [
        Word(_composed(match[0]), places[match.start()], places[match.end() - 1] + 1)
        for match in _WORD.finditer("".join(pieces))
    ]


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return _composed(_ACCENTS.sub("", decomposed))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


class _Signs(dict[int, str]):
    """What becomes of each character: itself, a word of its own, something that divides, nothing.

    It fills as characters are met.
    """

    def __missing__(self, code: int) -> str:
        self[code] = sign = _sign(code, chr(code))
        return sign


def _sign(code: int, char: str) -> str:
    category = unicodedata.category(char)
    if category in {"Cf", "Me"} or _is_within(code, _SELECTORS):
        return " " if code == _SPACE else ""
    if category[0] in "LNM":
        return f" {char} " if _is_within(code, _UNSPACED) else char
    return f" {char} " if category == "So" and code >= _EMOJI else " "


def _is_within(code: int, ranges: Iterable[tuple[int, int]]) -> bool:
    return any(first <= code <= last for first, last in ranges)


_SIGNS = _Signs()
