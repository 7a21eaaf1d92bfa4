"""What an exchange with another repository is asked with, and what it answers (DESIGN 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Upstream:
    """The branch of a remote that the checked-out branch is kept in step with.

    ``branch`` is its full name there, below ``refs/heads/``; ``tracking`` the ref here that follows
    it, None where nothing is fetched into one. ``is_configured``: git knows it as the upstream.
    """

    remote: str
    branch: str
    tracking: str | None
    is_configured: bool


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a remote's branch is at.

    ``tip`` is None where there is no such branch there; ``before`` is what was known of it until
    now. ``gone`` are commits, children first, that were published there and are there no more:
    the branch was rewound or rewritten. It is empty where there is no such branch.
    """

    tip: str | None
    before: str | None
    gone: tuple[str, ...] = ()

    @property
    def was_rewound(self) -> bool:
        """Whether commits are gone there."""
        return bool(self.gone)


@dataclass(frozen=True, slots=True)
class PushOutcome:
    """What came of a push: ``said`` are the words of the remote, or of a hook, as they came.

    ``race``: somebody else was first; look again, and repeat. ``refused``: it will be so again.
    """

    kind: Literal["done", "race", "refused"]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Driver:
    """A merge driver for files: its command, and the lines of attributes that choose it."""

    command: str
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """Commits made anew on top of others: pairs of old and new; None is one that became empty."""

    tip: str
    commits: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """The commit that cannot be made anew without a person, and the paths in conflict."""

    commit: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """A merge or rebase that waits for a person.

    ``paths`` are those in conflict. ``done`` of ``total`` commits: this is the ``done``-th.
    """

    what: Literal["merge", "rebase"]
    paths: tuple[str, ...]
    done: int = 1
    total: int = 1


UnmergedKind = Literal[
    "both-changed",
    "both-added",
    "both-deleted",
    "added-here",
    "added-there",
    "deleted-here",
    "deleted-there",
]


@dataclass(frozen=True, slots=True)
class Unmerged:
    """A path in conflict.

    *Here* is what HEAD has: in a rebase that is the branch on which commits are made anew.
    """

    path: str
    kind: UnmergedKind


@dataclass(frozen=True, slots=True)
class TreeMerge:
    """Two commits merged into a tree, which holds markers at the paths in conflict.

    ``messages`` are git's own, one for each thing that it did or could not do.
    """

    tree: str
    conflicted: tuple[str, ...]
    messages: tuple[str, ...]
