"""Says to somebody who watches why nothing comes yet (DESIGN section 11)."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.cli.invocation import Invocation

ASKING = "looking at all records and what git knows of them: where there are many it takes a while"

_SECONDS = 1.0


@contextmanager
def patience(invocation: Invocation, why: str = ASKING) -> Iterator[None]:
    """Say ``why`` on a terminal if what is done meanwhile takes longer than a second."""
    if not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(_SECONDS, invocation.say, [why])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
