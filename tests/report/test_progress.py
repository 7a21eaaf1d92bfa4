"""Progress is for those who wait."""

from __future__ import annotations

import io

from sgm_git.report.progress import ProgressBar


def _bar(times: list[float]) -> tuple[ProgressBar, io.StringIO]:
    stream = io.StringIO()
    clock = iter(times)
    return ProgressBar(stream, "importing", clock=lambda: next(clock)), stream


def test_nothing_is_shown_in_the_first_second() -> None:
    bar, stream = _bar([0.0, 0.5, 0.9])
    bar(1, 10)
    bar(10, 10)
    bar.close()
    assert stream.getvalue() == ""


def test_what_takes_longer_shows_how_far_it_is() -> None:
    bar, stream = _bar([0.0, 0.5, 1.5, 1.6])
    bar(1, 10)
    bar(2, 10)
    bar(3, 10)
    bar.close()
    assert "importing" in stream.getvalue()
    assert "3/10" in stream.getvalue()
