"""Two texts beside each other, word by word, as ``git diff --word-diff`` shows them."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Piece: TypeAlias = "tuple[Literal['kept', 'gone', 'new'], str]"
"""Some text that both have, or only the first, or only the second."""

Line: TypeAlias = "tuple[Piece, ...]"
"""One line of both texts in pieces; none of them holds the end of a line."""

_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_CONTEXT = 1  # lines around what changed
_MOST = 4_000  # characters of a stretch: beyond that lines are told as they are
_LEFT_OUT = "..."
_SIGNS = {"gone": ("[-", "-]", "red"), "new": ("{+", "+}", "green")}


def word_lines(before: str, after: str, style: Style = PLAIN) -> Iterator[str]:
    """Give the lines that differ, with one around them: ``[-gone-]`` and ``{+new+}`` words.

    Where lines were left out there is a line of three dots.
    """
    for line in compared(before, after):
        shown = (_marked(kind, text, style) for kind, text in line or ())
        yield _LEFT_OUT if line is None else "".join(shown)


def compared(before: str, after: str) -> Iterator[Line | None]:
    """Give the lines that differ, with one around them, in pieces; None where lines are left out.

    The pieces are as they were written: whoever shows them escapes them.
    """
    old, new = before.split("\n"), after.split("\n")
    end = 0
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        if group[0][1] > end:
            yield None
        end = group[-1][2]
        for _, *places in group:
            start, stop, new_start, new_stop = places
            yield from _lines(_pieces(old[start:stop], new[new_start:new_stop]))
    if end < len(old):
        yield None


def _pieces(before: Sequence[str], after: Sequence[str]) -> Iterator[Piece]:
    """What became of one stretch of lines; each line ends with a line end."""
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (before, after))
    if not old or not new or len(old) + len(new) > _MOST:
        yield "gone", old
        yield "new", new
        return
    words, others = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    for tag, start, stop, new_start, new_stop in matcher.get_opcodes():
        yield "kept" if tag == "equal" else "gone", "".join(words[start:stop])
        if tag != "equal":
            yield "new", "".join(others[new_start:new_stop])


def _lines(pieces: Iterable[Piece]) -> Iterator[Line]:
    """The pieces as lines; each is there in every line that it reaches into."""
    line: list[Piece] = []
    for kind, text in pieces:
        for number, part in enumerate(text.split("\n")):
            if number:
                yield tuple(line)
                line = []
            if part:
                line.append((kind, part))


def _marked(kind: str, text: str, style: Style) -> str:
    if kind == "kept":
        return visible(text)
    opening, closing, colour = _SIGNS[kind]
    return style.paint(f"{opening}{visible(text)}{closing}", colour)
