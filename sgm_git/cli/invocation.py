"""What one run of ``sgm`` was told about itself, and the two streams that it writes to.

Data goes to standard output, everything else to standard error (DESIGN section 11). Text that
comes here is escaped already (``report.escape``), but for what ``say`` escapes itself. Where no
terminal reads them, lines may stand in the log of a pipeline: none is a command to its runner.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO

from sgm_git.cli import terminal
from sgm_git.report.escape import json_text, visible
from sgm_git.report.logs import harmless, harmless_json
from sgm_git.report.style import Style, colour_wanted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonValue

Engine = Literal["auto", "git", "dulwich"]


@dataclass(slots=True)
class Invocation:
    """The global options of one run. They may stand before and behind the command's name.

    A run that ``goes_unheard`` does not fail where nobody can read what it tells.
    """

    debug: bool = False
    quiet: bool = False
    color: str = "auto"
    engine: Engine = "auto"
    goes_unheard: bool = False

    @property
    def style(self) -> Style:
        """The style of standard output."""
        return self._style(sys.stdout)

    @property
    def error_style(self) -> Style:
        """The style of standard error."""
        return self._style(sys.stderr)

    def now(self) -> float:
        """The time, in seconds since the epoch."""
        return time.time()

    def _style(self, stream: TextIO) -> Style:
        wanted = colour_wanted(self.color, terminal=stream.isatty(), environment=os.environ)
        return Style(colour=wanted)

    def lines(self, lines: Iterable[str], *, page: bool = False) -> None:
        """Write lines of text to standard output; ``page``: through the pager if they are many."""
        if page and sys.stdout.isatty():
            shown = list(lines)
            if len(shown) < shutil.get_terminal_size().lines or not terminal.page(shown):
                lines = shown
            else:
                return
        self.exactly(lines if sys.stdout.isatty() else map(harmless, lines))

    def exactly(self, lines: Iterable[str]) -> None:
        """Write lines that other programs read, or that are made for a runner, as they are."""
        for line in lines:
            sys.stdout.write(f"{line}\n")

    def json(self, value: JsonValue) -> None:
        """Write one JSON value, indented, to standard output."""
        self.exactly([harmless_json(json_text(value, indent=2))])

    def jsonl(self, values: Iterable[JsonValue]) -> None:
        """Write JSON values to standard output, one a line, each as soon as it is there."""
        self.exactly(harmless_json(json_text(value)) for value in values)

    def say(self, *notes: str) -> None:
        """Tell a person something on standard error, unless they want quiet."""
        if not self.quiet:
            self.tell(visible(note) for note in notes)

    def tell(self, lines: Iterable[str]) -> None:
        """Write lines to standard error, quiet or not."""
        with suppress(OSError) if self.goes_unheard else nullcontext():
            for line in lines if sys.stderr.isatty() else map(harmless, lines):
                sys.stderr.write(f"{line}\n")
