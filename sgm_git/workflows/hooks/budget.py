"""What the judgement of a push may cost; whatever it looks at, it ends (DESIGN section 7).

Time is told by a signal that no handler of errors takes for an error; where a library does not
listen to signals, the system's own limit of computing time ends the process, which refuses the
push as well.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.hooks.server import Budget

_AGAIN = 5.0  # seconds after which it is said again, should the first time be lost in a clean-up
_GRACE = 60  # seconds of computing after that
_SETTINGS = {
    "core.packedGitWindowSize": "32m",  # git would map whole packs, which are no part of a push
    "core.packedGitLimit": "256m",
    "safe.bareRepository": "all",  # git has started us in this one
}


class OverBudgetError(BaseException):
    """The time for a push is over. Not an Exception: nothing may go on as if it were an answer."""


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Keep a block, and every git that it starts, to a budget.

    Raises OverBudgetError when the time is over, also where the block has ended in time only by
    not listening; MemoryError, or what a git says that gets no more, when the memory is.
    """
    began = time.monotonic()
    with _limits(budget), _alarm(budget.seconds):
        yield
    if time.monotonic() - began > budget.seconds:
        raise OverBudgetError


@contextmanager
def modest_git() -> Iterator[None]:
    """Let every git that is started in a block be modest, and work in a server's repository."""
    before = {name: value for name, value in os.environ.items() if name.startswith("GIT_CONFIG_")}
    count = before.get("GIT_CONFIG_COUNT", "0")
    first = int(count) if count.isdecimal() else 0
    for number, (key, value) in enumerate(_SETTINGS.items(), first):
        os.environ[f"GIT_CONFIG_KEY_{number}"] = key
        os.environ[f"GIT_CONFIG_VALUE_{number}"] = value
    os.environ["GIT_CONFIG_COUNT"] = str(first + len(_SETTINGS))
    try:
        yield
    finally:
        for name in [name for name in os.environ if name.startswith("GIT_CONFIG_")]:
            if name not in before:
                del os.environ[name]
        os.environ.update(before)


if sys.platform == "win32":
    import _thread
    import threading

    @contextmanager
    def _alarm(seconds: float) -> Iterator[None]:
        timer = threading.Timer(seconds, _thread.interrupt_main)
        timer.daemon = True
        timer.start()
        try:
            yield
        except KeyboardInterrupt as error:
            raise OverBudgetError from error
        finally:
            timer.cancel()

    @contextmanager
    def _limits(_budget: Budget) -> Iterator[None]:
        yield

else:
    import resource
    import signal

    @contextmanager
    def _alarm(seconds: float) -> Iterator[None]:
        former = signal.signal(signal.SIGALRM, _end)
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)

    def _end(_number: int, _frame: object) -> None:
        raise OverBudgetError

    @contextmanager
    def _limits(budget: Budget) -> Iterator[None]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        computing = int(used.ru_utime + used.ru_stime) + budget.seconds + _GRACE
        with (
            _limited(resource.RLIMIT_CPU, computing),
            _limited(resource.RLIMIT_AS, budget.megabytes * 1024 * 1024),
        ):
            yield

    @contextmanager
    def _limited(what: int, limit: int) -> Iterator[None]:
        """Set a limit that is lower than the one there is, for the block."""
        soft, hard = resource.getrlimit(what)
        finite = [each for each in (limit, soft, hard) if each != resource.RLIM_INFINITY]
        with suppress(ValueError, OSError):  # a system may know it and not have it
            resource.setrlimit(what, (min(finite), hard))
        try:
            yield
        finally:
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (soft, hard))
