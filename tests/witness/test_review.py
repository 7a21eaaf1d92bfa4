"""What counts as reviewed, and which rules bind: every standing, review, trust and side."""

from __future__ import annotations

from itertools import product

import pytest

from sgm_git.record.times import Instant
from sgm_git.witness.reading import Review, Standing, Taken
from sgm_git.witness.review import Side, as_bound, binds, is_backed, review_of
from sgm_git.witness.trust import Trust

R = Review
TYPES = ("rule", "decision", "status", "task", "fact", "annotation", "Rule", "memo", None)


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        ("a", "a", R.REVIEWED),
        ("a", "b", R.CHANGED_HERE),
        ("a", None, R.NEW_HERE),
        (None, "a", R.REMOVED_HERE),
    ],
)
def test_review_compares_meanings(here: str | None, there: str | None, expected: Review) -> None:
    assert review_of(here, there, Side.RESOLVED) is expected
    assert review_of(here, there, Side.NO_REMOTE) is R.UNKNOWN
    assert review_of(here, there, Side.UNRESOLVED) is R.UNKNOWN


BACKED = {
    (Side.RESOLVED, R.REVIEWED, False),
    (Side.RESOLVED, R.REVIEWED, True),
    (Side.RESOLVED, R.REMOVED_HERE, True),
    (Side.NO_REMOTE, R.UNKNOWN, False),
    (Side.NO_REMOTE, R.UNKNOWN, True),  # committed, and edited since
    (Side.NO_REMOTE, R.REMOVED_HERE, True),
}


@pytest.mark.parametrize("case", list(product(Side, Review, [False, True])), ids=str)
def test_what_is_backed(case: tuple[Side, Review, bool]) -> None:
    side, review, is_reviewed_version = case
    found = is_backed(review, side, is_reviewed_version=is_reviewed_version)
    assert found is (case in BACKED)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("review", Review)
@pytest.mark.parametrize("trust", Trust)
def test_only_a_rule_in_force_that_is_backed_and_not_disputed_binds(
    side: Side, review: Review, trust: Trust
) -> None:
    for kind, standing, is_old in product(TYPES, Standing, [False, True]):
        is_order = kind == "rule" and standing is Standing.IN_FORCE
        is_sound = (side, review, is_old) in BACKED and trust is not Trust.DISPUTED
        found = binds(standing, kind, review, trust, side, is_reviewed_version=is_old)
        assert found is (is_order and is_sound)


def test_with_a_remote_and_no_ref_that_is_trusted_nothing_binds() -> None:
    for review, trust in product(Review, Trust):
        assert not binds(Standing.IN_FORCE, "rule", review, trust, Side.UNRESOLVED)


def test_a_rule_in_force_that_does_not_bind_is_a_proposal() -> None:
    rule = Taken(Standing.IN_FORCE, "accepted")
    assert as_bound(rule, is_binding=False) == Taken(Standing.PROPOSED, "accepted")
    assert as_bound(rule, is_binding=True) == rule


@pytest.mark.parametrize("standing", [each for each in Standing if each is not Standing.IN_FORCE])
def test_everything_else_stays_what_it_is(standing: Standing) -> None:
    taken = Taken(standing, "word", Instant(5), 7)
    assert as_bound(taken, is_binding=False) == taken
