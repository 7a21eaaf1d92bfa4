"""What importers take and give: source files, drafts of records, and what was left out and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of the source: its path below the source folder, with forward slashes, and bytes."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """A record as the source states it.

    ``record`` has an ``id`` and, where the source is no SGM record already, a ``provenance`` with
    nothing but ``links``. ``line`` is the 1-based line in a file of many records. ``created`` is
    RFC 3339 text for ``created_at``, from the source's own date. ``notes`` say what a reader of
    the import should know about this mapping.
    """

    record: JsonObject
    source_path: str
    line: int | None = None
    notes: tuple[str, ...] = ()
    created: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file, or one line of it, that gives no record, and why.

    ``is_fault``: it should have given one and could not be read as one.
    """

    source_path: str
    reason: str
    line: int | None = None
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """What one import gives, both parts in the order of source path and line."""

    drafts: tuple[Draft, ...]
    skipped: tuple[Skipped, ...]
