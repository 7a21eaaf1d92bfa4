"""What is wished of a sync, what it is given of the world, and what it reports (DESIGN 11)."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.findings import Finding

Mode = Literal["rebase", "merge"]
Action = Literal["added", "changed", "removed", "moved", "renamed"]
Kind = Literal["changed on both sides", "added on both sides", "deleted here", "deleted there"]


class Step(StrEnum):
    """Whether a sync begins, goes on after a conflict, or gives up what stopped there."""

    BEGIN = "begin"
    CONTINUE = "continue"
    ABORT = "abort"


class SyncState(StrEnum):
    """How a sync ended."""

    SYNCED = "synced"
    UNCHANGED = "unchanged"
    CONFLICT = "conflict"
    REFUSED = "refused"
    REWOUND = "rewound"
    PLANNED = "planned"


@dataclass(frozen=True, slots=True)
class SyncWish:
    """What is asked for: ``remote`` by its name, None: the branch's own, or the only one.

    ``dry_run`` fetches objects, and moves no ref, branch or file. ``stops``: a conflict stops in
    the work tree, for a person to settle it there; without, nothing is touched where there is one.
    """

    remote: str | None = None
    dry_run: bool = False
    step: Step = Step.BEGIN
    stops: bool = True


@dataclass(frozen=True, slots=True)
class World:
    """The clock (seconds), a way to wait for seconds, and chance between 0 and 1."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random


WORLD = World()


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record's file that comes or goes; what cannot be read has no ``id`` and no ``title``.

    One that was moved, or has another id, was at the path ``before``.
    """

    path: str
    action: Action
    id: str | None = None
    title: str | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class RecordConflict:
    """A file that nobody but a person can merge.

    ``fields`` are JSON pointers of the record's fields that both sides have otherwise; none where
    one of the sides is no record, or the file is gone there. *Here* is the own side.
    """

    path: str
    kind: Kind
    id: str | None = None
    title: str | None = None
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Traffic:
    """Commits in one direction, how many of them touch no record, and the records that differ."""

    commits: int = 0
    other_commits: int = 0
    records: tuple[RecordChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a sync did not come to its end, and what to do next; ``words`` are the remote's own."""

    message: str
    hint: str | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncReport:
    """All there is to say of a sync.

    ``branch`` is the one at the remote, without ``refs/heads/``; ``before`` and ``after`` are the
    commits at which HEAD was and is, or would be after a dry run. ``incoming`` findings are about
    what came and block nothing; ``outgoing`` are about what goes: with an error it stays here.
    ``incoming_range`` and ``outgoing_range`` are what was judged, for ``--range``, None where
    nothing was. ``trouble`` stands where it did not come to its end.
    """

    state: SyncState
    remote: str = ""
    branch: str = ""
    before: str | None = None
    after: str | None = None
    attempts: int = 0
    mode: Mode = "rebase"
    pulled: Traffic = field(default_factory=Traffic)
    pushed: Traffic = field(default_factory=Traffic)
    restamped: tuple[str, ...] = ()
    conflicts: tuple[RecordConflict, ...] = ()
    incoming: tuple[Finding, ...] = ()
    outgoing: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: Trouble | None = None
    incoming_range: str | None = None
    outgoing_range: str | None = None

    @property
    def exit_status(self) -> int:
        """0 where all is well, 1 where a person has to look."""
        return int(self.trouble is not None)
