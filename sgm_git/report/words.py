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
_MOST = 250_000  # of words of one stretch: beyond that its lines are told as they are
_PAIRS = 1_000_000  # of lines, or of words: it would take minutes otherwise
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
    start, end = _alike(old, new)
    if start:
        yield None
    yield from _differing(old[start : len(old) - end], new[start : len(new) - end])
    if end:
        yield None


def _alike(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines need not be looked at, at the start and at the end."""
    shorter = min(len(old), len(new))
    start = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    rest = shorter - start
    end = next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)
    return max(0, start - _CONTEXT), max(0, end - _CONTEXT)


def _differing(old: Sequence[str], new: Sequence[str]) -> Iterator[Line | None]:
    """The lines of the stretch from the first that differs to the last."""
    if len(old) * len(new) > _PAIRS:
        yield from _lines(_whole(_text(old), _text(new)))
        return
    room, end = _PAIRS, 0
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        if group[0][1] > end:
            yield None
        end = group[-1][2]
        for _, *places in group:
            first, stop, new_first, new_stop = places
            texts = _text(old[first:stop]), _text(new[new_first:new_stop])
            words, others = map(_WORD.findall, texts)
            cost = len(words) * len(others)
            is_told = 0 < cost <= min(room, _MOST)
            room -= cost if is_told else 0
            yield from _lines(_pieces(words, others) if is_told else _whole(*texts))
    if end < len(old):
        yield None


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _whole(old: str, new: str) -> Iterator[Piece]:
    """One stretch as it was, and as it is."""
    yield "gone", old
    yield "new", new


def _pieces(words: Sequence[str], others: Sequence[str]) -> Iterator[Piece]:
    """What became of one stretch, word by word."""
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
