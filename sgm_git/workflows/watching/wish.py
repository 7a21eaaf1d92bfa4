"""What a watch is asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from sgm_git.workflows.watching.settling import Patience


@dataclass(frozen=True, slots=True)
class Wish:
    """What a watch is to do besides telling what it finds.

    ``every``: seconds between two syncs. ``once``: look at what differs from HEAD, and end.
    ``warms``: bring up what lists and searches read, too.
    """

    commits: bool = False
    syncs: bool = False
    once: bool = False
    warms: bool = False
    patience: Patience = field(default_factory=Patience)
    every: float = 300.0
