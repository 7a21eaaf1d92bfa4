from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from sgm_git.record.value import JsonValue, canonical, dumps, loads, number, same
from tests.record.strategies import NUMBERS, VALUES
from tests.support import CONFORMANCE, needs_conformance

if TYPE_CHECKING:
    from pathlib import Path

SUITE = CONFORMANCE / "json"


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("0", 0),
        ("-0", -0.0),
        ("-0.0", -0.0),
        ("0.1", 0.1),
        ("1.0", 1.0),
        ("1.50", 1.5),
        ("1E2", 100.0),
        ("1e16", 1e16),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("0.1234567890123456789", Decimal("0.1234567890123456789")),
        ("100000000000000000001.0", Decimal("100000000000000000001.0")),
        ("1e400", Decimal("1e400")),
        ("1e-400", Decimal("1e-400")),
        ("-" + "9" * 4300, -int("9" * 4300)),
        ("9" * 4301, Decimal("9" * 4301)),
    ],
)
def test_a_number_is_exact(token: str, value: JsonValue) -> None:
    assert same(number(token), value)


def test_a_number_beyond_decimals_is_refused() -> None:
    with pytest.raises(ValueError, match="too large or too small"):
        number("1e99999999999999999999")


def test_an_integer_beyond_what_python_converts_is_read_back_as_a_decimal() -> None:
    assert loads(dumps(10**4299)) == 10**4299
    assert same(loads(dumps(-(10**4300))), Decimal(-(10**4300)))


@given(VALUES)
def test_loads_gives_back_what_dumps_wrote(value: JsonValue) -> None:
    for text in (dumps(value), dumps(value, indent=2), dumps(value, ascii=True), canonical(value)):
        assert same(loads(text), value)
        assert same(loads(text.encode()), value)


@given(VALUES)
def test_others_read_what_dumps_wrote(value: JsonValue) -> None:
    def exact(token: str) -> JsonValue:
        return number(token)

    assert same(json.loads(dumps(value), parse_float=exact, parse_int=exact), value)


@given(VALUES, VALUES)
def test_canonical_texts_are_equal_exactly_for_the_same_values(a: JsonValue, b: JsonValue) -> None:
    assert (canonical(a) == canonical(b)) == same(a, b)


@given(NUMBERS)
def test_a_number_is_the_same_as_itself_alone(value: float | Decimal) -> None:
    assert same(value, value)
    assert not same(value, str(value))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (True, 1),
        (1, 1.0),
        (0.0, -0.0),
        ("1", 1),
        (None, False),
        ([1], [1, 1]),
        ({"a": 1}, {"b": 1}),
    ],
)
def test_values_of_another_type_or_sign_differ(a: JsonValue, b: JsonValue) -> None:
    assert not same(a, b)
    assert not same([{"x": a}], [{"x": b}])


def test_the_order_of_names_and_the_zeros_of_a_decimal_are_nothing() -> None:
    assert same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert canonical(Decimal("1.10e-400")) == canonical(Decimal("1.1e-400"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n "a": 2}', '2:2: the name "a" stands twice in one object'),
        ('{"a": {"b": 1, "\\u0062": 2}}', '1:16: the name "\\u0062" stands twice in one object'),
        ('["NaN",\n NaN]', "2:2: NaN is not JSON"),
        ("[-Infinity]", "1:2: -Infinity is not JSON"),
        ("[1e99999999999999999999]", "1:2: the number"),
        ("{} x", "1:4: Extra data"),
        ('"\x01"', "1:2: Invalid control character"),
        ("[1,]", "1:"),
        ("'a'", "1:1:"),
        ("[01]", "1:3:"),
        ("", "1:1:"),
        ("[" * 5000, "1:111: nested too deeply"),
        ("[" * 200 + "]" * 200, "1:111: nested too deeply"),
        (b'"a\xff"', "1:3: not UTF-8"),
        (b'{"\xc3\xa9":\n\xed\xa0\x80}', "2:1: not UTF-8"),
        ("{}".encode("utf-16"), "1:1: not UTF-8"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text: str | bytes, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the message is compared below
        loads(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ['\ufeff{"a": 1}', b'\xef\xbb\xbf{"a": 1}'])
def test_a_byte_order_mark_is_passed_over(text: str | bytes) -> None:
    assert loads(text) == {"a": 1}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("NaN"), (1,), {1: 2}, b"a"])
def test_what_is_not_json_is_not_written(value: JsonValue) -> None:
    with pytest.raises(ValueError, match="JSON"):
        dumps([value])


def test_a_nesting_too_deep_is_not_written() -> None:
    value: JsonValue = 1
    for _ in range(500):
        value = [value]
    with pytest.raises(ValueError, match="nested too deeply"):
        dumps(value)


def test_text_is_written_for_people_and_for_ascii() -> None:
    assert dumps({"ä": [1, "\ud800"], "b": {}}) == '{"ä": [1, "\\ud800"], "b": {}}'
    assert dumps({"b": 1, "a": "ä"}, ascii=True, sort_keys=True) == '{"a": "\\u00e4", "b": 1}'
    assert dumps({"a": [1], "b": []}, indent=2) == '{\n  "a": [\n    1\n  ],\n  "b": []\n}'


REFUSED = {
    "i_number_huge_exp.json": "beyond any decimal",
    "i_string_UTF-16LE_with_BOM.json": "not UTF-8",
    "i_string_UTF-8_invalid_sequence.json": "not UTF-8",
    "i_string_UTF8_surrogate_U+D800.json": "not UTF-8",
    "i_string_invalid_utf-8.json": "not UTF-8",
    "i_string_iso_latin_1.json": "not UTF-8",
    "i_string_lone_utf8_continuation_byte.json": "not UTF-8",
    "i_string_not_in_unicode_range.json": "not UTF-8",
    "i_string_overlong_sequence_2_bytes.json": "not UTF-8",
    "i_string_overlong_sequence_6_bytes.json": "not UTF-8",
    "i_string_overlong_sequence_6_bytes_null.json": "not UTF-8",
    "i_string_truncated-utf-8.json": "not UTF-8",
    "i_string_utf16BE_no_BOM.json": "not UTF-8",
    "i_string_utf16LE_no_BOM.json": "not UTF-8",
    "i_structure_500_nested_arrays.json": "nested too deeply",
    "y_object_duplicated_key.json": "a repeated name",
    "y_object_duplicated_key_and_value.json": "a repeated name",
}


@needs_conformance
@pytest.mark.parametrize("path", sorted(SUITE.glob("*.json")), ids=lambda path: path.stem)
def test_the_json_suite_is_read_or_refused_as_stated(path: Path) -> None:
    if path.name in REFUSED:
        with pytest.raises(ValueError, match=r"^\d+:\d+: "):
            loads(path.read_bytes())
    else:
        value = loads(path.read_bytes())
        assert same(loads(dumps(value)), value)
