"""prepare-commit-msg: write consents that were given here into the message."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import records_of_message
from sgm_git.errors import UsageError
from sgm_git.workflows.hooks.messages import prepare_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation

_OF_HEAD = ("commit", "HEAD")  # where the text is from; -c and -C name another commit


def run(invocation: Invocation, arguments: Sequence[str]) -> int:
    """Add the lines to the file that git names first; it says then where its text is from."""
    if not arguments:
        raise UsageError("prepare-commit-msg needs the file of the message")
    records = records_of_message(invocation)
    if records is not None:
        prepare_message(records, Path(arguments[0]), amends=tuple(arguments[1:]) == _OF_HEAD)
    return 0
