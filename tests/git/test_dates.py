"""Commit dates of the environment, read as git reads them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.dates import When, commit_date

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.mark.parametrize("zone", ["UTC", "XST-05:45", "XST+03:30"])
@pytest.mark.parametrize(
    "text",
    [
        "2026-01-02T03:04:05+05:30",
        "2026-01-02 03:04:05 -0130",
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05",
        "Fri, 02 Jan 2026 03:04:05 +0530",
        "1700000000",
        "1700000000 +0530",
        "@1700000000 -0230",
    ],
)
def test_they_are_what_git_makes_of_them(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, zone: str, text: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    sandbox.environment["GIT_AUTHOR_DATE"] = text
    told = sandbox.run("var", "GIT_AUTHOR_IDENT").decode().split()[-2:]
    when = commit_date("AUTHOR", {"GIT_AUTHOR_DATE": text})
    sign = "-" if when.offset < 0 else "+"
    minutes = abs(when.offset) // 60
    assert told == [str(when.seconds), f"{sign}{minutes // 60:02}{minutes % 60:02}"]


def test_none_is_now() -> None:
    when = commit_date("AUTHOR", {"GIT_AUTHOR_DATE": ""})
    assert abs(when.seconds - time.time()) < 60
    assert when.offset == 0


@pytest.mark.parametrize("text", ["yesterday", "soon", "2026-13-01", "@", "1 2 3", "@1 +9"])
def test_what_is_not_understood_is_no_date_at_all(text: str) -> None:
    with pytest.raises(CannotRun, match="GIT_COMMITTER_DATE"):
        commit_date("COMMITTER", {"GIT_COMMITTER_DATE": text})


def test_a_time_that_the_clock_cannot_show_has_no_zone() -> None:
    far = {"GIT_AUTHOR_DATE": "@999999999999999999"}
    assert commit_date("AUTHOR", far) == When(999_999_999_999_999_999, 0)
