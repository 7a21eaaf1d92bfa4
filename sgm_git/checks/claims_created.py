"""Rules P301 and P302: what says who began a record, and when, never changes (DESIGN 5, 6)."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.claims import about, instant, is_too_late, judged, made, named
from sgm_git.commits import UNCOMMITTED
from sgm_git.findings import Severity
from sgm_git.record.consent import Consent
from sgm_git.record.spoken import quoted
from sgm_git.record.value import dumps, same
from sgm_git.witness.signing import is_signed_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault
    from sgm_git.record.value import JsonValue
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import History, Testimony

IMMUTABLE = {"created_at": "P301", "agent": "P302", "origin": "P302"}
"""The fields of ``provenance`` that never change, each with the rule that says so."""


def is_changed(name: str, before: JsonValue, after: JsonValue) -> bool:
    """Whether a field that never changes was changed; times are compared as moments.

    Mending a ``created_at`` that is no time is no change.
    """
    is_mended = name == "created_at" and instant(before) is None
    return not is_mended and not _is_same(name, before, after)


def created_at_changed(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """``created_at`` is not that of the record's first version (P301).

    Why: the standard says that it never changes. A record that is made older or younger than it
    is looks settled, or fresh, and nobody notices. Correcting one that lay in the future of its
    own commit (P304) is lawful. With a consent in the commit or a later one it is a warning, and
    the record is trusted no further than one that nobody checked.

    Bad:
        2026-10-10 Ada: {created_at: 2026-10-10T08:00:00Z}
        2026-10-20 Eve: {created_at: 2026-01-01T00:00:00Z}

    Good:
        2026-10-10 Ada: {created_at: 2026-10-10T08:00:00Z}
        2026-10-20 Eve: {created_at: 2026-10-10T10:00:00+02:00}

    Fix: put the first one back. To change it on purpose: ``sgm set ID
    /provenance/created_at=TIME --consent``.
    """
    yield from _changed(case, testimony, "created_at", Severity.ERROR)


def creator_changed(case: Case | Brief, testimony: Testimony) -> Iterator[Fault]:
    """``agent`` or ``origin`` is not that of the record's first version (P302).

    Why: both say where a record comes from, and that does not change. Words that are put into
    another's mouth are believed for the wrong reason. Another ``origin`` is a warning, and so is
    another agent with a consent in the commit or a later one.

    Bad:
        2026-10-10 Ada: {agent: Ada}
        2026-10-20 Eve: {agent: Grace}

    Good:
        2026-10-10 Ada: {agent: Ada}
        2026-10-20 Eve: {agent: Ada}

    Fix: put the first one back; who changed a record stands in ``modified_by``. To change it on
    purpose: ``sgm set ID /provenance/agent=NAME --consent``.
    """
    yield from _changed(case, testimony, "agent", Severity.ERROR)
    yield from _changed(case, testimony, "origin", Severity.WARNING)


def is_original(testimony: Testimony, name: str) -> bool:
    """Whether the present value of a field is one that the record may have begun with.

    Also where that cannot be told.
    """
    return _original(testimony, name) is None


def _original(testimony: Testimony, name: str) -> tuple[Event | None, JsonValue] | None:
    """The value that should stand there still, and what brought it; None if nothing is wrong.

    Where a range is judged, it is the trusted side's value, and nothing here brought it.
    """
    if name not in testimony.facts.claims:
        return None
    value = testimony.facts.claims[name]
    if testimony.held is not None and name in testimony.held:
        held = testimony.held[name]
        is_lawful = _is_same(name, held, value) or _is_mendable(testimony, name, held)
        return None if is_lawful else (None, held)
    return _first_lawful(testimony, name, value)


def _first_lawful(
    testimony: Testimony, name: str, value: JsonValue
) -> tuple[Event, JsonValue] | None:
    """The value that history says should stand there still; None where it is the present one."""
    if testimony.first is None or _is_of_birth(testimony, name, value):
        return None
    lawful = _lawful(testimony, name)
    is_lawful = any(_is_same(name, each, value) for _, each in lawful)
    return None if is_lawful or not lawful else lawful[-1]


def _is_of_birth(testimony: Testimony, name: str, value: JsonValue) -> bool:
    births = [testimony.claims(event.after) for event in testimony.births]
    return any(name in claims and _is_same(name, claims[name], value) for claims in births)


def _lawful(testimony: Testimony, name: str) -> list[tuple[Event, JsonValue]]:
    """Values that came where there never was one, or none that could stay, the oldest first."""
    found: list[tuple[Event, JsonValue]] = []
    for event in reversed(testimony.life.events):
        claims = testimony.claims(event.after)
        held = _stood(testimony, name, event) or [
            value for origin, value in found if _leads(testimony, origin, event)
        ]  # also what was taken away meanwhile
        if name in claims and all(_is_mendable(testimony, name, each) for each in held):
            found.append((event, claims[name]))
    return found


def _stood(testimony: Testimony, name: str, event: Event) -> list[JsonValue]:
    """The values of a field before an event."""
    before = [testimony.claims(state) for state in testimony.before(event)]
    return [claims[name] for claims in before if name in claims]


def _leads(testimony: Testimony, event: Event, other: Event) -> bool:
    return testimony.history.is_ancestor(event.commit, other.commit)


def _is_same(name: str, value: JsonValue, other: JsonValue) -> bool:
    moment = instant(value) if name == "created_at" else None
    return same(value, other) or (moment is not None and moment == instant(other))


def _is_mendable(testimony: Testimony, name: str, value: JsonValue) -> bool:
    if name != "created_at":
        return False
    return instant(value) is None or is_too_late(testimony, name, value)


def _changed(
    case: Case | Brief, testimony: Testimony, name: str, severity: Severity
) -> Iterator[Fault]:
    original, brought = _original(testimony, name), testimony.brought(name)
    if original is None:
        return
    began, value = original
    change = judged(testimony, brought)
    if change is None and (began is not None or brought is not None):
        return
    is_edit = change is not None and change.commit == UNCOMMITTED
    now = testimony.facts.claims[name]
    since = "" if is_edit else f" {_since(testimony, change)}"
    where = "in HEAD" if is_edit and began is None else _where(testimony, began)
    what = f"{name} is {quoted(now)}{since}, but {quoted(value)} {where}"
    consent = Consent(case.id or "", f"/provenance/{name}")
    given = _consented(case, testimony, change, consent.pointer)
    if given is not None:
        message, severity = f"{what}; {_consenting(given)}", Severity.WARNING
    elif is_edit:
        message = f"{what}; put that back, or consent to it: {_command(case, name, now)}"
    else:
        message = f"{what}; put that back, or consent in a commit: {consent.line()}"
    fault = case.fault(IMMUTABLE[name], message, ("provenance", name))
    yield replace(fault, severity=severity) if change is None else about(fault, change, severity)


def _consenting(given: str) -> str:
    if given == UNCOMMITTED:
        return "that is consented to"
    return f"{named(given)} consents to that"


def _command(case: Case | Brief, name: str, value: JsonValue) -> str:
    """The line of shell that consents to an edit, whoever commits it then."""
    is_plain = isinstance(value, str) and value.isprintable()
    said = f"={value}" if is_plain else f":={dumps(value, ascii=True)}"
    named_so, place = case.id or "", f"/provenance/{name}{said}"
    if named_so.startswith("-"):
        return shlex.join(["sgm", "set", "--consent", "--no-commit", "--", named_so, place])
    return shlex.join(["sgm", "set", named_so, place, "--consent", "--no-commit"])


def _since(testimony: Testimony, change: Event | None) -> str:
    return "by a merge of this range" if change is None else f"since {made(testimony, change)}"


def _where(testimony: Testimony, began: Event | None) -> str:
    if began is None:
        return "on the trusted side"
    is_first = testimony.is_from_the_beginning(began)
    return f"{'in the first version,' if is_first else 'since'} {named(began.commit)}"


def _consented(
    case: Case | Brief, testimony: Testimony, change: Event | None, pointer: str
) -> str | None:
    """The commit that consents to a change: the one that made it, or a later one.

    Where there are admins, only what one of them signed counts.
    """
    history = testimony.history
    ids = {case.id, *(() if change is None else _ids(testimony, change))}
    for oid, consent in history.consents:
        is_this = consent.id in ids and consent.root in (None, case.root.path)
        is_later = change is None or history.is_ancestor(change.commit, oid)
        if is_this and is_later and consent.pointer == pointer and _may_consent(history, oid):
            return oid
    return None


def _may_consent(history: History, oid: str) -> bool:
    signature = history.signatures.get(oid)
    return not history.admins or is_signed_by(signature, history.admins, history.people)


def _ids(testimony: Testimony, change: Event) -> Iterator[str | None]:
    """What the record was called where it was changed."""
    for state in (change.after, *change.before):
        facts = testimony.history.facts(state.blob)
        yield None if facts is None else facts.id
