"""Both engines agree on every value, or one refuses for a reason that stands here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.document import (
    Engine,
    Set,
    best_engine,
    c_engine,
    pure_engine,
    read,
    splice,
    write,
)
from sgm_git.findings import Span
from sgm_git.record.value import same
from tests.document.test_bounds import PIECES
from tests.document.typed import DOCUMENTS, TYPED

if TYPE_CHECKING:
    from collections.abc import Iterator

C = c_engine()
needs_both = pytest.mark.skipif(C is None, reason="ruamel.yaml.clib is not installed")
ONLY_C_READS = {
    "a TAB between a key, its colon, a value and a comment": (
        "not YAML: found character '\\t'",
        "not YAML: expected ' ', but found '\\t'",
        "not YAML: expected a comment or a line break, but found '\\t'",
        "not YAML: expected ',' or '}', but got '<scalar>'",
        "not YAML: expected ',' or ']', but got '<scalar>'",
    ),
    "blanks in a first line of a block that are fewer than its indentation": (
        "not YAML: more indented follow up line",
    ),
    "a # directly behind a block's header": ("not YAML: expected chomping or indentation",),
    "two document ends": ("not YAML of one document",),
}


def record(text: str, engine: Engine) -> object:
    """The record that an engine reads, or its first fault's message."""
    reading = read(text.encode("utf-8", "surrogatepass"), engine=engine)
    return reading.faults[0].message if reading.document is None else reading.document.record


def assert_agreement(text: str) -> None:
    assert C is not None
    ours, reference = record(text, C), record(text, pure_engine())
    if isinstance(ours, dict) and isinstance(reference, dict):
        assert same(ours, reference)
    elif isinstance(ours, dict):
        assert str(reference).startswith(tuple(sum(ONLY_C_READS.values(), ())))
    elif isinstance(reference, dict):
        reading = read(text.encode("utf-8", "surrogatepass"))
        assert reading.document is None or same(reading.document.record, reference)


@needs_both
@pytest.mark.parametrize("name", DOCUMENTS)
def test_engines_agree_on_what_people_type(name: str) -> None:
    assert_agreement(DOCUMENTS[name])


@needs_both
@given(st.lists(PIECES, max_size=40).map("".join))
def test_engines_agree_on_texts_of_all_signs(text: str) -> None:
    assert_agreement(f"---\n{text}\n---\n")


@needs_both
@given(
    st.sampled_from([text for text in TYPED.values() if "\r" not in text]),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 2), PIECES), min_size=1, max_size=4),
)
def test_engines_agree_on_texts_with_slips(text: str, slips: list[tuple[int, int, str]]) -> None:
    for place, gone, more in slips:
        at = min(place, len(text))
        text = text[:at] + more + text[at + gone :]
    assert_agreement(f"---\n{text}\n---\n")


def test_the_c_engine_is_taken_where_it_is_installed() -> None:
    assert best_engine().name == ("pure" if C is None else "c")


@pytest.fixture
def _without_c(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on machines for which there is no wheel of the C engine."""
    monkeypatch.setitem(sys.modules, "ruamel.yaml.cyaml", None)
    c_engine.cache_clear()
    yield
    c_engine.cache_clear()


@pytest.mark.usefixtures("_without_c")
def test_without_the_c_engine_everything_but_a_few_tabs_is_the_same() -> None:
    assert best_engine() is pure_engine()
    for text in DOCUMENTS.values():
        reading = read(text.encode())
        assert (reading.document is None) == ("\t[1]" in text)
    (fault,) = read(b"---\nid:\ta\n---\n").faults
    assert (fault.code, fault.span) == ("F103", Span(2, 4, 2, 5))
    assert "after a colon it is legal YAML" in fault.message


@pytest.mark.usefixtures("_without_c")
def test_without_the_c_engine_documents_are_changed_likewise() -> None:
    data = splice(write({"id": "a", "x": ["b"]}), [Set(("x", "-"), "c"), Set(("id",), "d")])
    assert data == write({"id": "d", "x": ["b", "c"]})
