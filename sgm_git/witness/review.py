"""How a record stands beside the trusted ref, and whether a rule binds its reader (DESIGN 8)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from sgm_git.witness.reading import Taken


class Side(StrEnum):
    """Whether there is a trusted side to hold records against."""

    RESOLVED = "resolved"  # the trusted ref names a commit
    NO_REMOTE = "no-remote"  # the repository has none: nothing is reviewed anywhere
    UNRESOLVED = "unresolved"  # it has one, but no ref that counts as reviewed


def review_of(here: str | None, there: str | None, side: Side) -> Review:
    """Compare what a record means here with what it means on the trusted ref.

    Both are its meaning in one canonical form, or a digest of that, None where the record is not
    there. Without a resolved side nobody knows.
    """
    if side is not Side.RESOLVED:
        return Review.UNKNOWN
    if here is None:
        return Review.REMOVED_HERE
    if there is None:
        return Review.NEW_HERE
    return Review.REVIEWED if here == there else Review.CHANGED_HERE


def is_backed(review: Review, side: Side, *, is_reviewed_version: bool) -> bool:
    """Whether these words went through review, or stand where there is none to go through.

    ``is_reviewed_version``: they are what the trusted side has of a record changed or removed
    here; without a remote that is what was committed.
    """
    if side is Side.UNRESOLVED:
        return False
    if is_reviewed_version and review is Review.REMOVED_HERE:
        return True
    return review is alike(side)


def alike(side: Side) -> Review:
    """Give the review of what the trusted side has just so; without a remote nobody reviews."""
    return Review.REVIEWED if side is Side.RESOLVED else Review.UNKNOWN


def binds(
    standing: Standing,
    kind: str | None,
    review: Review,
    trust: Trust,
    side: Side,
    *,
    is_reviewed_version: bool = False,
) -> bool:
    """Whether a reader must follow a record: a rule in force, reviewed, and not disputed.

    ``kind`` is the record's type. Where the repository has no remote a rule binds without review.
    """
    return (
        kind == "rule"
        and standing is Standing.IN_FORCE
        and trust is not Trust.DISPUTED
        and is_backed(review, side, is_reviewed_version=is_reviewed_version)
    )


def as_bound(taken: Taken, *, is_binding: bool) -> Taken:
    """Give a record as it must be taken once it is known whether it binds.

    Every rule in force that does not bind is a proposal, whatever it says of itself.
    """
    if is_binding or taken.standing is not Standing.IN_FORCE:
        return taken
    return replace(taken, standing=Standing.PROPOSED)
