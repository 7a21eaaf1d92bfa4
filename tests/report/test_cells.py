"""No cell of a table acts in a spreadsheet, and each is read back as what was shown."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.cells import csv_line
from tests.tokens import TOKEN

RUN = "=+-@|%\uff1d\uff0b\uff0d\uff20"
CELLS = st.text(st.sampled_from(RUN + "\t\r\n;,\"' a1()!\u202e\x00\ufeff\udc80"), max_size=12)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("plain, text", '"plain, text"'),
        ('a "quote"', '"a ""quote"""'),
        ("=1+1", '"\'=1+1"'),
        (" @SUM(A1)", '"\' @SUM(A1)"'),
        ("\uff0b1", '"\'\uff0b1"'),
        ("a;=1", '"a;\'=1"'),
        ("a - b = c", '"a - b = c"'),
        ("a\nb", '"a\\nb"'),
        ("", '""'),
    ],
)
def test_what_a_spreadsheet_would_run_is_a_text(text: str, cell: str) -> None:
    assert csv_line([text]) == cell


def test_numbers_are_numbers_and_secrets_are_masked() -> None:
    assert csv_line([-1, TOKEN, 2]) == f'-1,"****{TOKEN[-4:]}",2'


@given(st.lists(CELLS, min_size=1))
def test_a_line_is_one_line_of_so_many_cells_that_run_nothing(texts: list[str]) -> None:
    line = csv_line(["kept", *texts])
    assert line.splitlines() == [line]
    (cells,) = csv.reader([line])
    assert len(cells) == len(texts) + 1
    assert not any(cell.lstrip(" \"'")[:1] in set(RUN) for cell in cells if cell[:1] != "'")


@given(st.lists(CELLS, min_size=1))
def test_a_reader_of_semicolons_runs_nothing_either(texts: list[str]) -> None:
    for cell in csv_line(["kept", *texts]).split(";")[1:]:
        assert cell.lstrip(' "')[:1] not in set(RUN)
