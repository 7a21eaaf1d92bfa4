from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.nearest import did_you_mean, nearest

KNOWN = ("decision", "rule", "status", "task", "as_of", "superseded_by", "supersedes")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Decision", "decision"),
        ("decisions", "decision"),
        ("desicion", "decision"),
        (" rule ", "rule"),
        ("STATUS", "status"),
        ("statuses", "status"),
        ("as-of", "as_of"),
        ("superseded by", "superseded_by"),
        ("supercedes", "supersedes"),
        ("rul", "rule"),
        ("rulee", "rule"),
        ("riule", "rule"),
        ("rlue", "rule"),
        ("taks", "task"),
        ("tasq", "task"),
    ],
)
def test_case_blanks_plurals_and_slips_are_recognised(word: str, meant: str) -> None:
    assert nearest(word, KNOWN) == meant
    assert did_you_mean(word, KNOWN) == f'; did you mean "{meant}"?'


@pytest.mark.parametrize(
    "word", ["", "incident", "x", "risk", "true", "ruler-x", "elur", "decision" * 1000]
)
def test_what_is_near_nothing_gets_no_suggestion(word: str) -> None:
    assert nearest(word, KNOWN) is None
    assert did_you_mean(word, KNOWN) == ""


@given(st.text(max_size=12), st.permutations(KNOWN))
def test_the_order_of_the_known_words_does_not_matter(word: str, known: list[str]) -> None:
    assert nearest(word, known) == nearest(word, KNOWN)
