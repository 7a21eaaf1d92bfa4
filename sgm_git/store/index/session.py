"""The index, open for several questions that have one answer together."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from sgm_git.store.index.database import connect, forget, in_memory

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
        try:
            if self._connection is None:
                self._connection = connect(self._common_dir) if self._keeps else in_memory()
                self._prepare(self._connection)
            return question(self._connection)
        except sqlite3.OperationalError:
            pass  # held by another process, read-only, no space: it is good for others
        except sqlite3.DatabaseError:
            forget(self._common_dir)
        self.close()
        self._connection = in_memory()
        self._prepare(self._connection)
        return question(self._connection)

    def close(self) -> None:
        """Let go of it; what is not committed is not kept."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
