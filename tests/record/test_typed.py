"""A value is found by what somebody types for it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from sgm_git.record.typed import is_meant
from sgm_git.record.value import dumps, same
from tests.record.strategies import VALUES

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


@pytest.mark.parametrize(
    ("value", "finding", "missing"),
    [
        ("a", ["a", '"a"'], ["A", " a", ""]),
        ("5", ["5", '"5"'], ["5.0"]),
        (5, ["5", " 5"], ["5.0", '"5"', "05"]),
        (0.5, ["0.5", "0.50", "5e-1"], [".5"]),
        (True, ["true"], ["True", "1"]),
        (None, ["null"], ["", "None"]),
        (Decimal("1E+400"), ["1e400"], ["1e401"]),
        ({"a": 1, "b": []}, ['{"a": 1, "b": []}', '{"b":[],"a":1}'], ['{"a": 1}', "a"]),
        ([1, "x"], ['[1,"x"]'], ['["x",1]', "[1, x]"]),
    ],
)
def test_a_value_is_meant_by_its_text_or_its_json(
    value: JsonValue, finding: list[str], missing: list[str]
) -> None:
    assert [text for text in finding if not is_meant(value, text)] == []
    assert [text for text in missing if is_meant(value, text)] == []


@given(VALUES, VALUES)
def test_the_json_of_a_value_means_it_and_no_other(one: JsonValue, other: JsonValue) -> None:
    assert is_meant(one, dumps(one))
    assert is_meant(other, dumps(one)) is (same(one, other) or other == dumps(one))
