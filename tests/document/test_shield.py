"""Stand-ins never show: every text is read as if the engines knew YAML 1.2."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.document.events import pure_engine
from sgm_git.document.shield import Shield
from tests.document.test_read import document

if TYPE_CHECKING:
    from sgm_git.document import Engine

PIECES = st.sampled_from(
    [
        *("a", " b", "\x85", "\u2028", "\u2029", "\ufeff", "\ue000", "\ue001", "\ue002", "\ue003"),
        *("\ue800", "\uc800", "\ub800", "\ua800", "\\ud800", "\\uDBFF", "\\udc00", "\\uDfff"),
        *(
            "\\ue000",
            "\\uE001",
            "\\ue800",
            "\\uc8ff",
            "\\ub9aA",
            "\\uA800",
            "\\\\",
            "\\\\ud800",
            "\\n",
        ),
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)
each_engine = pytest.mark.parametrize("engine", [None, pure_engine()], ids=["best", "pure"])


@each_engine
@given(text=TEXTS)
def test_a_json_string_is_read_as_json_reads_it(engine: Engine | None, text: str) -> None:
    assert document(f'---\nx: "{text}"\n---\n', engine).record == {"x": json.loads(f'"{text}"')}


@each_engine
@given(text=TEXTS)
def test_a_text_without_escapes_is_read_as_it_stands(engine: Engine | None, text: str) -> None:
    assert document(f"---\nx: '{text}'\n'{text}y': 1\n---\n", engine).record == {
        "x": text,
        f"{text}y": 1,
    }


@given(TEXTS)
def test_a_text_where_no_stand_in_is_free_is_read_too(text: str) -> None:
    taken = "\ue800\uc800\ub800\ua800"
    got = document(f'---\nx: "{taken}\\ud800{text}"\n---\n').record
    assert got == {"x": json.loads(f'"{taken}\\ud800{text}"')}


@given(TEXTS)
def test_marks_stay_true(text: str) -> None:
    shield = Shield(text)
    assert len(shield.text) == len(text)
    assert not re.search("[\x85\u2028\u2029\ufeff]", shield.text)
    assert shield.is_needed or shield.text == text
