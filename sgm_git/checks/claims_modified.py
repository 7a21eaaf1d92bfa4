"""Rules P303, P307 and P311: when a record was last changed, and whether it was (DESIGN 5, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.bearing import Bearing, bearing
from sgm_git.checks.claims import about, along, authored_at, instant, is_too_late, judged, made
from sgm_git.checks.fixing import splice_fix
from sgm_git.document.splice import Set
from sgm_git.findings import Severity
from sgm_git.record.meaning import STAMPS
from sgm_git.record.spoken import quoted
from sgm_git.record.times import render_utc
from sgm_git.witness.life import Kind
from sgm_git.witness.maker import maker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault, Fix
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony


class Lag(NamedTuple):
    """A version that the declared stamps leave out, and the stamp that shows it."""

    version: Event
    name: str


def stamps_lag(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """The record says that it was last changed earlier, or never, than it was (P303).

    Why: who reads the stamps takes new words for old ones, or for another's. Without stamps
    history would tell; what is declared has to be kept true.

    Bad:
        2026-10-10 Ada: {}
        2026-10-12 Ada: {modified: true, modified_at: 2026-10-12T08:00:00Z, modified_by: Ada}
        2026-10-20 Bob: {modified: true, modified_at: 2026-10-12T08:00:00Z, modified_by: Ada}

    Good:
        2026-10-10 Ada: {}
        2026-10-12 Ada: {modified: true, modified_at: 2026-10-12T08:00:00Z, modified_by: Ada}
        2026-10-20 Bob: {modified: true, modified_at: 2026-10-20T08:00:00Z, modified_by: Bob}

    Fix: ``sgm fix`` stamps the last version, and the hooks stamp each one. Or remove all three
    fields: history supplies them.
    """
    found = lag(testimony)
    if found is None:
        return
    version, name = found
    brought = testimony.brought(name)
    severity = Severity.WARNING if brought is None else along(testimony, brought, Severity.WARNING)
    if version.kind is Kind.RETURNED:
        severity = Severity.INFO
    message = (
        f"{name} is {quoted(testimony.facts.claims[name])}, but {made(testimony, version)}"
        " changed the record since; sgm fix stamps it"
    )
    fix = stamp(case, testimony, version)
    yield about(case.fault("P303", message, ("provenance", name), fix), version, severity)


def modified_without_version(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """The record says that it was modified, but history has no later version (P307).

    Why: the change may have been made before the record came here, or in the same commit. It
    may also never have been made. Nobody can tell by git.

    Bad:
        2026-10-10 Ada: {modified: true, modified_at: 2026-10-10T09:00:00Z, modified_by: Ada}

    Good:
        2026-10-10 Ada: {}

    Fix: nothing need be done. Remove ``modified``, ``modified_at`` and ``modified_by`` if the
    record was never changed.
    """
    claims = testimony.facts.claims
    names = [name for name in STAMPS if claims.get(name, False) is not False]
    if testimony.first is None or not names or any(_later(testimony)):
        return
    event = judged(testimony, testimony.brought(names[0]))
    if event is not None:
        message = (
            f"{names[0]} is {quoted(claims[names[0]])}, but there is no version after the first,"
            f" {made(testimony, testimony.first)}; remove the stamps if it was never changed"
        )
        yield about(case.fault("P307", message, ("provenance", names[0])), event)


def went_backwards(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """``modified_at`` is earlier than it was before (P311).

    Why: a record does not become younger by a change. A clock is wrong, or an old copy of the
    stamps was put back, and readers take the later text for the earlier one.

    Bad:
        2026-10-10 Ada: {}
        2026-10-14 Ada: {modified: true, modified_at: 2026-10-14T09:00:00Z, modified_by: Ada}
        2026-10-20 Ada: {modified: true, modified_at: 2026-10-12T09:00:00Z, modified_by: Ada}

    Good:
        2026-10-10 Ada: {}
        2026-10-14 Ada: {modified: true, modified_at: 2026-10-14T09:00:00Z, modified_by: Ada}
        2026-10-20 Ada: {modified: true, modified_at: 2026-10-20T09:00:00Z, modified_by: Ada}

    Fix: ``sgm fix`` writes the time of the commit, or one second more than what stood there.
    """
    event = judged(testimony, testimony.brought("modified_at"))
    moment = instant(testimony.facts.claims.get("modified_at"))
    if event is None or moment is None:
        return
    before, value = max(_stood(testimony, event), key=_moment, default=(moment, None))
    if before <= moment or lag(testimony) is not None:
        return
    message = (
        f"modified_at is {quoted(testimony.facts.claims['modified_at'])} since"
        f" {made(testimony, event)}, but was {quoted(value)} before; sgm fix writes a later time"
    )
    later = _stamp_time(testimony, event, before.seconds + 1)
    changes = [Set(("provenance", "modified_at"), later)]
    fix = splice_fix(case, changes) if later is not None else None
    severity = along(testimony, event, Severity.WARNING)
    yield about(case.fault("P311", message, ("provenance", "modified_at"), fix), event, severity)


def _stood(testimony: Testimony, event: Event) -> Iterator[tuple[Instant, JsonValue]]:
    """The times that stood there before an event, but for those that never could."""
    for state in testimony.before(event):
        value = testimony.claims(state).get("modified_at")
        moment = instant(value)
        if moment is not None and not is_too_late(testimony, "modified_at", value):
            yield moment, value


def _moment(stood: tuple[Instant, JsonValue]) -> Instant:
    return stood[0]


def lag(testimony: Testimony) -> Lag | None:
    """The newest version that the declared stamps leave out; None where they leave out none."""
    claims = testimony.facts.claims
    if not testimony.facts.stamps or not _are_judged(testimony):
        return None
    name = next((name for name in ("modified_at", "modified_by") if name in claims), None)
    found = _denied(testimony) if claims.get("modified") is False else None
    if found is None and name is not None:
        found = next((Lag(version, name) for version in _missed(testimony)), None)
    return found


def _denied(testimony: Testimony) -> Lag | None:
    """The newest change of a record that says it was never changed."""
    changes = (version for version in testimony.versions if version.kind is Kind.CHANGED)
    return next((Lag(change, "modified") for change in changes), None)


def _are_judged(testimony: Testimony) -> bool:
    """Whether the stamps are judged; also where they came before anything that can be seen."""
    stamped = testimony.stamped
    if stamped is None:
        return testimony.life.doubt is None
    return judged(testimony, stamped) is not None


def _missed(testimony: Testimony) -> Iterator[Event]:
    """The versions that came after the stamps, or beside them and later, newest first.

    One whose author's time is not later than ``modified_at`` may share the stamps of another.
    """
    stamped = testimony.stamped
    for version in _later(testimony):
        if _is_covered(testimony, version):
            continue
        if stamped is None or not _is_before(testimony, version, stamped):
            yield version


def _is_before(testimony: Testimony, version: Event, stamped: Event) -> bool:
    """Whether a version was there when the stamps came, or has lost its own to them in a merge."""
    is_ancestor = testimony.history.is_ancestor
    if is_ancestor(version.commit, stamped.commit):
        return True
    if is_ancestor(stamped.commit, version.commit):
        return False
    own = testimony.claims(version.after).get("modified_at")
    before = [testimony.claims(state).get("modified_at") for state in version.before]
    moment, now = instant(own), instant(testimony.facts.claims.get("modified_at"))
    return own not in before and moment is not None and now is not None and moment <= now


def _is_covered(testimony: Testimony, version: Event) -> bool:
    """Whether the stamps may be those of a version, by their own words."""
    claims = testimony.facts.claims
    if "modified_at" not in claims:
        by = claims.get("modified_by")
        if not isinstance(by, str) or not by:
            return True
        return bearing(testimony.history, by, (version.commit,)) is Bearing.BORNE
    moment = instant(claims["modified_at"])
    time = authored_at(testimony.history, version.commit)
    return moment is None or (time is not None and time <= moment.seconds)


def _later(testimony: Testimony) -> Iterator[Event]:
    return (version for version in testimony.versions if version.kind is not Kind.BORN)


def stamp(case: Case | Brief, testimony: Testimony, version: Event) -> Fix | None:
    """The fix that stamps a version as the hook would have done; None where none can."""
    value = testimony.facts.claims.get("modified_at")
    previous = instant(value)
    is_usable = previous is not None and not is_too_late(testimony, "modified_at", value)
    least = previous.seconds + 1 if previous is not None and is_usable else 0
    at = _stamp_time(testimony, version, least)
    by = maker(testimony.history, version.commit)
    if at is None or not by:
        return None
    stamps: JsonObject = {"modified": True, "modified_at": at, "modified_by": by}
    return splice_fix(case, [Set(("provenance", name), value) for name, value in stamps.items()])


def _stamp_time(testimony: Testimony, version: Event, least: int) -> str | None:
    """When a version was made, by its author's clock, but not before ``least``.

    None where RFC 3339 cannot write that: nothing follows the year 9999.
    """
    time = authored_at(testimony.history, version.commit)
    at = max(testimony.history.now if time is None else time, least)
    try:
        return render_utc(at)
    except ValueError:
        return None
