"""Tables for spreadsheets, as lines of CSV (RFC 4180) of which no cell is ever run.

A spreadsheet takes what begins with ``=`` and the like for a formula, whoever wrote it, and some
take a semicolon for the border of a cell even between quotes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_FULL_WIDTH = "\uff1d\uff0b\uff0d\uff20"  # which are run, too
_RUN = re.compile(rf"(^|;)([\s\"']*)(?=[=+\-@|%{_FULL_WIDTH}])")


def csv_line(cells: Iterable[str | int]) -> str:
    """Give one line of the table, without its end; numbers stand as they are, texts in quotes.

    What acts or hides in a text is shown escaped, its secrets are masked, and an apostrophe stands
    before what a spreadsheet would run.
    """
    return ",".join(str(cell) if isinstance(cell, int) else _quoted(cell) for cell in cells)


def _quoted(text: str) -> str:
    harmless = _RUN.sub(r"\1'\2", visible(text))
    return '"{}"'.format(harmless.replace('"', '""'))
