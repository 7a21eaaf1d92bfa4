from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.edits import apply_edits, edits_between
from sgm_git.findings import Edit, Span

TEXTS = st.text(st.sampled_from("ab\n\r\u2028\U0001f600\ufeff"), max_size=40)


@given(TEXTS, TEXTS)
def test_edits_make_the_new_text_of_the_old(old: str, new: str) -> None:
    old, new = old.lstrip("\ufeff"), new.lstrip("\ufeff")
    assert apply_edits(old.encode(), edits_between(old, new)).decode() == new


def test_far_changes_are_edits_of_their_own_and_touch_nothing_between() -> None:
    old = "title: a\nb: 1\nc: 2\nagent: x\n"
    new = "title: ab\nb: 1\nc: 2\nagent: y\nlast: z\n"
    assert edits_between(old, new) == (
        Edit(Span(1, 9, 1, 9), "b"),
        Edit(Span(4, 8, 4, 9), "y\nlast: z"),
    )


def test_a_text_that_is_the_same_needs_no_edit() -> None:
    assert edits_between("a\nb\n", "a\nb\n") == ()
    assert apply_edits(b"\xef\xbb\xbfa\r\n", ()) == b"\xef\xbb\xbfa\r\n"


def test_a_byte_order_mark_stays_and_is_not_counted() -> None:
    assert apply_edits(b"\xef\xbb\xbfab", [Edit(Span(1, 1, 1, 2), "x")]) == b"\xef\xbb\xbfxb"


def test_columns_count_code_points() -> None:
    text = "\U0001f600\u00e9x\n".encode()
    assert apply_edits(text, [Edit(Span(1, 3, 1, 4), "y")]).decode() == "\U0001f600\u00e9y\n"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(1, 1, 1, 3), "x"), Edit(Span(1, 2, 1, 4), "y")],
        [Edit(Span(9, 1, 9, 1), "x")],
        [Edit(Span(1, 3, 1, 1), "x")],
        [Edit(Span(2, 1, 2, 99), "x")],
        [Edit(Span(0, 1, 1, 1), "x")],
    ],
)
def test_edits_that_cannot_be_made_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edit"):
        apply_edits(b"abcd\ne\n", edits)


def test_a_large_change_is_one_edit_and_quick() -> None:
    old, new = "a\n" * 20_000, "b\na\n" * 20_000
    edits = edits_between(old, new)
    assert len(edits) == 1
    assert apply_edits(old.encode(), edits).decode() == new
