"""What is said of a review is known for that, and nothing else is."""

from __future__ import annotations

import pytest

from sgm_git.witness.reading import Review
from sgm_git.witness.review_notes import (
    BINDS_NOBODY,
    is_review_note,
    note_of_here,
    note_of_reviewed,
)


@pytest.mark.parametrize("review", Review)
@pytest.mark.parametrize("is_disputed", [False, True])
def test_every_note_of_a_review_is_known_for_one(review: Review, is_disputed: bool) -> None:
    assert is_review_note(note_of_reviewed(review, is_disputed=is_disputed))
    here = note_of_here(review)
    assert here is None or is_review_note(here)
    assert is_review_note(BINDS_NOBODY)


def test_what_is_here_alone_has_a_note() -> None:
    told = {review for review in Review if note_of_here(review)}
    assert told == {Review.NEW_HERE, Review.CHANGED_HERE}


def test_only_what_nobody_disputes_counts() -> None:
    disputed = "it was removed here; this is the reviewed version"
    assert note_of_reviewed(Review.REMOVED_HERE, is_disputed=True) == disputed
    assert note_of_reviewed(Review.REMOVED_HERE, is_disputed=False) == f"{disputed}, which counts"


def test_a_note_of_something_else_is_none() -> None:
    assert not is_review_note('"rule-c" says that it supersedes this record')
    assert not is_review_note("")
