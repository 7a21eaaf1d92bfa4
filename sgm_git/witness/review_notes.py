"""What a reader is told in words of how a record stands beside the trusted ref (DESIGN 8)."""

from __future__ import annotations

from sgm_git.witness.reading import Review

_HERE = {
    Review.NEW_HERE: "nobody has reviewed it: it is only here",
    Review.CHANGED_HERE: "nobody has reviewed this text: it was changed here",
}
_REVIEWED = "it was {} here; this is the reviewed version"
_COUNTS = ", which counts"
BINDS_NOBODY = "it binds nobody: what is reviewed cannot be told"
"""What is said of a rule in force where there is no trusted ref."""


def note_of_here(review: Review) -> str | None:
    """Say that nobody reviewed what is here; None where somebody has, or nobody knows."""
    return _HERE.get(review)


def note_of_reviewed(review: Review, *, is_disputed: bool) -> str:
    """Say of a reviewed version what became of it here, and whether it still counts."""
    became = "removed" if review is Review.REMOVED_HERE else "changed"
    return f"{_REVIEWED.format(became)}{'' if is_disputed else _COUNTS}"


_ALL = frozenset(
    (
        *_HERE.values(),
        *(
            note_of_reviewed(review, is_disputed=is_disputed)
            for review in Review
            for is_disputed in (False, True)
        ),
        BINDS_NOBODY,
    )
)


def is_review_note(note: str) -> bool:
    """Whether a note is one of these, and none about anything else."""
    return note in _ALL
