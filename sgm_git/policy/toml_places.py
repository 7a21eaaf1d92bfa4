"""Where a key stands in a TOML text; the standard library's parser does not say.

A scan of lines is enough for a message: a key inside an inline table is placed at its line's key.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.findings import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_TABLE = re.compile(rf"[ \t]*\[[ \t]*({_DOTTED})[ \t]*\]")
_ITEM = re.compile(rf"[ \t]*\[\[[ \t]*({_DOTTED})[ \t]*\]\]")
_ENTRY = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")
_PART = re.compile(_KEY)


def place_of(text: str, pointer: Pointer) -> Span:
    """The place of the key that ``pointer`` leads to, or of the nearest one above it."""
    best, depth = Span(1, 1, 1, 1), 0
    for found, span in _keys(text):
        if pointer[: len(found)] == found and len(found) > depth:
            best, depth = span, len(found)
    return best


def _keys(text: str) -> Iterator[tuple[Pointer, Span]]:
    table: Pointer = ()
    counts: dict[Pointer, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _ITEM.match(line) or _TABLE.match(line) or _ENTRY.match(line)
        if match is None:
            continue
        names = tuple(part.strip("\"'") for part in _PART.findall(match[1]))
        if line.lstrip().startswith("[["):
            counts[names] = counts.get(names, -1) + 1
            table = (*names, str(counts[names]))
        elif line.lstrip().startswith("["):
            table = _within(names, counts)
        is_header = line.lstrip().startswith("[")
        found = table if is_header else (*table, *names)
        yield found, Span(number, match.start(1) + 1, number, match.end(1) + 1)


def _within(names: Pointer, counts: dict[Pointer, int]) -> Pointer:
    """A table below the last item of an array of tables has that item's index in its pointer."""
    for length in range(len(names), 0, -1):
        if names[:length] in counts:
            return (*names[:length], str(counts[names[:length]]), *names[length:])
    return names
