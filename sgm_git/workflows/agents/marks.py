"""The section of ours in a Markdown file, between two marks that stand on lines of their own.

Files are bytes here: what stands outside the marks may be in any encoding. Marks within a code
block that has an end are an example and none of ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.workflows.agents.prose import prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VERSION = 1
"""Of the lines between the marks; a text of ours that says something else has another."""

_MARK = re.compile(rb"<!-- (?:BEGIN SGM v([0-9]{1,9})|END SGM) -->(?=[ \t]*\r?\n?\Z)")
_BY_HAND = "keep what is yours outside the marks"


@dataclass(frozen=True, slots=True)
class _Mark:
    """A line that is a mark; that of an end has no ``version``."""

    row: int
    start: int
    end: int
    version: int | None


@dataclass(frozen=True, slots=True)
class Section:
    """Where the section stands: from the beginning of a line to before a line end.

    ``words`` are all between the marks; ``row`` is that of the first mark, counted from 1.
    """

    start: int
    end: int
    row: int
    version: int
    words: tuple[bytes, ...]


def marked(text: str) -> list[str]:
    """Give the lines of a text between their marks, as those who format Markdown set them apart."""
    return [f"<!-- BEGIN SGM v{VERSION} -->", "", *text.splitlines(), "", "<!-- END SGM -->"]


def find_section(data: bytes, path: str) -> Section | None:
    """Give the section of a file, None where it has none.

    Raises Refused, with path, line and column, for a mark without its fellow, for marks in the
    wrong order or within each other, and for a second section: which of it is whose only a person
    can tell.
    """
    found: Section | None = None
    begun: _Mark | None = None
    for mark in _marks(data):
        if mark.version is not None:
            if begun is not None:
                raise _wrong(path, begun.row, "this mark has no END SGM before the next one")
            if found is not None:
                raise _wrong(path, mark.row, "a second section of sgm begins here")
            begun = mark
        elif begun is None or begun.version is None:
            raise _wrong(path, mark.row, "this mark has no BEGIN SGM before it")
        else:
            words = tuple(data[begun.end : mark.start].split())
            found = Section(begun.start, mark.end, begun.row, begun.version, words)
            begun = None
    if begun is not None:
        raise _wrong(path, begun.row, "this mark has no END SGM behind it")
    return found


def is_ours(section: Section, texts: Sequence[str]) -> bool:
    """Whether a section says one of some texts, however its lines are broken and set apart."""
    return any(section.words == tuple(text.encode().split()) for text in texts)


def edited(section: Section, path: str) -> Refused:
    """What is said where a person has changed what is between the marks."""
    message = f"{path}:{section.row}:1: the section of sgm that begins here was edited by hand"
    return Refused(
        message, hint=f"{_BY_HAND}, take them out with all between them, and run it again"
    )


def _marks(data: bytes) -> Iterator[_Mark]:
    """The marks outside code blocks, in order."""
    for line in prose(data):
        match = _MARK.match(line.text)
        if match is not None:
            version = None if match[1] is None else int(match[1])
            yield _Mark(line.row, line.start, line.start + len(line.text.rstrip()), version)


def _wrong(path: str, row: int, what: str) -> Refused:
    hint = f"leave one BEGIN SGM and one END SGM after it, or neither; {_BY_HAND}"
    return Refused(f"{path}:{row}:1: {what}", hint=hint)
