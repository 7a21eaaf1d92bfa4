"""Questions that are asked at the same time are answered as if they were not."""

from __future__ import annotations

from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest

from sgm_git.git.side_by_side import side_by_side


def test_they_are_asked_at_the_same_time_and_answered_in_order() -> None:
    together = Barrier(3, timeout=20)

    def wait(word: str) -> str:
        """Answer when all are asked."""
        try:
            together.wait()
        except BrokenBarrierError:
            return "alone"
        return word

    words = ["one", "two", "three"]
    assert side_by_side([partial(wait, word) for word in words]) == words
    assert side_by_side([]) == []


@pytest.mark.parametrize("place", [0, 1])
def test_what_one_raises_is_raised_when_all_have_ended(place: int) -> None:
    ended: list[int] = []

    def answer(number: int) -> None:
        """Fail in place."""
        ended.append(number)
        if number >= place:
            raise ValueError(number)

    with pytest.raises(ValueError, match=str(place)):
        side_by_side([partial(answer, number) for number in range(3)])
    assert sorted(ended) == [0, 1, 2]
