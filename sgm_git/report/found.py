"""What a search found (DESIGN sections 10 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens
from sgm_git.report.escape import cell_width, visible
from sgm_git.report.listing import cell, item_line, reading_item, standing_text
from sgm_git.report.style import PLAIN, Style, word_colour
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.reading.reader import Found

    Marks = Sequence[tuple[int, int]]
    """What was found in a text: each from and up to a code point."""

COLUMNS = ("id", "type", "standing", "path", "title", "snippet")
"""What a tab-separated line holds, in this order; new columns come at its end."""

_INDENT = "  "


def found_item(found: Found) -> JsonObject:
    """Give the item of a record that was found: as in a list, with ``snippet, marks, score``.

    ``marks`` are where in the snippet the words stand, each from and up to a code point.
    """
    return {
        **reading_item(found.reading),
        "snippet": found.snippet.text,
        "marks": [[start, end] for start, end in found.snippet.marks],
        "score": found.score,
    }


def found_line(item: JsonObject) -> str:
    """Give the item as one tab-separated line of ``COLUMNS``; a tab in a value is escaped."""
    return item_line(item, COLUMNS)


def found_lines(found: Found, *, width: int, style: Style = PLAIN) -> Iterator[str]:
    """Give what was found for a terminal, in lines of ``width`` columns at most.

    The id with type and standing, the title, and the snippet with what was found in bold.
    """
    item = reading_item(found.reading)
    is_disputed = found.reading.trust is Trust.DISPUTED
    colour = "red" if is_disputed else word_colour(cell(item, "standing"))
    parts = ((cell(item, "id"), "cyan"), (cell(item, "type"), ""), (standing_text(item), colour))
    yield from _head(parts, width, style)
    room = width - len(_INDENT)
    title, snippet = cell(item, "title"), found.snippet
    if title and snippet.text != found.reading.title:
        yield from (f"{_INDENT}{title[start:end]}" for start, end in _folds(title, room))
    text, marks = _escaped(snippet.text, snippet.marks)
    for start, end in _folds(text, room):
        yield _INDENT + _painted(text, marks, (start, end), style)


def _head(parts: Sequence[tuple[str, str]], width: int, style: Style) -> Iterator[str]:
    """What names a record, in one line if it fits, else in a line each."""
    shown = [(text, colour) for text, colour in parts if text]
    if cell_width("  ".join(text for text, _ in shown)) <= width:
        yield "  ".join(style.paint(text, colour) if colour else text for text, colour in shown)
        return
    for text, colour in shown:
        for start, end in _folds(text, width):
            piece = text[start:end]
            yield style.paint(piece, colour) if colour else piece


def _escaped(text: str, marks: Marks) -> tuple[str, Marks]:
    """The text as it may be shown, with its marks; there are none where a secret is masked."""
    if masked_tokens(text) != text:
        return visible(text), ()
    shown, moved, at = "", [], 0
    for start, end in marks:
        shown += visible(text[at:start])
        begin = len(shown)
        shown += visible(text[start:end])
        moved.append((begin, len(shown)))
        at = end
    return shown + visible(text[at:]), moved


def _folds(text: str, width: int) -> Iterator[tuple[int, int]]:
    """The lines of a text, each from and up to a character, broken at blanks where there are."""
    start = 0
    while start < len(text):
        end = _fitting(text, start, width)
        blank = text.rfind(" ", start, end + 1) if end < len(text) else -1
        end = blank if blank > start else end
        yield start, end
        start = end + (text[end : end + 1] == " ")


def _fitting(text: str, start: int, width: int) -> int:
    """Up to where a line goes that begins at ``start``: as much as fits, one character at least."""
    end, taken = start + 1, cell_width(text[start])
    while end < len(text) and (taken := taken + cell_width(text[end])) <= width:
        end += 1
    return end


def _painted(text: str, marks: Marks, line: tuple[int, int], style: Style) -> str:
    at, last = line
    parts = []
    for start, end in marks:
        begin, stop = max(start, at), min(end, last)
        if begin < stop:
            parts += [text[at:begin], style.paint(text[begin:stop], "bold")]
            at = stop
    return "".join((*parts, text[at:last]))
