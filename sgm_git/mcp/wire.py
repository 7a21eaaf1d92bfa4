"""The two streams that speak the protocol, kept from everything else that prints or reads.

Whatever a library, a hook or a program that one starts writes to standard output goes to standard
error from then on, and who reads standard input finds it empty.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from sgm_git.errors import CannotRun

if sys.platform == "win32":
    import msvcrt

    def _apart(number: int) -> int:
        """A private copy of a stream, with bytes as they are."""
        copy = os.dup(number)
        msvcrt.setmode(copy, os.O_BINARY)
        return copy

else:
    import fcntl

    def _apart(number: int) -> int:
        """A private copy of a stream, which no program inherits and no other stream takes."""
        return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3)


_INPUT, _OUTPUT, _ERRORS = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Wire:
    """File descriptors of what the client sends and of what it gets."""

    incoming: int
    outgoing: int


def take() -> Wire:
    """Keep the process's own streams for the protocol, and turn what has their names elsewhere.

    Must run before anything else that could print. Raises CannotRun where one of them is closed.
    """
    sys.stdout.flush()
    try:
        wire = Wire(_apart(_INPUT), _apart(_OUTPUT))
    except OSError as error:
        raise CannotRun(
            "standard input and output must be open", hint="an agent's program starts sgm mcp"
        ) from error
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, _INPUT)
    try:
        os.dup2(_ERRORS, _OUTPUT)
    except OSError:  # nobody hears errors either
        os.dup2(nothing, _OUTPUT)
    os.close(nothing)
    sys.stdout = sys.stderr
    return wire
