"""What a reader is told in words where a status is not taken by its own ``as_of`` (DESIGN 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.spoken import quoted
from sgm_git.record.times import parse_rfc3339
from sgm_git.witness.standing import LEEWAY, declared_as_of

if TYPE_CHECKING:
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject, JsonValue


def note_of_time(record: JsonObject, told: Instant | None, last: Instant | None) -> str | None:
    """Say what in a status is not believed of its time, and what counts instead.

    None where all is well: it says its time or does not say any, and for other types. ``told``
    and ``last`` are those of ``Circumstances``.
    """
    values = fields.annotation_values(record, "as_of")
    if record.get("type") != "status" or not values:
        return None
    declared = declared_as_of(record)
    if declared is None:
        counts = "nobody knows its time" if told is None else "the time of its commit counts"
        return f"as_of {quoted(values[0])} is no RFC 3339 time: {counts}"
    if last is None or declared.seconds <= last.seconds + LEEWAY:
        return None
    text = quoted(next(value for value in values if _is_time(value, declared)))
    return f"as_of {text} lies after its last commit, so it is not believed: that one's time counts"


def _is_time(value: JsonValue, moment: Instant) -> bool:
    return isinstance(value, str) and parse_rfc3339(value) == moment
