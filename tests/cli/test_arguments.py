"""What stands on the command line is read exactly, or refused with the form that it should have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.arguments import assignment, bytes_of, instant, pair, pairs, pointer, text_of
from sgm_git.errors import CannotRun, UsageError
from sgm_git.record.times import parse_rfc3339

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonValue


@pytest.mark.parametrize(
    ("text", "place", "value"),
    [
        ("/title=x", ("title",), "x"),
        ("title=x", ("title",), "x"),
        ("title=", ("title",), ""),
        ("/=x", ("",), "x"),
        ("title=a=b:=c", ("title",), "a=b:=c"),
        ("priority:=2", ("priority",), 2),
        ("a/b:=[1, null]", ("a", "b"), [1, None]),
        ("annotations/0/value=no", ("annotations", "0", "value"), "no"),
        ("a~1b=x", ("a/b",), "x"),
        ('title:="5"', ("title",), "5"),
    ],
)
def test_an_assignment_has_a_pointer_and_a_text_or_json(
    text: str, place: tuple[str, ...], value: JsonValue
) -> None:
    assert assignment(text) == (place, value)


@pytest.mark.parametrize("text", ["title", "=x", ":=x", "", "a:=nope", "a:={", "a~2=x"])
def test_an_assignment_that_cannot_be_read_is_a_usage_error_with_a_hint(text: str) -> None:
    with pytest.raises(UsageError):
        assignment(text)


def test_the_whole_record_is_no_field() -> None:
    with pytest.raises(UsageError, match="whole record"):
        pointer("")


def test_a_usage_error_says_where_json_goes_wrong() -> None:
    with pytest.raises(UsageError, match=r"1:2: ") as caught:
        pair("x:=[", "KIND=VALUE")
    assert "KIND=VALUE" in (caught.value.hint or "")


def test_pairs_are_an_object_and_a_name_stands_once() -> None:
    assert pairs(["a=1", "b:=1"], "K=V") == {"a": "1", "b": 1}
    with pytest.raises(UsageError, match="'a' is given twice"):
        pairs(["a=1", "a=2"], "K=V")


def test_a_time_may_be_a_day() -> None:
    assert instant("2026-10-10") == parse_rfc3339("2026-10-10T00:00:00Z")
    assert instant("2026-10-10T02:00:00+02:00") == parse_rfc3339("2026-10-10T00:00:00Z")


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "2026-10-10T18:21", ""])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        instant(text)


def test_text_of_a_file_has_line_feeds_and_no_mark(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\n")
    assert text_of(str(tmp_path / "a.md")) == "one\ntwo\n"


def test_text_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one\n\xff\n")
    with pytest.raises(CannotRun, match=r"a\.md:2: not UTF-8"):
        text_of(str(tmp_path / "a.md"))


def test_a_file_that_is_not_there_is_refused_with_its_name() -> None:
    with pytest.raises(CannotRun, match=r"cannot read nope\.md: No such file"):
        bytes_of("nope.md")
