"""What the rules of family P have in common: times of commits, who made them, how to say it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, short
from sgm_git.findings import Severity
from sgm_git.record.spoken import quoted
from sgm_git.record.times import Instant, parse_rfc3339, render_utc

if TYPE_CHECKING:
    from sgm_git.findings import Fault
    from sgm_git.record.value import JsonValue
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import History, Testimony

_BEGINNING = 315_532_800  # 1980: a commit that claims to be older is a mistake
_RECENT = 1_577_836_800  # 2020: a clock of ours that says less is wrong itself
_DAY = 86_400


def judged(testimony: Testimony, event: Event | None) -> Event | None:
    """The event, if what it brought is judged: nothing in doubt, nothing of the baseline."""
    if event is None or testimony.life.doubt is not None:
        return None
    is_old = event.commit != UNCOMMITTED and testimony.history.old_claims(event.commit)
    return None if is_old else event


def along(testimony: Testimony, event: Event, otherwise: Severity) -> Severity:
    """How much a claim weighs that an event brought: info if it came with the first version."""
    return Severity.INFO if testimony.is_from_the_beginning(event) else otherwise


def instant(value: JsonValue) -> Instant | None:
    """The moment that a declared time names; None where it is no RFC 3339 time."""
    return _parsed(value) if isinstance(value, str) else None


_parsed = lru_cache(maxsize=64)(parse_rfc3339)  # several rules ask about the times of one record


def committed_at(history: History, oid: str) -> int | None:
    """The committer's time of a commit, now for what is not committed; None where unlikely."""
    return likely(history, history.now if oid == UNCOMMITTED else history.commits[oid].commit_time)


def authored_at(history: History, oid: str) -> int | None:
    """The author's time of a commit, now for what is not committed; None where unlikely."""
    return likely(history, history.now if oid == UNCOMMITTED else history.commits[oid].author_time)


def likely(history: History, time: int | None) -> int | None:
    """A commit's time, or None where nothing may be concluded from it (P316).

    Those before 1980 and of tomorrow are mistakes of a clock; a clock of ours that is wrong
    itself proves nothing.
    """
    if time is None or time < _BEGINNING:
        return None
    return None if history.now >= _RECENT and time > history.now + _DAY else time


def latest_time(history: History, oid: str) -> Instant | None:
    """The latest time that a record may declare in a commit; None where nothing is known."""
    time = committed_at(history, oid)
    if time is None or (oid == UNCOMMITTED and time < _RECENT):
        return None
    return Instant(time + history.tolerance)


def is_too_late(testimony: Testimony, name: str, value: JsonValue) -> bool:
    """Whether a declared time was later than every commit that brought it (P304), or than now."""
    moment, history = instant(value), testimony.history
    if moment is None:
        return False
    if _exceeds(moment, latest_time(history, UNCOMMITTED)):
        return True
    events = [event for event in testimony.life.events if _brings(testimony, event, name, value)]
    later = [_exceeds(moment, latest_time(history, event.commit)) for event in events]
    return bool(later) and all(later)


def _exceeds(moment: Instant, bound: Instant | None) -> bool:
    return bound is not None and moment > bound


def _brings(testimony: Testimony, event: Event, name: str, value: JsonValue) -> bool:
    before = [testimony.claims(state).get(name) for state in testimony.before(event)]
    return testimony.claims(event.after).get(name) == value and value not in before


def named(oid: str) -> str:
    """A commit as messages name it."""
    return "an edit that is not committed yet" if oid == UNCOMMITTED else f"commit {short(oid)}"


def made(testimony: Testimony, event: Event) -> str:
    """A commit as messages name it, with whom it gives as its author."""
    author = testimony.commit(event).author
    return f"{named(event.commit)} by {quoted(f'{author.name} <{author.email}>')}"


def shown(seconds: int | None) -> str:
    """A commit's time as messages write it."""
    if seconds is None:
        return "an unreadable time"
    try:
        return render_utc(seconds)
    except ValueError:
        return f"@{seconds}"


def about(fault: Fault, event: Event, severity: Severity | None = None) -> Fault:
    """The same fault said of the commit of an event."""
    return replace(fault, commit=event.commit or None, severity=severity)
