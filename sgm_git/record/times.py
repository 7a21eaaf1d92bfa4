"""Times as RFC 3339 writes them, compared as instants (spec/provenance.md, DESIGN sections 5, 13).

``datetime`` is not enough: it knows no year 0000, no leap second and no more than six digits of
a second, and a time that a record declares is compared exactly or not at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_RFC3339 = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_DAYS_IN_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LAST_YEAR = 9999


@dataclass(frozen=True, slots=True, order=True)
class Instant:
    """A point in time: whole seconds since 1970-01-01T00:00:00Z, and an exact rest.

    The rest is below one, but from one up to two within a leap second, which therefore sorts
    after every other instant of its minute and before the next minute.
    """

    seconds: int
    fraction: Decimal = Decimal(0)

    def shifted(self, seconds: int) -> Instant:
        """The instant that many seconds later (earlier where negative)."""
        return Instant(self.seconds + seconds, self.fraction)


def parse_rfc3339(text: str) -> Instant | None:
    """The instant that ``text`` names, or ``None`` where it is not RFC 3339.

    The whole grammar and nothing else: ASCII digits, a zone that is always stated, ``t`` and
    ``z`` in either case, real days only, second 60 only where UTC can have one (23:59:60).
    """
    match = _RFC3339.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.group(1, 2, 3, 4, 5, 6))
    offset = _offset(match[8], match[9], match[10])
    if offset is None or not _is_clock(hour, minute, second) or not _is_date(year, month, day):
        return None
    leap = second == _MINUTE
    seconds = _days(year, month, day) * _DAY + hour * _HOUR + minute * _MINUTE - offset
    if leap and seconds % _DAY != _DAY - _MINUTE:
        return None
    rest = Decimal(f"{int(leap)}.{match[7] or 0}")
    return Instant(seconds + second - leap, rest)


def last_moment(date: str, now: int) -> Instant | None:
    """The last second in UTC of a date such as ``2026-10-10``; ``None`` for what is no date.

    Of a day that has begun and is not over at ``now``, in seconds since 1970, that is ``now``.
    """
    begin, end = (parse_rfc3339(f"{date}T{clock}Z") for clock in ("00:00:00", "23:59:59"))
    if begin is None or end is None:
        return None
    return Instant(now) if begin.seconds <= now < end.seconds else end


def render_utc(epoch_seconds: int) -> str:
    """Seconds since 1970 as ``2026-10-10T18:21:47Z``.

    Raises ``ValueError`` where the year does not have four digits.
    """
    days, rest = divmod(epoch_seconds, _DAY)
    year, month, day = _date(days)
    if not 0 <= year <= _LAST_YEAR:
        raise ValueError(f"RFC 3339 cannot write the year {year}")
    hour, minute, second = rest // _HOUR, rest // _MINUTE % 60, rest % _MINUTE
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"


def _offset(sign: str | None, hours: str, minutes: str) -> int | None:
    """Seconds that a zone is ahead of UTC; ``None`` where there is no such zone."""
    if sign is None:
        return 0
    if int(hours) * _HOUR >= _DAY or int(minutes) >= 60:  # noqa: PLR2004 - minutes of an hour
        return None
    ahead = int(hours) * _HOUR + int(minutes) * _MINUTE
    return -ahead if sign == "-" else ahead


def _is_clock(hour: int, minute: int, second: int) -> bool:
    return hour * _HOUR < _DAY and minute * _MINUTE < _HOUR and second <= _MINUTE


def _is_date(year: int, month: int, day: int) -> bool:
    if not 1 <= month <= len(_DAYS_IN_MONTH) or not 1 <= day <= _DAYS_IN_MONTH[month - 1]:
        return False
    return (month, day) != (2, 29) or _is_leap(year)


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


# The two conversions count from 0000-03-01, so that the day a leap year adds is a year's last;
# the months from March on then begin at day (153 * index + 2) // 5 of their year.
_EPOCH = 719_468  # 1970-01-01, in days since 0000-03-01
_ERA = 146_097  # days of 400 years


def _days(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date of the Gregorian calendar."""
    year -= month <= 2  # noqa: PLR2004 - January and February end the year before
    index = (month - 3) % 12
    in_year = (153 * index + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + in_year - _EPOCH


def _date(days: int) -> tuple[int, int, int]:
    """Year, month and day that lie ``days`` after 1970-01-01."""
    era, in_era = divmod(days + _EPOCH, _ERA)
    year = (in_era - in_era // 1_460 + in_era // 36_524 - in_era // 146_096) // 365
    in_year = in_era - (365 * year + year // 4 - year // 100)
    index = (5 * in_year + 2) // 153
    day = in_year - (153 * index + 2) // 5 + 1
    month = (index + 2) % 12 + 1
    return era * 400 + year + (month <= 2), month, day  # noqa: PLR2004 - as above
