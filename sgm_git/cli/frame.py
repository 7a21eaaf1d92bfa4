"""What surrounds every run: signals, streams, and an exit status for whatever comes (DESIGN 11)."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from sgm_git.cli import failing, signals, streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.cli.invocation import Invocation
    from sgm_git.errors import SgmError

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it: 128 and the signal's number."""

READER_GONE = 141
"""Exit status where nobody reads standard output any more, as for any program in a pipe."""

_GARBAGE_THRESHOLD = 200_000
"""New objects before a search for cycles: a run makes millions that live to its end, hardly a
cycle among them, and looking for some at Python's own pace takes half of the time of reading."""


def framed(
    act: Callable[[], int],
    invocation: Invocation,
    known: Callable[[Exception], SgmError] = failing.known,
) -> int:
    """Give the exit status of ``act``, or of what it raised. Prints errors, raises none.

    ``known`` says an error in our words.
    """
    gc.set_threshold(_GARBAGE_THRESHOLD)
    signals.listen()
    streams.make_safe()
    try:
        status = _ended(act, invocation, known)
        streams.settle()
    except BrokenPipeError:
        streams.give_up()
        return READER_GONE
    return status


def _ended(
    act: Callable[[], int], invocation: Invocation, known: Callable[[Exception], SgmError]
) -> int:
    try:
        status = act()
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        invocation.tell([""])
        return INTERRUPTED
    except signals.AskedToEndError as asked:
        return asked.exit_status
    except Exception as error:  # noqa: BLE001  # whatever it is, the user gets one line
        return failing.report(error, known(error), invocation)
    return status
