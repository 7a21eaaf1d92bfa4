"""Shows items as a table to a person and as lines to a program."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from sgm_git.cli.late import load_table
from sgm_git.report.listing import item_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonObject


def show_items(invocation: Invocation, items: Iterable[JsonObject], *, page: bool = False) -> None:
    """Write items to standard output, through the pager if asked and there are many."""
    if not sys.stdout.isatty():
        invocation.lines(map(item_line, items))
    elif shown := list(items):
        width = shutil.get_terminal_size().columns
        table = load_table()(shown, width=width, colour=invocation.style.colour)
        invocation.lines(table.splitlines(), page=page)
