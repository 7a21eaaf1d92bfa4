"""commit-msg: see to it that the message says still what is dropped on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import records_of_message
from sgm_git.errors import UsageError
from sgm_git.workflows.hooks.messages import verify_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation


def run(invocation: Invocation, arguments: Sequence[str]) -> int:
    """Look at the file that git names; raises Refused where a line of consent is missing."""
    if not arguments:
        raise UsageError("commit-msg needs the file of the message")
    records = records_of_message(invocation)
    if records is not None:
        verify_message(records, Path(arguments[0]))
    return 0
