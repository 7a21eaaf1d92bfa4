"""How a record must be read (DESIGN section 8; spec/annotations.md, "Why this matters").

What does not depend on the clock can be kept: ``base_standing``, ``as_of`` and ``stale_after``.
``at`` then tells how the record stands at a moment, and ``taken`` is nothing but the four of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.policy.durations import parse_duration
from sgm_git.record import fields
from sgm_git.record.spoken import quoted
from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.witness.reading import Standing, Taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sgm_git.record.value import JsonObject, JsonValue

LEEWAY = 600
"""Seconds that clocks may differ: a status from further ahead speaks of what nobody knows yet."""

_RULE = {
    **dict.fromkeys(("accepted", "active"), Standing.IN_FORCE),
    "proposed": Standing.PROPOSED,
    **dict.fromkeys(("superseded", "rejected", "retired"), Standing.HISTORY),
}
_DECISION = {
    "accepted": Standing.SETTLED,
    "proposed": Standing.PROPOSED,
    **dict.fromkeys(("superseded", "rejected"), Standing.HISTORY),
}
_UNDERSTOOD = {  # with the standing of a record without a status, and of an unknown word
    "rule": (_RULE, Standing.IN_FORCE, Standing.UNCLASSIFIED),
    "decision": (_DECISION, Standing.STATED, Standing.STATED),
}
_WITHOUT_WORDS = {"status": Standing.CURRENT, "fact": Standing.STATED}
_DONE = frozenset(("done", "closed", "completed", "cancelled"))
_BY_RESTRICTION = (
    *(Standing.IN_FORCE, Standing.SETTLED, Standing.STATED),
    *(Standing.PROPOSED, Standing.UNCLASSIFIED, Standing.HISTORY),
)
_DATE = len("2026-10-10")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What does not stand in the record itself.

    ``now`` is in seconds since the epoch. ``told`` is when the version was made that last changed
    the content or a status or state annotation, ``last`` when the last version of all was; None
    where history cannot tell. ``is_superseded``: another record supersedes this one.
    ``stale_after`` maps types to seconds.
    """

    now: int
    told: Instant | None = None
    is_superseded: bool = False
    stale_after: Mapping[str, int] = field(default_factory=dict)
    last: Instant | None = None


def taken(record: JsonObject, circumstances: Circumstances) -> Taken:
    """Give how a record must be taken; never raises, whatever its shape."""
    standing, word = base_standing(record, is_superseded=circumstances.is_superseded)
    return at(
        standing,
        word,
        as_of(record, circumstances.told, circumstances.last),
        stale_after(record, circumstances.stale_after),
        circumstances.now,
    )


def base_standing(
    record: JsonObject, *, is_superseded: bool = False
) -> tuple[Standing, str | None]:
    """Give the standing whatever the time is, and the record's own word that it is taken by.

    A status is ``current``: its age is another matter. Words are exact for rules and decisions,
    in either case for tasks, and the one that binds least counts. A record that names its
    successor is history, and so is one of any type with the status ``superseded``.
    """
    standing, word = _by_words(record)
    if standing is Standing.HISTORY or not (is_superseded or names_successor(record)):
        return standing, word
    return Standing.HISTORY, None


def names_successor(record: JsonObject) -> bool:
    """Whether it has a ``superseded_by``, be it no id at all: only null and nothing say nothing."""
    values = fields.annotation_values(record, "superseded_by")
    return any(value not in (None, "", []) for value in values)


def at(
    standing: Standing,
    word: str | None,
    as_of: Instant | None,
    stale_after: int | None,
    now: int,
) -> Taken:
    """Give how a record of that base standing must be taken at ``now``.

    Only a status has a time and an age, in whole seconds. It is negative only for a time from
    further ahead than clocks may differ.
    """
    if standing is not Standing.CURRENT:
        return Taken(standing, word)
    if is_stale(as_of, stale_after, now):
        standing = Standing.STALE
    return Taken(standing, word, as_of, None if as_of is None else _age(as_of, now))


def _age(as_of: Instant, now: int) -> int:
    age = now - as_of.seconds
    return age if age < -LEEWAY else max(0, age)


