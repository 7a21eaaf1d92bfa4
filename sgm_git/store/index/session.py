"""The index, open for several questions that have one answer together."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from sgm_git.store.index.database import FAILURES, connect, give_up, in_memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Result = TypeVar("Result")


class Session:
    """Questions to the index of a repository, after it was prepared for them.

    Where it is broken, held for too long by another process or cannot be written, one in memory
    takes its place, prepared anew.
    """

    def __init__(
        self,
        common_dir: Path,
        prepare: Callable[[sqlite3.Connection], None],
        *,
        keeps: bool = True,
    ) -> None:
        """``prepare`` leaves the connection in a transaction; without ``keeps`` it is in memory."""
        self._common_dir = common_dir
        self._keeps = keeps
        self._prepare = prepare
        self._connection: sqlite3.Connection | None = None

    def ask(self, question: Callable[[sqlite3.Connection], Result]) -> Result:
        """Answer a question; it may be asked twice."""
        if self._keeps:
            try:
                return question(self._ready(lambda: connect(self._common_dir)))
            except FAILURES as error:
                self.close()
                give_up(self._common_dir, error)
                self._keeps = False
        return question(self._ready(in_memory))

    def _ready(self, opened: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
        if self._connection is None:
            connection = opened()
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Let go of it; what is not committed is not kept."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
