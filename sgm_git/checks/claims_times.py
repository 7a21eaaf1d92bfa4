"""Rules P304, P315 and P316: declared times against those of commits (DESIGN 5, 6).

Bounds, not equality: rebase, amend, squash and hosted merges move the dates of commits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.claims import (
    about,
    authored_at,
    instant,
    judged,
    latest_time,
    likely,
    made,
    shown,
)
from sgm_git.commits import UNCOMMITTED
from sgm_git.record.spoken import quoted
from sgm_git.record.times import Instant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony

_DAY = 86_400
_DAYS_BEFORE = 7  # of work that may pass before a record is committed


def later_than_commit(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """A declared time is later than the commit that brought it (P304).

    Why: nobody can say at noon what was done at three. A record dated ahead looks fresher than
    all others, and stays so. A few minutes are allowed for (``checks.tolerance``). At a server's
    gate its own clock is a bound, too, whatever the commit says.

    Bad:
        2026-10-10 Ada: {created_at: 2026-12-24T08:00:00Z}

    Good:
        2026-10-10 Ada: {created_at: 2026-10-10T08:00:00Z}

    Fix: write the time at which it was so; correcting such a ``created_at`` is lawful.
    """
    for name in ("created_at", "modified_at"):
        event = judged(testimony, testimony.brought(name))
        if event is None:
            continue
        value = testimony.facts.claims[name]
        moment, bound = instant(value), latest_time(testimony.history, event.commit)
        if moment is not None and bound is not None and moment > bound:
            when = shown(bound.seconds - testimony.history.tolerance)
            if event.commit == UNCOMMITTED:
                what = f"{name} {quoted(value)} lies ahead: it is {when} now, and not committed yet"
            else:
                what = f"{name} {quoted(value)} is later than {made(testimony, event)} of {when}"
            message = f"{what}; write the time at which it was so"
            yield about(case.fault("P304", message, ("provenance", name)), event)


def long_before_commit(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """``created_at`` is more than 7 days before the record's first commit (P315).

    Why: a record that claims to be older than anything git knows of it asks for trust that
    nobody can give. One that was brought in from elsewhere says so: ``origin: import``.

    Bad:
        2026-10-10 Ada: {created_at: 2020-01-01T00:00:00Z, origin: cli}

    Good:
        2026-10-10 Ada: {created_at: 2020-01-01T00:00:00Z, origin: import}

    Fix: write the time at which the record was created, or where it came from.
    """
    claims = testimony.facts.claims
    brought = judged(testimony, testimony.brought("created_at"))
    if testimony.first is None or brought is None or claims.get("origin") == "import":
        return
    moment = instant(claims["created_at"])
    times = [authored_at(testimony.history, each.commit) for each in testimony.births]
    known = [time for time in times if time is not None]
    if moment is None or len(known) < len(times):
        return
    days = (min(known) - moment.seconds) // _DAY
    if moment < Instant(min(known) - _DAYS_BEFORE * _DAY):
        message = (
            f"created_at {quoted(claims['created_at'])} is {days} days before the first version,"
            f" {made(testimony, testimony.first)} of {shown(min(known))};"
            " write when it was created, or origin: import if it came from elsewhere"
        )
        yield about(case.fault("P315", message, ("provenance", "created_at")), brought)


def unlikely_commit_time(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """A commit of the record has a date that cannot be right (P316).

    Why: a machine whose clock was wrong dates its commits to 1970, or to tomorrow. Nothing is
    concluded from such a date: no time that the record declares is held against it. A server's
    gate lets no commit in that is dated later than its own clock.

    Bad:
        1970-01-01 Ada: {created_at: 2026-10-10T08:00:00Z}

    Good:
        2026-10-10 Ada: {created_at: 2026-10-10T08:00:00Z}

    Fix: nothing need be done. Set the clock of the machine that made the commit.
    """
    if testimony.life.doubt is not None:
        return
    for event in _bounding(testimony):
        history, commit = testimony.history, testimony.commit(event)
        times = [commit.commit_time, commit.author_time]
        odd = [time for time in times if likely(history, time) is None]
        if odd and judged(testimony, event) is not None:
            message = (
                f"{made(testimony, event)} is dated {shown(odd[0])}, which cannot be right;"
                " no declared time is held against that"
            )
            place = ("provenance",)
            yield about(case.fault("P316", message, place), event)


def _bounding(testimony: Testimony) -> list[Event]:
    """The events whose times declared ones are held against; not what is not committed."""
    found = [
        *testimony.births,
        *(testimony.brought(name) for name in ("created_at", "modified_at")),
        testimony.last,
    ]
    events = {event.commit: event for event in found if event is not None}
    return [event for oid, event in events.items() if oid != UNCOMMITTED]
