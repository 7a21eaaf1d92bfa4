"""Says why a run could not go on: one line, and a hint at what to do next (DESIGN section 11).

The only place where errors are printed. It needs no command line, so that hooks, which have none
to take apart, say it in the same words.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from sgm_git.cli.late import load_finding_lines, load_trace
from sgm_git.errors import CannotRun, Refused, SgmError
from sgm_git.record.masking import masked_tokens
from sgm_git.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.cli.invocation import Invocation

_MAX_LINES = 40
_MAX_LENGTH = 400
"""How much is shown of what a hook says, whose end says why it refuses."""

_BUG = "this is a bug in sgm: run it again with --debug and report what it says"


def report(error: Exception, known: SgmError, invocation: Invocation) -> int:
    """Print an error that is ``known`` in our words; give the exit status that it means."""
    style = invocation.error_style
    if isinstance(known, Refused) and known.findings:
        invocation.tell(load_finding_lines()(known.findings, style))
    lines = [f"{style.paint('sgm: error:', 'red', 'bold')} {_one_line(known.message)}"]
    if isinstance(known, Refused):
        lines += _indented(known.words)
    if known.hint:
        lines.append(f"{style.paint('hint:', 'cyan')} {_one_line(known.hint)}")
    if invocation.debug:
        invocation.tell(visible(line) for line in _trace(error))
    invocation.tell(lines)
    return known.exit_status


def known(error: Exception) -> SgmError:
    """The error in our words; what we did not foresee is a bug and says so."""
    if isinstance(error, SgmError):
        return error
    if isinstance(error, OSError) and error.strerror:
        place = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        return CannotRun(f"{place}{error.strerror}")
    return CannotRun(f"internal error: {type(error).__name__}: {error}", hint=_BUG)


def _indented(words: Sequence[str]) -> Iterator[str]:
    """Lines of somebody else, such as a hook: the last ones, none of them endless."""
    left_out = len(words) - _MAX_LINES
    if left_out > 0:
        yield f"  ({left_out} lines left out)"
    for word in words[-_MAX_LINES:]:
        line = masked_tokens(word)  # before it is cut: a part of a secret is not known for one
        is_long = len(line) > _MAX_LENGTH
        yield f"  {visible(line.expandtabs()[:_MAX_LENGTH])}{'…' if is_long else ''}"


def _trace(error: Exception) -> list[str]:
    return "".join(load_trace()(error)).splitlines()


def _one_line(text: str) -> str:
    return visible(re.sub(r"\s*\n\s*", " ", text.strip()))
