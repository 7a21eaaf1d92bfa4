"""What a watch tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sgm_git.findings import Finding

Kind = Literal[
    "watching",  # it begins; ``why`` says how
    "findings",  # a record was saved, and this is said of it
    "ok",  # a record was saved, and nothing is said of it any more
    "saved",  # a record was saved, and nothing is said of it, as before
    "gone",  # a record's file is gone
    "committed",
    "left",  # something is not committed; ``why`` says why
    "held",  # git is at work; ``why`` says what it is doing
    "synced",
    "unsynced",  # a sync did not come to its end; ``why`` says why
    "note",
]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; ``time`` is in seconds since the epoch, ``commit`` a hex id."""

    kind: Kind
    time: int
    path: str | None = None
    id: str | None = None
    findings: tuple[Finding, ...] = ()
    commit: str | None = None
    why: str | None = None
    hint: str | None = None
