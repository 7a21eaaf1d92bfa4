"""Times are told as git tells them, whatever a commit claims."""

from __future__ import annotations

import pytest

from sgm_git.report.moments import ago, moment

NOW = 1_791_656_507


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (0, "0 seconds ago"),
        (1, "1 second ago"),
        (89, "89 seconds ago"),
        (90, "2 minutes ago"),
        (3_600, "60 minutes ago"),
        (5_400, "2 hours ago"),
        (86_400, "24 hours ago"),
        (3 * 86_400, "3 days ago"),
        (21 * 86_400, "3 weeks ago"),
        (100 * 86_400, "3 months ago"),
        (365 * 86_400, "1 year ago"),
        (NOW, "57 years ago"),
    ],
)
def test_how_long_ago(age: int, words: str) -> None:
    assert ago(NOW - age, NOW) == words


def test_what_lies_ahead_or_cannot_be_told_is_not_ago() -> None:
    assert ago(NOW + 5, NOW) == "2026-10-10T18:21:52Z"
    assert ago(None, NOW) == moment(None) == "at an unreadable time"
    assert moment(-1) == "1969-12-31T23:59:59Z"
    assert moment(10**15) == "@1000000000000000"
