"""What was found is shown so that a person sees why, and that nothing in it can act."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.snippet import Snippet
from sgm_git.report.escape import cell_width
from sgm_git.report.found import found_item, found_line, found_lines
from sgm_git.report.listing import list_object, reading_item
from sgm_git.report.style import Style
from sgm_git.resources import schema_text
from sgm_git.witness.trust import Trust
from sgm_git.workflows.reading.reader import Found
from tests.report.readings import READING, RECORD, STATUS
from tests.tokens import summed

TEXT = "We keep what we have: no migration, no other datastore for now."
FOUND = Found(READING, Snippet(TEXT, ((3, 7), (45, 54))), 1.5)


def test_an_item_is_as_in_a_list_and_says_what_was_found_where() -> None:
    item = found_item(FOUND)
    extra = {"snippet": TEXT, "marks": [[3, 7], [45, 54]], "score": 1.5}
    assert item == reading_item(READING) | extra
    jsonschema.validate(list_object([item]), json.loads(schema_text("list")))


def test_a_line_has_one_cell_a_column() -> None:
    odd = Found(READING, Snippet("a\tb\x1b[2J"), 0.5)
    assert found_line(found_item(odd)).split("\t") == [
        *("dec-keep-datastore", "decision", "settled", "memory/decision/x.md"),
        *("Keep the current datastore", r"a\tb\x1b[2J"),
    ]


def test_on_a_terminal_what_was_found_is_bold() -> None:
    lines = list(found_lines(FOUND, width=80, style=Style(colour=True)))
    bold = TEXT.replace("keep", "\x1b[1mkeep\x1b[0m").replace(
        "datastore", "\x1b[1mdatastore\x1b[0m"
    )
    assert lines == [
        "\x1b[36mdec-keep-datastore\x1b[0m  decision  \x1b[32msettled\x1b[0m",
        "  Keep the current datastore",
        f"  {bold}",
    ]


def test_a_mark_goes_on_in_the_next_line() -> None:
    found = Found(READING, Snippet("one two three", ((0, 7),)), 1.0)
    lines = list(found_lines(found, width=6, style=Style(colour=True)))
    bold = ("\x1b[1mone\x1b[0m", "\x1b[1mtwo\x1b[0m")
    assert lines[-4:] == [*(f"  {each}" for each in bold), "  thre", "  e"]


def test_the_title_is_not_told_twice() -> None:
    found = Found(READING, Snippet("Keep the current datastore", ((0, 4),)), 1.0)
    assert list(found_lines(found, width=80)) == [
        "dec-keep-datastore  decision  settled",
        "  Keep the current datastore",
    ]


def test_standing_says_the_age_and_what_is_disputed_is_red() -> None:
    disputed = replace(STATUS, trust=Trust.DISPUTED)
    head = next(found_lines(Found(disputed, Snippet("x"), 1.0), width=80, style=Style(colour=True)))
    assert head.endswith("\x1b[31mstale, as of 9 days ago, disputed\x1b[0m")


def test_no_mark_takes_a_secret_apart() -> None:
    secret = summed("ghp" + "_")
    found = Found(READING, Snippet(f"key {secret} x", ((8, 12),)), 1.0)
    shown = "\n".join(found_lines(found, width=80, style=Style(colour=True)))
    assert not {secret, secret[:8], secret[8:]} & {*shown.split()}
    assert secret[8:] not in shown
    assert "****" in shown


@pytest.mark.parametrize("width", [10, 20, 40, 80])
@given(
    text=st.text(max_size=120),
    title=st.text(max_size=40),
    cuts=st.lists(st.integers(0, 120), max_size=6),
)
def test_no_line_is_too_wide_and_nothing_acts(
    width: int, text: str, title: str, cuts: list[int]
) -> None:
    places = sorted(min(cut, len(text)) for cut in cuts)
    marks = tuple(zip(places[::2], places[1::2], strict=False))
    record = RECORD | {"id": title, "title": title}
    found = Found(replace(READING, record=record), Snippet(text, marks), 0.0)
    for line in found_lines(found, width=width):
        assert cell_width(line) <= width
        assert not any(unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"} for each in line)
