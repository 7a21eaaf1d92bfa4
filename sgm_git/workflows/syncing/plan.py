"""Decides what a sync does, from where both branches stand; pure (DESIGN 15.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.workflows.syncing.model import Mode


class Way(StrEnum):
    """How what is at the remote comes into the branch here."""

    NOTHING = "nothing comes"
    FORWARD = "fast-forward"
    REPLAY = "own commits are replayed on top"
    MERGE = "both sides are merged"
    REWOUND = "the remote has lost commits"
    UNRELATED = "the histories have nothing in common"


@dataclass(frozen=True, slots=True)
class Situation:
    """Where both branches stand; None: there is no such branch, or no commit on it yet.

    ``base`` is what they have in common. ``is_rewound``: the remote had commits that it has no
    more. ``has_merges``: among the own commits are merges, which a replay would take apart.
    """

    here: str | None
    there: str | None
    base: str | None
    mode: Mode
    is_rewound: bool = False
    has_merges: bool = False

    @property
    def is_ahead(self) -> bool:
        """Whether there are commits here that the remote has not."""
        return self.here is not None and self.here not in (self.there, self.base)

    @property
    def parted(self) -> tuple[str, str, str] | None:
        """The base, and where each branch is since: here, there; None without all three."""
        if self.base is None or self.here is None or self.there is None:
            return None
        return self.base, self.here, self.there


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, and whether anything is to be pushed then."""

    way: Way
    pushes: bool

    @property
    def stops(self) -> bool:
        """Whether a person must look first."""
        return self.way in (Way.REWOUND, Way.UNRELATED)


def plan(situation: Situation) -> Plan:
    """Decide; a remote that was rewound is never integrated, unless it is where we are."""
    here, there = situation.here, situation.there
    if here == there:
        return Plan(Way.NOTHING, pushes=False)
    if situation.is_rewound:
        return Plan(Way.REWOUND, pushes=False)
    if there is None or situation.base == there:
        return Plan(Way.NOTHING, pushes=True)
    if here is None or situation.base == here:
        return Plan(Way.FORWARD, pushes=False)
    return _both(situation)


def _both(situation: Situation) -> Plan:
    """What becomes of two branches that have commits of their own."""
    if situation.base is None:
        return Plan(Way.UNRELATED, pushes=False)
    merges = situation.mode == "merge" or situation.has_merges
    return Plan(Way.MERGE if merges else Way.REPLAY, pushes=True)
