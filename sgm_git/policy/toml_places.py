"""Where a key stands in a TOML text; the standard library's parser does not say.

The text is one that the parser has accepted, so that only keys, brackets, strings and comments
need to be told apart.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING

from sgm_git.findings import Span

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer

_TOKEN = re.compile(
    r'''(?P<blank>[ \t\r]+|\#[^\n]*)
    |(?P<long>"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}|\'\'\'(?:[^']|'{1,2}(?!'))*'{3,5})
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<mark>[\[\]{}=,.\n])
    |(?P<bare>[^\s\#"'\[\]{}=,.]+)''',
    re.VERBOSE,
)


def place_of(text: str, pointer: Pointer) -> Span:
    """The place of the key that ``pointer`` leads to, or of the nearest one above it.

    An item of an array has the place of the array's key, a table that of its header.
    """
    places = _places(text)
    while pointer and pointer not in places:
        pointer = pointer[:-1]
    return _span(text, *places.get(pointer, (0, 0)))


@lru_cache(1)
def _places(text: str) -> dict[Pointer, tuple[int, int]]:
    """The places of all keys; whoever asks for one in a text asks for more."""
    return _Scanner(text).places()


def _span(text: str, start: int, end: int) -> Span:
    line, line_start = text.count("\n", 0, start) + 1, text.rfind("\n", 0, start) + 1
    return Span(line, start - line_start + 1, line, end - line_start + 1)


class _Scanner:
    """Goes over the tokens once, and notes the pointer and the place of every key."""

    def __init__(self, text: str) -> None:
        self._tokens = [match for match in _TOKEN.finditer(text) if match["blank"] is None]
        self._at = 0
        self._items: dict[Pointer, int] = {}
        self._places: dict[Pointer, tuple[int, int]] = {}

    def places(self) -> dict[Pointer, tuple[int, int]]:
        """Offsets of the keys by pointer; of a dotted key, those of its last part."""
        table: Pointer = ()
        while self._at < len(self._tokens):
            if self._text() == "[":
                table = self._header()
            elif self._text() == "\n":
                self._at += 1
            else:
                self._entry(table)
        return self._places

    def _text(self, ahead: int = 0) -> str:
        place = self._at + ahead
        return self._tokens[place][0] if place < len(self._tokens) else ""

    def _header(self) -> Pointer:
        is_item = self._text(1) == "["
        self._at += 1 + is_item
        names, place = self._key()
        self._at += 1 + is_item
        if is_item:
            above = self._resolved(names[:-1])
            array = (*above, names[-1])
            self._items[array] = self._items.get(array, -1) + 1
        table = self._resolved(names)
        self._places[table] = place
        return table

    def _resolved(self, names: Pointer) -> Pointer:
        """A table's pointer: below an array of tables it is in the array's last item."""
        found: Pointer = ()
        for name in names:
            found = (*found, name)
            if found in self._items:
                found = (*found, str(self._items[found]))
        return found

    def _entry(self, table: Pointer) -> None:
        names, place = self._key()
        self._at += 1  # the equals sign
        pointer = (*table, *names)
        self._places[pointer] = place
        self._value(pointer)

    def _key(self) -> tuple[Pointer, tuple[int, int]]:
        names = [self._name()]
        while self._text() == ".":
            self._at += 1
            names.append(self._name())
        last = self._tokens[self._at - 1]
        return tuple(names), last.span()

    def _name(self) -> str:
        token = self._tokens[self._at]
        self._at += 1
        return token[0] if token["string"] is None else str(tomllib.loads(f"k={token[0]}")["k"])

    def _value(self, pointer: Pointer) -> None:
        if self._text() == "{":
            self._inline_table(pointer)
        elif self._text() == "[":
            self._array(pointer)
        else:
            while self._text() not in {"", "\n", ",", "]", "}"}:
                self._at += 1

    def _inline_table(self, pointer: Pointer) -> None:
        self._at += 1
        while self._text() not in {"", "}"}:
            if self._text() in {",", "\n"}:
                self._at += 1
            else:
                self._entry(pointer)
        self._at += 1

    def _array(self, pointer: Pointer) -> None:
        self._at += 1
        item = 0
        while self._text() not in {"", "]"}:
            if self._text() in {",", "\n"}:
                item += self._text() == ","
                self._at += 1
            else:
                self._value((*pointer, str(item)))
        self._at += 1
