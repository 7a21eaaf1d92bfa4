"""What a thread needs that works beside a watch: nobody who saves waits for it."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sgm_git.git.engine import open_repository
from sgm_git.store.records import Records
from sgm_git.store.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.engine import Engine

_TURN = 0.0005  # seconds that such a thread may keep others waiting at a time

_guard = threading.Lock()
_usual: list[float] = []  # the usual turn, once for each thread that has asked for short ones


@contextmanager
def in_short_turns() -> Iterator[None]:
    """Let other threads have their turn soon while the block runs."""
    with _guard:
        _usual.append(_usual[-1] if _usual else sys.getswitchinterval())
        sys.setswitchinterval(_TURN)
    try:
        yield
    finally:
        with _guard:
            usual = _usual.pop()
            sys.setswitchinterval(_TURN if _usual else usual)


def own_records(records: Records) -> Records:
    """The same records by a repository of their own, for one thread; raises CannotRun."""
    engine: Engine = "git" if records.repository.engine == "git" else "dulwich"
    repository = open_repository(records.top(), engine)
    return Records(repository, lambda: load_settings(repository), lambda: float(records.now()))
