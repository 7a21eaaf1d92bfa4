from __future__ import annotations

import pytest

from tests.benchmarks.scaling import exponents


def test_an_exponent_is_that_of_the_growth_between_two_sizes() -> None:
    found = list(exponents({20_000: 20.0, 2_000: 2.0, 100_000: 500.0}))
    assert [(small, large) for small, large, _ in found] == [(2_000, 20_000), (20_000, 100_000)]
    assert [exponent for _, _, exponent in found] == pytest.approx([1.0, 2.0])


def test_one_size_grows_by_nothing() -> None:
    assert list(exponents({2_000: 1.0})) == []
