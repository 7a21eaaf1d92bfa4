"""Nothing from a record, path or commit acts on a terminal (trap 99)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.value import JsonValue, loads, same
from sgm_git.report.escape import cell_width, json_text, visible, visible_block
from tests.record.strategies import VALUES

ANY_TEXT = st.text(st.characters())
_ACTING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _acting(text: str, kept: str = "\u200c\u200d") -> set[str]:
    return {c for c in text if unicodedata.category(c) in _ACTING and c not in kept}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;x\x07\x1b[2J", r"\x1b]0;x\x07\x1b[2J"),
        ("\x9b31m", r"\x9b31m"),
        ("one\ntwo\r\n\ttab", r"one\ntwo\r\n\ttab"),
        ("safe\u202egpj.exe", r"safe\u202egpj.exe"),
        ("hi\U000e0041", r"hi\U000e0041"),
        ("a\u2028b\ufeff\u200b", r"a\u2028b\ufeff\u200b"),
        ("bad-\udcff.md", r"bad-\udcff.md"),
        ("Zürich 東京 👩\u200d💻", "Zürich 東京 👩\u200d💻"),
        ("tilde ~ and \\ stay", "tilde ~ and \\ stay"),
    ],
)
def test_a_line_shows_what_could_act_or_hide(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_block_keeps_its_lines_and_tabs() -> None:
    assert visible_block("one\n\ttwo\r\n\x1b[1m") == "one\n\ttwo\\r\n\\x1b[1m"


@given(ANY_TEXT)
def test_nothing_that_acts_is_left_in_a_line_or_block(text: str) -> None:
    assert not _acting(visible(text))
    assert not _acting(visible_block(text), "\u200c\u200d\n\t")


@given(VALUES)
def test_json_is_safe_too_and_reads_back_as_the_same_value(value: JsonValue) -> None:
    text = json_text(value, indent=2)
    assert not _acting(text, "\u200c\u200d\n")
    assert same(loads(text), value)


def test_json_escapes_in_its_own_way() -> None:
    assert json_text("\x1b\x9b\U000e0041\u202e") == r'"\u001b\u009b\udb40\udc41\u202e"'


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("東京", 4), ("é", 1), ("e\u0301", 1), ("", 0)]
)
def test_width_is_counted_in_columns(text: str, columns: int) -> None:
    assert cell_width(text) == columns
