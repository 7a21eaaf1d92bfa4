"""What a sync decides to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.workflows.syncing.plan import Plan, Situation, Way, plan

APART = Situation(here="h", there="t", base="b", mode="rebase")


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        (replace(APART, here="t"), Plan(Way.NOTHING, pushes=False)),
        (replace(APART, base="t"), Plan(Way.NOTHING, pushes=True)),
        (replace(APART, there=None, base=None), Plan(Way.NOTHING, pushes=True)),
        (replace(APART, base="h"), Plan(Way.FORWARD, pushes=False)),
        (replace(APART, here=None, base=None), Plan(Way.FORWARD, pushes=False)),
        (APART, Plan(Way.REPLAY, pushes=True)),
        (replace(APART, has_merges=True), Plan(Way.MERGE, pushes=True)),
        (replace(APART, mode="merge"), Plan(Way.MERGE, pushes=True)),
        (replace(APART, base=None), Plan(Way.UNRELATED, pushes=False)),
        (replace(APART, is_rewound=True), Plan(Way.REWOUND, pushes=False)),
        (replace(APART, is_rewound=True, base="t"), Plan(Way.REWOUND, pushes=False)),
        (replace(APART, is_rewound=True, here="t"), Plan(Way.NOTHING, pushes=False)),
    ],
    ids=lambda value: getattr(getattr(value, "way", None), "name", ""),
)
def test_a_plan_follows_from_where_both_branches_stand(
    situation: Situation, expected: Plan
) -> None:
    assert plan(situation) == expected


def test_a_plan_that_stops_pushes_nothing() -> None:
    for way in Way:
        assert not (Plan(way, pushes=False).stops and way in (Way.REPLAY, Way.MERGE))
    assert plan(replace(APART, is_rewound=True)).stops
    assert plan(replace(APART, base=None)).stops
    assert not plan(APART).stops


@pytest.mark.parametrize(
    ("here", "base", "is_ahead"),
    [
        ("h", "b", True),
        ("t", "t", False),
        ("b", "b", False),
        (None, None, False),
        ("h", None, True),
    ],
)
def test_own_commits_are_those_that_the_remote_has_not(
    here: str | None, base: str | None, *, is_ahead: bool
) -> None:
    assert replace(APART, here=here, base=base).is_ahead is is_ahead
