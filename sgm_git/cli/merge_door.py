"""``sgm merge-driver``: what git starts, before anything of a command line is imported.

git reads every status up to 128 as an answer: 0 is a merge, all others a conflict. So whatever
keeps us from merging ends above that.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.cli.frame import framed
from sgm_git.cli.invocation import Invocation
from sgm_git.errors import CannotRun, UsageError
from sgm_git.report.merge_conflicts import conflict_lines, text_conflict_lines
from sgm_git.workflows.merging.driver import Asked, drive

if TYPE_CHECKING:
    from collections.abc import Sequence

_FAILED = 129
_MARKER_SIZE = 7  # git's own; shorter ones nobody would find (F106)
_MOST = 1_000
_PLACES = ("%O", "%A", "%B", "%L", "%P")


def run(arguments: Sequence[str], *, leaves: bool = False) -> int:
    """Merge the file that git names; give 0, 1 where conflicts are left, more than 128 for errors.

    Prints them to standard error, raises none. Where it ``leaves``, the process ends here and now.
    """
    invocation = Invocation(goes_unheard=True)
    status = driver_status(framed(lambda: merge(invocation, arguments), invocation))
    if leaves:
        os._exit(status)
    return status


def driver_status(status: int) -> int:
    """The exit status that git understands, for one of ours."""
    return status if status in (0, 1) else max(status, _FAILED)


def merge(invocation: Invocation, arguments: Sequence[str]) -> int:
    """As ``run``, within a run that is under way; raises UsageError for other arguments."""
    asked = _asked(arguments)
    driven = drive(asked)
    invocation.tell(conflict_lines(asked.path, driven.record_id, driven.conflicts))
    invocation.tell(text_conflict_lines(asked.path, driven.texts or 0))
    return int(not driven.is_clean)


def _asked(arguments: Sequence[str]) -> Asked:
    if len(arguments) != len(_PLACES):
        raise UsageError(
            f"merge-driver takes {' '.join(_PLACES)}, as git gives them",
            hint="sgm init tells git how it is started",
        )
    base, ours, theirs, size, path = arguments
    if not (size.isascii() and size.isdecimal()):
        raise CannotRun(f"git gives the size of conflict markers, not {size!r}")
    length = min(max(int(size[:4]), _MARKER_SIZE), _MOST)
    return Asked(Path(base), Path(ours), Path(theirs), length, path)
