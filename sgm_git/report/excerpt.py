"""The line of a document that a finding is about, with a mark under the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.masking import veiled
from sgm_git.report.escape import cell_width, visible
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from sgm_git.findings import Span

_BEFORE, _AFTER = 60, 100


def excerpt(source: str, span: Span, style: Style = PLAIN) -> list[str]:
    """Give the span's first line and the carets under it; nothing where there is no such line.

    ``source`` is the text that the span's lines and columns count in. A long line is cut around
    the place, so that the mark stays in sight. Only stars stand for what is secret.
    """
    lines = veiled(source).split("\n", span.line)
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1].removesuffix("\r")
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    end = min(max(end, start), len(line))
    left = max(start - _BEFORE, 0)
    before, marked = visible(line[left:start]), visible(line[start:end])
    after = visible(line[end : start + _AFTER])
    number = str(span.line)
    dots = "…" if left else ""
    shown = f"{dots}{before}{marked}{after}"
    carets = "^" * max(cell_width(marked), 1)
    margin = " " * cell_width(dots + before)
    bar = style.paint("|", "cyan")
    return [
        f"{style.paint(number, 'cyan')} {bar} {shown}",
        f"{' ' * len(number)} {bar} {margin}{style.paint(carets, 'red', 'bold')}",
    ]
