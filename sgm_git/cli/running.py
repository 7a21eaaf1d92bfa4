"""Runs a command line and turns whatever comes of it into an exit status (DESIGN section 11).

The only place where errors are printed: one line, and a hint at what to do next.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import traceback
from typing import TYPE_CHECKING

import click

from sgm_git.cli import signals, streams
from sgm_git.cli.invocation import Invocation
from sgm_git.cli.program import PROGRAM
from sgm_git.errors import CannotRun, Refused, SgmError, UsageError
from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it: 128 and the signal's number."""

READER_GONE = 141
"""Exit status where nobody reads standard output any more, as for any program in a pipe."""

_GARBAGE_THRESHOLD = 200_000
"""New objects before a search for cycles: a run makes millions that live to its end, hardly a
cycle among them, and looking for some at Python's own pace takes half of the time of reading."""

_MAX_LINES = 40
_MAX_LENGTH = 400
"""How much is shown of what a hook says, whose end says why it refuses."""

_BUG = "this is a bug in sgm: run it again with --debug and report what it says"


def run(arguments: Sequence[str]) -> int:
    """Run the command line; give the exit status. Prints errors, raises none."""
    gc.set_threshold(_GARBAGE_THRESHOLD)
    signals.listen()
    if "_SGM_COMPLETE" in os.environ:
        PROGRAM.main(list(arguments), prog_name="sgm")
    streams.make_safe()
    try:
        status = _run(arguments, Invocation())
        streams.settle()
    except BrokenPipeError:
        streams.give_up()
        return READER_GONE
    return status


def _run(arguments: Sequence[str], invocation: Invocation) -> int:
    try:
        status = _invoke(arguments, invocation)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        invocation.tell([""])
        return INTERRUPTED
    except signals.AskedToEndError as asked:
        return asked.exit_status
    except Exception as error:  # noqa: BLE001  # whatever it is, the user gets one line
        return _report(error, invocation)
    return status


def _invoke(arguments: Sequence[str], invocation: Invocation) -> int:
    try:
        with PROGRAM.make_context("sgm", list(arguments), obj=invocation) as context:
            status: int = PROGRAM.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    return status


def _report(error: Exception, invocation: Invocation) -> int:
    known = _known(error)
    style = invocation.error_style
    if isinstance(known, Refused):
        invocation.tell(finding_lines(known.findings, style))
    lines = [f"{style.paint('sgm: error:', 'red', 'bold')} {_one_line(known.message)}"]
    if isinstance(known, Refused):
        lines += _indented(known.words)
    if known.hint:
        lines.append(f"{style.paint('hint:', 'cyan')} {_one_line(known.hint)}")
    if invocation.debug:
        invocation.tell(visible(line) for line in _trace(error))
    invocation.tell(lines)
    return known.exit_status


def _indented(words: Sequence[str]) -> Iterator[str]:
    """Lines of somebody else, such as a hook: the last ones, none of them endless."""
    left_out = len(words) - _MAX_LINES
    if left_out > 0:
        yield f"  ({left_out} lines left out)"
    for line in words[-_MAX_LINES:]:
        is_long = len(line) > _MAX_LENGTH
        yield f"  {visible(line.expandtabs()[:_MAX_LENGTH])}{'…' if is_long else ''}"


def _trace(error: Exception) -> list[str]:
    return "".join(traceback.format_exception(error)).splitlines()


def _one_line(text: str) -> str:
    return visible(re.sub(r"\s*\n\s*", " ", text.strip()))


def _known(error: Exception) -> SgmError:
    """The error in our words; what we did not foresee is a bug and says so."""
    if isinstance(error, SgmError):
        return error
    if isinstance(error, click.ClickException):
        return _usage_error(error)
    if isinstance(error, OSError) and error.strerror:
        place = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        return CannotRun(f"{place}{error.strerror}")
    return CannotRun(f"internal error: {type(error).__name__}: {error}", hint=_BUG)


def _usage_error(error: click.ClickException) -> UsageError:
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context is not None else "sgm"
    return UsageError(error.format_message().rstrip("."), hint=f"see {path} --help")
