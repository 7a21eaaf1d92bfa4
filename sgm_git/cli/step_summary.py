"""The summary of a step of GitHub Actions: a file that the runner shows unless it is too large."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.report.formats import parts

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "GITHUB_STEP_SUMMARY"


def has_summary() -> bool:
    """Whether there is one."""
    return bool(os.environ.get(_NAME))


def add_to_summary(told: Callable[[int], str]) -> None:
    """Add Markdown to the summary, if there is one; ``told`` gives it in so many bytes.

    What the step has told already takes its room: the runner drops all of what is too large. A
    blank line parts both. Raises CannotRun where the file cannot be written.
    """
    place = os.environ.get(_NAME)
    if not place:
        return
    try:
        with Path(place).open("a", encoding="utf-8", errors="backslashreplace") as file:
            room = parts.github.ROOM - file.tell()
            if room > 0:
                file.write(("\n" if file.tell() else "") + told(room))
    except OSError as error:
        raise CannotRun(f"cannot write {_NAME}, {place}: {error.strerror}") from error
