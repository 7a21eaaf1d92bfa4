from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.importers.dates import created_at, first_created_at

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


@pytest.mark.parametrize(
    ("stated", "created"),
    [
        ("2017-06-30", "2017-06-30T00:00:00Z"),
        (" 2017/06/30 ", "2017-06-30T00:00:00Z"),
        ("2026-07-10T21:15:20+02:00", "2026-07-10T21:15:20+02:00"),
        ("2026-07-10T21:15:20.5Z", "2026-07-10T21:15:20.5Z"),
        ("2026-07-10 21:15:20Z", "2026-07-10T21:15:20Z"),
        ("2026-07-10T21:15:20", "2026-07-10T00:00:00Z"),
        ("2026-07-10 21:15", "2026-07-10T00:00:00Z"),
        ("**2017-06-30**", "2017-06-30T00:00:00Z"),
        ("2017-06-30.", "2017-06-30T00:00:00Z"),
        ("2017-06-30 (revised 2018-01-01)", "2017-06-30T00:00:00Z"),
        ("2017-02-30", None),
        ("2017-06-300", None),
        ("2017-06-30-x", None),
        ("31.01.2016", None),
        ("2017-2-3", None),
        ("06/30/2017", None),
        ("2017-06/30", None),
        ("\uff12\uff10\uff11\uff17-06-30", None),
        ("{YYYY-MM-DD}", None),
        ("", None),
        (20170630, None),
        (None, None),
    ],
)
def test_a_stated_date_becomes_rfc_3339_or_nothing(stated: JsonValue, created: str | None) -> None:
    assert created_at(stated) == created


def test_the_first_date_that_can_be_read_counts() -> None:
    assert first_created_at(["soon", "2017-06-30", "2018-01-01"]) == ("2017-06-30T00:00:00Z", ())


def test_a_date_that_cannot_be_read_is_said_so() -> None:
    assert first_created_at([None, "soon"]) == (None, ("date not understood: soon",))
    assert first_created_at([None, ""]) == (None, ())
