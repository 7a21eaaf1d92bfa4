from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.spoken import kind_of, listed, quoted, spoken
from tests.record.strategies import TEXTS, VALUES

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ((), "the record"),
        (("provenance", "agent"), "provenance.agent"),
        (("annotations", "0", "kind"), "annotations[0].kind"),
        (("scope", "a.b"), 'scope["a.b"]'),
        (("0",), '["0"]'),
        (("",), '[""]'),
    ],
)
def test_a_pointer_is_named_as_people_write_it(pointer: tuple[str, ...], words: str) -> None:
    assert spoken(pointer) == words


@pytest.mark.parametrize(
    ("value", "words", "kind"),
    [
        (None, "null", "null"),
        (True, "true", "a boolean"),
        (5, "5", "a number"),
        (Decimal("1e400"), "1E+400", "a number"),
        ("a\nb", '"a\\nb"', "a string"),
        ([1], "a list", "a list"),
        ({}, "an object", "an object"),
    ],
)
def test_a_value_is_shown_and_a_container_named(value: JsonValue, words: str, kind: str) -> None:
    assert quoted(value) == words
    assert kind_of(value) == kind


def test_words_are_enumerated() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


@given(st.lists(TEXTS | st.text(min_size=300, max_size=400), max_size=4), VALUES)
def test_messages_stay_short_and_on_one_line(pointer: list[str], value: JsonValue) -> None:
    for words in (spoken(tuple(pointer)), quoted(value), quoted("\n" * 5_000)):
        assert len(words) < 500
        assert "\n" not in words
        words.encode()
