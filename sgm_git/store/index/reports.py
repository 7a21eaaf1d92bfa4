"""What checks said, each under the seal of what it depends on: the last one for each place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.store.index.database import at_once

if TYPE_CHECKING:
    import sqlite3

_KEPT = 16  # of several work trees, and of several choices of records


def read_report(connection: sqlite3.Connection, place: str, seal: str, now: int) -> str | None:
    """Give what was said at a place under this very seal; None where it was said after ``now``."""
    wanted = "SELECT said FROM reports WHERE place = ? AND seal = ? AND since <= ?"
    row = connection.execute(wanted, (place, seal, now)).fetchone()
    return None if row is None else str(row[0])


def keep_report(connection: sqlite3.Connection, place: str, seal: str, now: int, said: str) -> None:
    """Keep what was said ``now``, and forget what was said long ago.

    Nothing happens where another process writes to the index, or nobody may.
    """
    row = place, seal, now, said
    with at_once(connection):
        connection.execute("INSERT OR REPLACE INTO reports VALUES(?, ?, ?, ?)", row)
        connection.execute(
            "DELETE FROM reports WHERE rowid NOT IN"
            " (SELECT rowid FROM reports ORDER BY rowid DESC LIMIT ?)",
            (_KEPT,),
        )
