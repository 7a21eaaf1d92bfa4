"""What the command line imports only when it is needed, apart from commands.

rich costs time only where there is a terminal to draw on, and what says findings or a trace only
where there are any. An agent's hook needs a command line only for options that few hooks have, and
errors have their words only where there are any.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sgm_git.cli.contexts import Asked
    from sgm_git.errors import SgmError
    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject
    from sgm_git.report.style import Style


class TableText(Protocol):
    """Draws items as a table (``report.table.table_text``)."""

    def __call__(self, items: Sequence[JsonObject], *, width: int, colour: bool) -> str:
        """Give the table as text, ``width`` columns wide at most."""
        ...


class ProgressBar(Protocol):
    """Shows how far something is (``report.progress.ProgressBar``)."""

    def __call__(self, done: int, total: int) -> None:
        """Say that ``done`` of ``total`` are done."""
        ...

    def close(self) -> None:
        """Take the bar off the screen."""
        ...


class FindingLines(Protocol):
    """Says findings as lines (``report.findings.finding_lines``)."""

    def __call__(self, findings: Iterable[Finding], style: Style) -> Iterable[str]:
        """Give the lines."""
        ...


def load_table() -> TableText:
    """Give ``report.table.table_text``, for a standard output that is a terminal."""
    return cast("TableText", import_module("sgm_git.report.table").table_text)


def load_progress() -> Callable[[TextIO, str], ProgressBar]:
    """Give ``report.progress.ProgressBar``, for a standard error that is a terminal."""
    module = import_module("sgm_git.report.progress")
    return cast("Callable[[TextIO, str], ProgressBar]", module.ProgressBar)


def load_finding_lines() -> FindingLines:
    """Give ``report.findings.finding_lines``, for a write that is refused."""
    module = import_module("sgm_git.report.findings")
    return cast("FindingLines", module.finding_lines)


def load_trace() -> Callable[[BaseException], list[str]]:
    """Give ``traceback.format_exception``, for who asks how an error came about."""
    module = import_module("traceback")
    return cast("Callable[[BaseException], list[str]]", module.format_exception)


def load_known() -> Callable[[Exception], SgmError]:
    """Give ``cli.failing.known``, for an error that has no words yet."""
    return cast("Callable[[Exception], SgmError]", import_module("sgm_git.cli.failing").known)


def load_options() -> Callable[[Sequence[str]], Asked]:
    """Give ``cli.commands.context.read_options``, for more than the plain options."""
    module = import_module("sgm_git.cli.commands.context")
    return cast("Callable[[Sequence[str]], Asked]", module.read_options)
