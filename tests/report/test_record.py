"""``show`` leaves nothing of a record out, whatever its shape."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.listing import item_line, reading_item
from sgm_git.report.record import record_lines
from sgm_git.report.style import Style
from tests.record.strategies import OBJECTS
from tests.report.readings import READING, RECORD

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject


def test_a_record_is_shown_whole() -> None:
    assert record_lines(RECORD, path="memory/decision/x.md") == [
        "Keep the current datastore",
        "decision dec-keep-datastore",
        "",
        "  rationale          auth + realtime",
        "                     in one place",
        '  status             accepted  {"since": "May"}',
        "  scope              project=myproject",
        "  created            2026-10-10T18:21:47Z by build-agent (origin cli, session s1)",
        "  modified           2026-10-10T19:30:00Z by bob",
        "  links              rule-quality, task-x",
        "  source             handoff",
        "  provenance.ticket  12",
        '  owner              {"team": 7}',
        "  file               memory/decision/x.md",
        "",
        "Chose to keep it.",
    ]


@pytest.mark.parametrize(
    ("field", "row"),
    [
        ({"scope": 7}, "  scope  7"),
        ({"annotations": "later"}, "  annotation  later"),
        ({"annotations": [{"value": 1}]}, '  annotation  {"value": 1}'),
        ({"provenance": ["x"]}, '  provenance  ["x"]'),
        ({"title": 5}, "  title  5"),
        ({"content": ["a"]}, '  content  ["a"]'),
        ({"provenance": {"modified": False}}, "  modified  false ? by ?"),
        ({"provenance": {"scope": {"p": 1}}}, '  provenance.scope  {"p": 1}'),
        ({"provenance": {"links": "x"}}, "  provenance.links  x"),
    ],
)
def test_an_odd_shape_is_shown_as_it_stands(field: JsonObject, row: str) -> None:
    rows = [" ".join(line.split()) for line in record_lines(field, path="x.md")]
    assert " ".join(row.split()) in rows


def test_nothing_in_a_record_acts_on_the_terminal() -> None:
    nasty = "\x1b]0;x\x07\u202e"
    record: JsonObject = {
        "id": nasty,
        "type": nasty,
        "title": nasty,
        "annotations": [{"kind": nasty, "value": nasty}],
        nasty: {nasty: nasty},
        "provenance": {"agent": nasty, "links": [nasty], nasty: nasty},
        "content": nasty,
    }
    shown = "\n".join(record_lines(record, path=nasty))
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)
    assert shown.count("\\x1b") == 12
    assert shown.count("\\u001b") == 2


@given(OBJECTS, st.text(st.characters()))
def test_whatever_a_record_holds_nothing_acts(record: JsonObject, path: str) -> None:
    lines = [
        *record_lines(record, path=path),
        item_line(reading_item(replace(READING, record=record, path=path))).replace("\t", ""),
    ]
    for character in "".join(lines):
        acts = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        assert not acts or character in "\t\u200c\u200d"
    assert all("\n" not in line for line in lines)


def test_the_title_is_bold_and_the_status_coloured() -> None:
    lines = record_lines(RECORD, path="x.md", style=Style(colour=True))
    assert lines[0] == "\x1b[1mKeep the current datastore\x1b[0m"
