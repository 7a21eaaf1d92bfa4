"""Consent to drop or change a kept value, as a line of a commit message (DESIGN section 6).

``SGM-Allow: <id> <pointer>``: for exactly that record and pointer. Every byte that is not plain
is percent-encoded, so that neither an id nor a pointer can end the line or begin another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote_to_bytes

from sgm_git.record.pointer import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY = "SGM-Allow"
_SAFE = "-._~/="


def line_of(key: str) -> re.Pattern[str]:
    """Give what finds lines of a message that say ``KEY: [ROOT:]ID WORD``, in three groups.

    Squash merges indent and concatenate messages: any line counts, with blanks or a bullet before.
    """
    line = rf"^[ \t*+-]*{key}: (?:([^\s:]+):)?([^\s:]+) ([^\s:]+)[ \t]*\r?$"
    return re.compile(line, re.MULTILINE)


_LINE = line_of(_KEY)


@dataclass(frozen=True, slots=True)
class Consent:
    """Leave to drop or change the value at ``pointer`` of record ``id``.

    ``pointer`` is the base's RFC 6901 JSON pointer; an annotation is ``/annotations/kind=KIND``.
    ``root`` names the root where ids repeat between roots.
    """

    id: str
    pointer: str
    root: str | None = None

    def line(self) -> str:
        """The trailer line, ASCII, without a line end."""
        return f"{_KEY}: {encoded_ref(self.root, self.id)} {encoded(self.pointer)}"


def consents(message: str) -> Iterator[Consent]:
    """Give every consent that a commit message carries, on whichever line.

    A line that names no id or pointer which there could be consents to nothing.
    """
    for match in _LINE.finditer(message):
        root, record_id, pointer = match.groups()
        try:
            given = Consent(
                decoded(record_id), decoded(pointer), None if root is None else decoded(root)
            )
            parse(given.pointer)
        except ValueError:  # bytes that are no UTF-8 are one
            continue
        yield given


def encoded_ref(root: str | None, record_id: str) -> str:
    """Give ``[ROOT:]ID`` as such a line has it; there a colon is only between the two."""
    return encoded(record_id) if root is None else f"{encoded(root)}:{encoded(record_id)}"


def encoded(text: str) -> str:
    """Give a text as one word of plain ASCII, whatever it holds."""
    return quote(text.encode("utf-8", "surrogatepass"), safe=_SAFE)


def decoded(text: str) -> str:
    """Give the text that was encoded so; raises ValueError for bytes that are none."""
    return unquote_to_bytes(text).decode("utf-8", "surrogatepass")
