"""The lines of ours in a file of somebody else's: put in between two marks, and taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BEGIN = "# >>> sgm-git: `sgm hooks uninstall` takes these lines out >>>"
END = "# <<< sgm-git <<<"
# What the marks are recognised by, so that their words may change.
_BEGIN, _END = "# >>> sgm-git", "# <<< sgm-git"


def section(lines: Sequence[str]) -> list[str]:
    """Lines between their marks."""
    return [BEGIN, *lines, END]


def with_lines_before(text: str, row: int, lines: Sequence[str]) -> str:
    """The text with lines put in before its row, counted from 0; they end as its own do."""
    eol = "\r\n" if "\r\n" in text else "\n"
    rows = text.splitlines(keepends=True)
    if row >= len(rows) and rows and not rows[-1].endswith("\n"):
        rows[-1] += eol
    return "".join([*rows[:row], *(line + eol for line in lines), *rows[row:]])


def without_sections(text: str) -> str:
    """The text without what stands between marks of ours; a mark without its fellow stays."""
    rows = text.splitlines(keepends=True)
    kept: list[str] = []
    begun: int | None = None
    for row in rows:
        if row.strip().startswith(_BEGIN):
            begun = len(kept)
        kept.append(row)
        if begun is not None and row.strip().startswith(_END):
            del kept[begun:]
            begun = None
    return "".join(kept)