def is_stale(as_of: Instant | None, stale_after: int | None, now: int) -> bool:
    """Whether a status must be taken for stale at ``now``.

    It is where nobody knows its time, where that lies ahead of what clocks may differ, and where
    more than ``stale_after`` seconds went by (None: no number is too many).
    """
    if as_of is None or as_of.seconds > now + LEEWAY:
        return True
    return stale_after is not None and now > as_of.seconds + stale_after


def as_of(record: JsonObject, told: Instant | None, last: Instant | None = None) -> Instant | None:
    """Give the moment that a status speaks of; None where nobody knows it, and for other types.

    That is the earliest time that it declares, but none after its ``last`` version, which cannot
    have known it; else the time at which it was ``told`` (see ``Circumstances``).
    """
    if record.get("type") != "status":
        return None
    declared = declared_as_of(record)
    if declared is None:
        return told
    return declared if last is None else min(declared, last)


def declared_as_of(record: JsonObject) -> Instant | None:
    """Give the earliest time that its ``as_of`` annotations say; None where none says one."""
    return _earliest(map(_time, fields.annotation_values(record, "as_of")))


def stale_after(record: JsonObject, limits: Mapping[str, int]) -> int | None:
    """Give after how many seconds a status is stale; None: never, and for other types.

    ``limits`` maps types to seconds. The record's own ``stale_after`` annotations, such as
    ``2d``, may only shorten it.
    """
    if record.get("type") != "status":
        return None
    values = fields.annotation_values(record, "stale_after")
    own = [parse_duration(value) for value in values if isinstance(value, str)]
    return _least([limits.get("status"), *own])


def due(record: JsonObject) -> Instant | None:
    """Give when a record is to be looked at again: the earliest ``review_by`` annotation.

    That is an RFC 3339 time, or a date, which begins at midnight UTC: on that day it is due.
    """
    return _earliest(map(_time_or_date, fields.annotation_values(record, "review_by")))


def _by_words(record: JsonObject) -> tuple[Standing, str | None]:
    statuses = fields.statuses(record)
    kind = fields.record_type(record) or ""
    if kind in _UNDERSTOOD:
        return _least_binding(statuses, *_UNDERSTOOD[kind])
    if "superseded" in statuses:
        return Standing.HISTORY, "superseded"
    states = fields.annotation_values(record, "state")
    if kind == "task":
        return _task(states or statuses)
    words = statuses or states
    return _WITHOUT_WORDS.get(kind, Standing.UNCLASSIFIED), _word(words[0]) if words else None


def _least_binding(
    statuses: list[JsonValue], known: Mapping[str, Standing], bare: Standing, other: Standing
) -> tuple[Standing, str | None]:
    """The standing without a status is ``bare``, with an unknown word ``other``."""
    if not statuses:
        return bare, None
    found = [(known.get(s, other) if isinstance(s, str) else other, _word(s)) for s in statuses]
    return max(found, key=lambda each: _BY_RESTRICTION.index(each[0]))


def _task(words: list[JsonValue]) -> tuple[Standing, str | None]:
    undone = [word for word in words if not _is_done(word)]
    if words and not undone:
        return Standing.DONE, _word(words[0])
    return Standing.OPEN, _word(undone[0]) if undone else None


def _is_done(word: JsonValue) -> bool:
    return isinstance(word, str) and word.casefold() in _DONE


def _word(value: JsonValue) -> str:
    return value if isinstance(value, str) else quoted(value)


def _time(value: JsonValue) -> Instant | None:
    return parse_rfc3339(value) if isinstance(value, str) else None


def _time_or_date(value: JsonValue) -> Instant | None:
    if isinstance(value, str) and len(value) == _DATE:
        return _time(f"{value}T00:00:00Z")
    return _time(value)


def _earliest(moments: Iterable[Instant | None]) -> Instant | None:
    return min((moment for moment in moments if moment is not None), default=None)


def _least(numbers: Iterable[int | None]) -> int | None:
    return min((number for number in numbers if number is not None), default=None)
