"""A list is a table for people and lines for programs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.times import Instant
from sgm_git.report.escape import json_text
from sgm_git.report.listing import (
    COLUMNS,
    cell,
    item_line,
    list_lines,
    list_object,
    reading_item,
    standing_text,
)
from sgm_git.report.table import table_text
from sgm_git.resources import schema_text
from sgm_git.witness.reading import Reading, Review, Standing, Taken
from sgm_git.witness.trust import Trust
from tests.report.readings import READING, STATUS
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

ITEM = reading_item(READING)
TEXTS = st.sampled_from(["a", "x\ty", "\x1b", TOKEN, TOKEN[:20], TOKEN[20:], "key"]) | st.text()


def test_an_item_of_an_empty_record_has_every_name() -> None:
    item = reading_item(replace(READING, record={}, effective={}))
    assert set(item) == set(ITEM)
    assert [item[name] for name in ("id", "type", "title", "status", "agent")] == [None] * 5


def test_a_task_shows_its_state_and_several_statuses_stay_several() -> None:
    task: JsonObject = {"annotations": [{"kind": "state", "value": "open"}]}
    two: list[JsonValue] = [{"kind": "status", "value": w} for w in ("accepted", "rejected")]
    both: JsonObject = {"annotations": two}
    items = [reading_item(replace(READING, record=each)) for each in (task, both)]
    assert [item["status"] for item in items] == ["open", ["accepted", "rejected"]]


def test_an_item_says_how_its_reader_must_take_it() -> None:
    item = reading_item(READING)
    told = ("standing", "review", "trust", "binds", "status", "as_of", "age", "agent", "modified")
    assert [item[name] for name in told] == [
        *("settled", "reviewed", "consistent", False, "accepted", None, None),
        *("build-agent", True),
    ]
    status = reading_item(STATUS)
    assert (status["as_of"], status["age"]) == ("2026-10-10T18:21:47Z", 777_600)


def test_a_time_that_nobody_can_write_is_null() -> None:
    far = replace(STATUS, taken=Taken(Standing.STALE, as_of=Instant(-(10**12)), age=None))
    assert reading_item(far)["as_of"] is None


@pytest.mark.parametrize(
    "reading",
    [
        READING,
        STATUS,
        replace(READING, record={"id": 5, "type": None, "title": ["x"]}, effective={}),
        replace(READING, wrong=("lies",), successors=("dec-y",), notes=("changed here",)),
    ],
    ids=["decision", "status", "odd", "told"],
)
def test_a_list_is_as_its_schema_says(reading: Reading) -> None:
    item = reading_item(reading)
    schema = json.loads(schema_text("list"))
    assert {*schema["$defs"]["item"]["required"], "is_reviewed_version"} == set(item)
    assert set(schema["$defs"]["item"]["properties"]) == {*item, "snippet", "marks", "score"}
    jsonschema.validate(list_object([item], "abc"), schema)
    assert list_object([item]) == {"items": [item], "next": None}


@pytest.mark.parametrize("sizes", [(), (0,), (1,), (2, 1), (1, 0, 2)])
def test_a_list_that_is_told_in_pieces_is_the_same(sizes: tuple[int, ...]) -> None:
    cursors = [f"c{number}" for number in range(len(sizes))]
    pages = [([ITEM] * size, cursor) for size, cursor in zip(sizes, cursors, strict=True)]
    whole = list_object([ITEM] * sum(sizes), cursors[-1] if cursors else None)
    assert "\n".join(list_lines(pages)) == json_text(whole, indent=2)


def test_a_standing_is_told_with_its_age_and_with_what_may_keep_it_from_binding() -> None:
    rule = replace(READING, taken=Taken(Standing.IN_FORCE), review=Review.NEW_HERE)
    assert standing_text(reading_item(READING)) == "settled"
    assert standing_text(reading_item(STATUS)) == "stale, as of 9 days ago"
    assert standing_text(reading_item(rule)) == "in-force, new-here"
    disputed = reading_item(replace(rule, trust=Trust.DISPUTED, review=Review.UNKNOWN))
    assert standing_text(disputed) == "in-force, disputed"
    early = replace(STATUS, taken=replace(STATUS.taken, age=-5))
    assert standing_text(reading_item(early)) == "stale, as of 2026-10-10T18:21:47Z in the future"


def test_a_line_has_one_cell_a_column_whatever_the_values_hold() -> None:
    nasty = ITEM | {"title": "a\tb\nc\x1b[2J", "status": ["x", 1]}
    assert item_line(nasty).split("\t") == [
        "dec-keep-datastore",
        "decision",
        '["x", 1]',
        "build-agent",
        "2026-10-10T18:21:47Z",
        "memory/decision/x.md",
        r"a\tb\nc\x1b[2J",
        *("settled", "reviewed", "consistent", ""),
    ]
    assert item_line(reading_item(STATUS)).split("\t")[-4:] == [
        *("stale", "reviewed", "consistent", "2026-10-10T18:21:47Z")
    ]


@given(st.lists(TEXTS, min_size=len(COLUMNS), max_size=len(COLUMNS)))
def test_a_line_is_its_cells_whatever_stands_beside_them(texts: list[str]) -> None:
    item: JsonObject = dict(zip(COLUMNS, texts, strict=True))
    assert item_line(item) == "\t".join(cell(item, name) for name in COLUMNS)


def test_a_table_fits_its_terminal_and_keeps_ids_whole() -> None:
    items = [reading_item(reading) for reading in (READING, STATUS)]
    for width in (40, 49, 50, 60, 80, 100, 120, 130, 150):
        lines = table_text(items, width=width, colour=False).splitlines()
        assert all(len(line) <= width for line in lines)
        assert any("dec-keep-datastore" in line for line in lines)
        assert {"standing", "title", "settled", "stale,", "days"} <= set(" ".join(lines).split())


def test_a_table_takes_no_markup_from_records() -> None:
    item = ITEM | {"title": "[red]Keep[/] :smile: \x1b[1m"}
    text = table_text([item], width=130, colour=False)
    assert r"[red]Keep[/] :smile: \x1b[1m" in text
    assert "\x1b" not in text


def test_a_table_is_coloured_where_asked() -> None:
    assert "\x1b[32maccepted\x1b[0m" in table_text([ITEM], width=130, colour=True)
    assert "\x1b[32msettled" in table_text([reading_item(READING)], width=80, colour=True)
    disputed = reading_item(replace(READING, trust=Trust.DISPUTED))
    assert "\x1b[31msettled, " in table_text([disputed], width=80, colour=True)


def test_a_created_that_is_no_time_is_cut_where_one_can_see_it() -> None:
    text = table_text([ITEM | {"created_at": "last Tuesday"}], width=130, colour=False)
    assert "last Tues…" in text


def test_a_wide_table_tells_when_a_record_was_last_changed_and_by_whom() -> None:
    text = table_text([ITEM], width=160, colour=False)
    assert text.splitlines()[0].split()[-3:] == ["agent", "modified", "by"]
    assert text.splitlines()[2].split()[-4:] == ["2026-10-10", "2026-10-10", "build-agent", "bob"]
    pending = ITEM | {"modified_at": None, "modified_by": None}
    assert table_text([pending], width=160, colour=False).split()[-2:] == ["yes", "build-agent"]


def test_a_long_id_leaves_room_for_the_title_and_the_standing() -> None:
    name = "decision-" + "0012-use-something-long-" * 4
    item: JsonObject = reading_item(READING) | {"id": name}
    lines = table_text([item], width=80, colour=False).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].split() == ["id", "type", "standing", "title"]
    assert any("Keep the" in line for line in lines)
    pieces = [line[:32].strip() for line in lines[2:]]
    assert "".join(pieces) == name
    assert all(piece.endswith("-") for piece in pieces)
    unbroken: JsonObject = reading_item(READING) | {"id": "x" * 90}
    lines = table_text([unbroken], width=80, colour=False).splitlines()
    assert "".join(line[:32].strip() for line in lines[2:]) == "x" * 90


def test_an_age_stands_in_two_lines_at_most() -> None:
    day = replace(STATUS, taken=replace(STATUS.taken, standing=Standing.CURRENT, age=86_400))
    told = [line.strip() for line in _column(reading_item(day), 80)]
    assert told == ["current, as of", "24 hours ago"]
    assert [line.strip() for line in _column(reading_item(day), 120)] == [
        "current, as of 24 hours ago"
    ]


def _column(item: JsonObject, width: int) -> list[str]:
    head, _, *lines = table_text([item], width=width, colour=False).splitlines()
    start, end = head.index("standing"), head.index("title")
    return [line[start:end] for line in lines]
