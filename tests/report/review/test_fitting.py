"""Parts are told at the greatest length that there is room for, and what has none is counted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.review.fitting import Section, fitted, size


def more(number: int) -> str:
    return f"{number} more"


def section(*parts: list[list[str]]) -> Section:
    return Section(["# open"], parts, more, ["# close"])


def part(letter: str, *lengths: int) -> list[list[str]]:
    return [[letter * length] for length in lengths]


def test_with_room_all_is_told_at_length() -> None:
    told = fitted([section(part("a", 30, 3), part("b", 30, 3))], 1_000)
    assert told == ["# open", "a" * 30, "b" * 30, "# close"]


def test_what_comes_first_has_more_room() -> None:
    told = fitted([section(part("a", 30, 9, 3), part("b", 30, 9, 3))], 70)
    assert told == ["# open", "a" * 30, "b" * 9, "# close"]


def test_what_has_no_room_at_all_is_counted() -> None:
    told = fitted([section(*(part("a", 30, 9) for _ in range(9)))], 60)
    assert told[0] == "# open"
    assert told[-2:] == ["6 more", "# close"]


def test_a_long_section_does_not_take_the_room_of_those_behind_it() -> None:
    many = [part("a", 30, 9) for _ in range(500)]
    told = fitted([section(*many), section(part("b", 30, 9)), section(part("c", 30, 9))], 400)
    assert "b" * 30 in told
    assert "c" * 30 in told
    assert size(told) <= 400


def test_characters_beyond_the_first_plane_count_twice() -> None:
    assert size(["a", "\U0001f680", "\ud800"]) == 1 + 2 + 1 + 3


PARTS = st.lists(
    st.lists(st.integers(0, 40), min_size=1, max_size=4).map(lambda n: sorted(n, reverse=True)),
    max_size=8,
).map(lambda parts: [part("x", *lengths) for lengths in parts])


@given(st.lists(PARTS, max_size=4), st.integers(150, 400))
def test_the_limit_is_kept_and_nothing_is_lost_without_a_word(
    sections: list[list[list[list[str]]]], limit: int
) -> None:
    told = fitted([section(*parts) for parts in sections], limit)
    assert size(told) <= limit
    left_out = sum(int(line.split()[0]) for line in told if line.endswith(" more"))
    shown = sum(not line.startswith("#") and not line.endswith(" more") for line in told)
    assert shown + left_out == sum(len(parts) for parts in sections)
