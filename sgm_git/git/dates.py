"""Commit dates: now in the local zone, unless the environment says when (git-commit, "DATES")."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.command import Git

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_RAW = re.compile(r"@?(\d{1,18})(?: ([+-])(\d{2})([0-5]\d))?")


@dataclass(frozen=True, slots=True)
class When:
    """Seconds since the epoch, and the offset of the zone in seconds east of UTC."""

    seconds: int
    offset: int


def commit_date(role: str, environ: Mapping[str, str]) -> When:
    """Give the date of the ``AUTHOR`` or ``COMMITTER``: ``GIT_<ROLE>_DATE``, else now.

    Git's raw form, ISO 8601 and RFC 2822 are understood; raises CannotRun for anything else.
    """
    text = environ.get(f"GIT_{role}_DATE", "").strip()
    if not text:
        now = int(time.time())
        return When(now, _local_offset(now))
    when = _raw(text) or _calendar(text)
    if when is None:
        raise CannotRun(f"GIT_{role}_DATE is {text!r}, which is no date that is understood here")
    return when


def date_as_git_reads(directory: Path) -> int:
    """Give the seconds since the epoch that the installed git makes of ``GIT_COMMITTER_DATE``.

    It understands more forms than ``commit_date``. Raises CannotRun for what it does not.
    """
    return int(Git(directory).read("var", "GIT_COMMITTER_IDENT").split()[-2])


def _raw(text: str) -> When | None:
    match = _RAW.fullmatch(text)
    if not match:
        return None
    seconds, sign, hours, minutes = match.groups()
    if not sign:
        return When(int(seconds), _local_offset(int(seconds)))
    offset = int(hours) * 3600 + int(minutes) * 60
    return When(int(seconds), -offset if sign == "-" else offset)


def _calendar(text: str) -> When | None:
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = parse(text).astimezone()
        except (ValueError, OverflowError):
            continue
        given = parse(text).utcoffset()
        zone = moment.utcoffset() if given is None else given
        return When(int(moment.timestamp()), int(zone.total_seconds()) if zone else 0)
    return None


def _local_offset(seconds: int) -> int:
    try:
        return time.localtime(seconds).tm_gmtoff
    except (OverflowError, OSError, ValueError):
        return 0
