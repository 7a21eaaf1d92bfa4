"""Gives every readable record, exactly as it is declared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records


@dataclass(frozen=True, slots=True)
class Export:
    """The entries whose records go out, by path, and those that cannot be read."""

    readable: tuple[Entry, ...]
    unreadable: tuple[Entry, ...]


def export(records: Records, *, rev: str | None = None) -> Export:
    """Read the store, or what it was at ``rev``; links are no records and are in neither part."""
    entries = [entry for entry in records.entries(rev=rev) if not entry.is_link]
    return Export(
        tuple(entry for entry in entries if entry.record is not None),
        tuple(entry for entry in entries if entry.record is None),
    )
