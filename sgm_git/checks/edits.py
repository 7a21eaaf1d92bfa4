"""Fixes as edits of a document's text (DESIGN section 11, ``fix``)."""

from __future__ import annotations

import difflib
from itertools import accumulate
from typing import TYPE_CHECKING

from sgm_git.document.lines import Lines
from sgm_git.findings import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BOM = "\ufeff"
_MAX_LINES = 4_000  # comparing lines is quadratic; beyond this the whole stretch is one edit


def edits_between(old: str, new: str) -> tuple[Edit, ...]:
    """The edits that make ``new`` of ``old``: one a stretch of changed lines, and no larger."""
    lines = Lines(old)
    return tuple(Edit(lines.span(start, end), text) for start, end, text in _stretches(old, new))


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The document with the edits made; a byte order mark stays.

    Raises ValueError where an edit is not within the text, or two of them overlap.
    """
    text = data.decode()
    mark = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    starts = [0, *(place + 1 for place, character in enumerate(text) if character == "\n")]
    parts: list[str] = []
    at = 0
    for start, end, replacement in sorted(_offsets(edit, starts) for edit in edits):
        if start < at or end < start or end > len(text):
            raise ValueError("an edit overlaps another or lies outside the document")
        parts += [text[at:start], replacement]
        at = end
    return (mark + "".join(parts) + text[at:]).encode()


def _offsets(edit: Edit, starts: list[int]) -> tuple[int, int, str]:
    span = edit.span
    if not 0 < span.line <= span.end_line <= len(starts):
        raise ValueError("an edit lies outside the document")
    start, end = starts[span.line - 1], starts[span.end_line - 1]
    return start + span.column - 1, end + span.end_column - 1, edit.text


def _stretches(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first = _common(before, after)
    last = _common(before[first:][::-1], after[first:][::-1])
    start = sum(map(len, before[:first]))
    before, after = before[first : len(before) - last], after[first : len(after) - last]
    offsets = [*accumulate(map(len, before), initial=start)]
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    blocks = matcher.get_opcodes() if len(before) + len(after) < _MAX_LINES else _one(before, after)
    for tag, old_start, old_end, new_start, new_end in blocks:
        if tag != "equal":
            text = "".join(after[new_start:new_end])
            yield _trimmed(old, offsets[old_start], offsets[old_end], text)


def _one(before: list[str], after: list[str]) -> list[tuple[str, int, int, int, int]]:
    return [("replace", 0, len(before), 0, len(after))]


def _trimmed(old: str, start: int, end: int, text: str) -> tuple[int, int, str]:
    """The same replacement without what both texts have in common at either side."""
    stretch = old[start:end]
    first = _common(stretch, text)
    last = _common(stretch[first:][::-1], text[first:][::-1])
    return start + first, end - last, text[first : len(text) - last]


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """How many items two sequences begin with alike."""
    differing = (place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
    return next(differing, min(len(a), len(b)))
