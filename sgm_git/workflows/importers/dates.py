"""From a source's date to the text of ``created_at`` (RFC 3339; DESIGN section 3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.record.times import parse_rfc3339

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonValue

_DAY = re.compile(r"([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})(?:T[0-9]{2}:|(?![-/\w]))")
_BLANK_FOR_T = re.compile(r"(?<=[0-9]{4}-[0-9]{2}-[0-9]{2}) +(?=[0-9]{2}:)")
_SHOWN = 40


def created_at(stated: JsonValue) -> str | None:
    """Give RFC 3339 text for a stated date, ``None`` for what is no date.

    A time with an offset stays as it is written. Of a time without one only the day is known
    for sure, so it becomes midnight UTC, like a plain date; of more words the date in front counts.
    """
    if not isinstance(stated, str):
        return None
    text = _BLANK_FOR_T.sub("T", stated.strip(" \t\r\n*_`"), count=1)
    day = _DAY.match(text)
    candidates = (text, f"{day[1]}-{day[3]}-{day[4]}T00:00:00Z" if day else "")
    return next((c for c in candidates if parse_rfc3339(c) is not None), None)


def first_created_at(stated: Iterable[JsonValue]) -> tuple[str | None, tuple[str, ...]]:
    """Give the first date that can be read, and a note where something stated cannot be."""
    texts = [value for value in stated if isinstance(value, str) and value.strip()]
    for text in texts:
        if created := created_at(text):
            return created, ()
    return None, tuple(f"date not understood: {text.strip()[:_SHOWN]}" for text in texts[:1])
