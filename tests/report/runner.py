"""What the runner of a pipeline takes for commands in a log, as GitHub's own does it.

It looks for ``##[`` anywhere and for ``::`` at the start behind blanks, and passes over characters
that are not seen; here over all that ASCII has no sign for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNSEEN = re.compile(r"[^!-~]")
_COMMAND = re.compile(r"::|.*##(vso|teamcity)?\[")


def commands_in(lines: Iterable[str]) -> list[str]:
    """Those of the lines, with all that somebody may take for their ends, that are commands."""
    found = [part for line in lines for part in line.splitlines()]
    return [line for line in found if _COMMAND.match(_UNSEEN.sub("", line))]
