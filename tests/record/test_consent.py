from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.consent import Consent, consents
from sgm_git.record.pointer import render

_TEXT = st.text(min_size=1, max_size=40)
_POINTER = st.lists(st.text(max_size=20), min_size=1, max_size=3).map(tuple).map(render)


@given(_TEXT, _POINTER, st.none() | _TEXT)
def test_a_consent_line_reads_back_to_exactly_that_consent(
    record_id: str, pointer: str, root: str | None
) -> None:
    consent = Consent(record_id, pointer, root)
    assert list(consents(consent.line())) == [consent]


@given(_TEXT, _POINTER)
def test_a_consent_is_one_plain_ascii_line(record_id: str, pointer: str) -> None:
    line = Consent(record_id, pointer).line()
    assert line.isascii()
    assert line.isprintable()


@pytest.mark.parametrize("before", ["", "    ", "* ", "- ", "\t"])
def test_squash_merges_may_indent_and_concatenate(before: str) -> None:
    message = f"Merge (#12)\n\n{before}SGM-Allow: dec-x /provenance/x_run\r\nmore text\n"
    assert list(consents(message)) == [Consent("dec-x", "/provenance/x_run")]


@pytest.mark.parametrize(
    "line",
    [
        "memory: add decision SGM-Allow: dec-x /title",
        "SGM-Allow: dec-x",
        "SGM-Allow: dec-x /title and more",
        "X-SGM-Allow: dec-x /title",
    ],
)
def test_text_that_only_mentions_a_consent_is_none(line: str) -> None:
    assert list(consents(line)) == []


def test_a_line_that_names_no_text_consents_to_nothing_and_hides_no_other() -> None:
    """A message is anybody's: it must not stop a check."""
    message = (
        "x\n\nSGM-Allow: a%ff /x\nSGM-Allow: %c3%28:b /x\nSGM-Allow: b /y%80\nSGM-Allow: b /z\n"
    )
    assert list(consents(message)) == [Consent("b", "/z")]


def test_a_pointer_that_there_could_not_be_consents_to_nothing() -> None:
    assert list(consents("SGM-Allow: dec-x /x~2\nSGM-Allow: dec-x /x~1y")) == [
        Consent("dec-x", "/x~1y")
    ]
