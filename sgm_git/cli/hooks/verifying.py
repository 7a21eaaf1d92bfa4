"""commit-msg: see to it that the message says still what is dropped on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import open_here, staged_records
from sgm_git.errors import CannotRun, UsageError
from sgm_git.workflows.hooks.messages import verify_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation


def run(invocation: Invocation, arguments: Sequence[str]) -> int:
    """Look at the file that git names; raises Refused where a line of consent is missing.

    pre-commit says what keeps records from being read, and stops their commits; it stops no others.
    """
    if not arguments:
        raise UsageError("commit-msg needs the file of the message")
    try:
        records = staged_records(open_here(invocation), invocation)
    except CannotRun:
        return 0
    verify_message(records, Path(arguments[0]))
    return 0
