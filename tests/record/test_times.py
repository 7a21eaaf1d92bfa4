from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.times import Instant, last_moment, parse_rfc3339, render_utc

EPOCHS = st.integers(-62_167_219_200, 253_402_300_799)


def instant(text: str) -> Instant:
    parsed = parse_rfc3339(text)
    assert parsed is not None, text
    return parsed


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01t00:00:00z", 0),
        ("1970-01-01T05:30:00+05:30", 0),
        ("1969-12-31T16:00:00-08:00", 0),
        ("1970-01-01T00:00:00-00:00", 0),
        ("2026-10-10T18:21:47Z", 1_791_656_507),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("0000-02-29T00:00:00Z", -62_162_121_600),
        ("2000-02-29T00:00:00Z", 951_782_400),
    ],
)
def test_the_grammar_of_rfc_3339_is_read(text: str, seconds: int) -> None:
    assert instant(text) == Instant(seconds)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2026-10-10",
        "2026-10-10T18:21:47",
        "2026-10-10 18:21:47Z",
        "2026-10-10T18:21Z",
        "2026-10-10T18:21:47Z\n",
        " 2026-10-10T18:21:47Z",
        "2026-10-10T18:21:47.Z",
        "2026-10-10T18:21:47,5Z",
        "2026-10-10T18:21:47+0200",
        "2026-10-10T18:21:47+02",
        "2026-10-10T18:21:47+24:00",
        "2026-10-10T18:21:47+02:60",
        "2026-10-10T24:00:00Z",
        "2026-10-10T23:60:00Z",
        "2026-10-10T23:59:61Z",
        "2026-10-10T18:21:60Z",
        "2016-12-31T23:59:60+01:00",
        "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-00-10T00:00:00Z",
        "2026-13-10T00:00:00Z",
        "2026-10-00T00:00:00Z",
        "2026-10-32T00:00:00Z",
        "26-10-10T18:21:47Z",
        "+2026-10-10T18:21:47Z",
        "\uff12\uff10\uff12\uff16-10-10T18:21:47Z",
        "2026-10-10T18:21:47\u200bZ",
        "20261010T182147Z",
        "2026-W41-6T18:21:47Z",
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    assert parse_rfc3339(text) is None


def test_offsets_are_compared_as_instants_and_not_as_text() -> None:
    assert instant("2026-10-10T23:30:00+05:30") < instant("2026-10-10T18:30:00Z")


def test_a_fraction_keeps_every_digit() -> None:
    short, long = "2026-10-10T18:21:47.5Z", f"2026-10-10T18:21:47.5{'0' * 5_000}1Z"
    assert instant(short) < instant(long) < instant("2026-10-10T18:21:48Z")
    assert instant("2026-10-10T18:21:47.50Z") == instant(short)
    assert instant(short).fraction == Decimal("0.5")


def test_a_leap_second_lies_between_its_neighbours() -> None:
    before, after = instant("2016-12-31T23:59:59.999Z"), instant("2017-01-01T00:00:00Z")
    assert before < instant("2016-12-31T23:59:60Z") < instant("2016-12-31T23:59:60.5Z") < after
    assert instant("2016-12-31T15:59:60-08:00") == instant("2016-12-31T23:59:60Z")


def test_an_instant_can_be_shifted() -> None:
    assert instant("2026-10-10T18:21:47Z").shifted(13) == instant("2026-10-10T18:22:00Z")
    assert instant("2026-10-10T18:21:47Z").shifted(-47) == instant("2026-10-10T18:21:00Z")


@given(EPOCHS)
def test_what_is_rendered_reads_back(seconds: int) -> None:
    assert instant(render_utc(seconds)) == Instant(seconds)


@given(st.datetimes(timezones=st.just(dt.UTC)))
def test_dates_agree_with_the_standard_library(moment: dt.datetime) -> None:
    parsed = instant(moment.isoformat())
    whole = moment.replace(microsecond=0)
    assert parsed.seconds == (whole - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(
        seconds=1
    )
    assert parsed.fraction == Decimal(moment.microsecond).scaleb(-6)
    assert render_utc(parsed.seconds) == whole.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20)


@pytest.mark.parametrize("seconds", [-62_167_219_201, 253_402_300_800])
def test_a_year_without_four_digits_cannot_be_rendered(seconds: int) -> None:
    with pytest.raises(ValueError, match="cannot write the year"):
        render_utc(seconds)


@given(st.text(alphabet="0123456789-:.TtZz+ \u0660\n", max_size=32))
def test_reading_never_raises(text: str) -> None:
    parsed = parse_rfc3339(text)
    assert parsed is None or 0 <= parsed.fraction < 2


def test_a_date_ends_with_its_last_second_unless_it_is_not_over() -> None:
    end = instant("2026-10-10T23:59:59Z")
    for now, expected in (
        (end.seconds + 1, end),
        (end.seconds, end),
        (end.seconds - 1, Instant(end.seconds - 1)),
        (end.seconds - 86_399, Instant(end.seconds - 86_399)),
        (end.seconds - 86_400, end),
    ):
        assert last_moment("2026-10-10", now) == expected
    for text in ("2026-10-10T18:21:47Z", "2026-02-30", "today", ""):
        assert last_moment(text, 0) is None
