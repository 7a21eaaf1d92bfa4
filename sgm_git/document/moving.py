"""Ways to change content, which is the body or the front-matter key ``content``, best first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.document.split import body_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document.document import Document
    from sgm_git.document.source import Patch

_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def without_body(document: Document) -> Patch:
    """Give the patch that leaves nothing after the closing fence."""
    return [(document.body, len(document.text), "")]


def body_changes(document: Document, content: str) -> Iterator[Patch]:
    """Give ways to make a text the body's content; only lines that differ are replaced."""
    text, eol = document.text, document.eol
    if document.content_span is not None:
        yield _changed_lines(text, document.content_span, content, eol)
    typed = content.replace("\n", eol)
    fence_end = "" if text.endswith("\n") or document.body < len(text) else eol
    body = fence_end + eol + (typed + eol if content else "")
    yield [(document.body, len(text), body)]


def _changed_lines(text: str, span: tuple[int, int], content: str, eol: str) -> Patch:
    old = _LINES.findall(text[slice(*span)])
    new = _LINES.findall(content)
    read = [body_text(line, eol) for line in old]
    first = _common(read, new)
    last = _common(read[first:][::-1], new[first:][::-1])
    start = span[0] + sum(map(len, old[:first]))
    end = span[1] - sum(map(len, old[len(old) - last :]))
    changed = "".join(new[first : len(new) - last])
    return [(start, end, changed.replace("\n", eol))]


def _common(a: list[str], b: list[str]) -> int:
    """Give how many lines are the same from the start."""
    return next(
        (n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
