"""Times of commits as people read them: how long ago, or the moment itself in UTC."""

from __future__ import annotations

from sgm_git.record.times import render_utc

_DAY = 86_400
# Up to how many seconds a unit counts, how long it is, and its name: the steps of git itself.
_UNITS = (
    (90, 1, "second"),
    (90 * 60, 60, "minute"),
    (36 * 3_600, 3_600, "hour"),
    (14 * _DAY, _DAY, "day"),
    (70 * _DAY, 7 * _DAY, "week"),
    (365 * _DAY, 30 * _DAY, "month"),
)
_YEAR = 365 * _DAY


def moment(seconds: int | None) -> str:
    """Give seconds since the epoch as RFC 3339 in UTC; ``@SECONDS`` where it cannot write them."""
    if seconds is None:
        return "at an unreadable time"
    return utc(seconds) or f"@{seconds}"


def utc(seconds: int) -> str | None:
    """Give seconds since the epoch as RFC 3339 in UTC; None where it cannot write them."""
    try:
        return render_utc(seconds)
    except ValueError:
        return None


def ago(seconds: int | None, now: int) -> str:
    """Say how long before ``now`` a moment was, such as ``3 days ago``; as ``moment`` if it is not.

    Both are in seconds since the epoch.
    """
    if seconds is None or seconds > now:
        return moment(seconds)
    age = now - seconds
    for limit, length, name in _UNITS:
        if age < limit:
            return _ago((age + length // 2) // length, name)
    return _ago((age + _YEAR // 2) // _YEAR, "year")


def _ago(number: int, name: str) -> str:
    return f"{number} {name} ago" if number == 1 else f"{number} {name}s ago"
