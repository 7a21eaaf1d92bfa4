"""Rules S209-S212: a record's provenance agrees with itself (spec/provenance.md, "Semantics")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.compare import equal
from sgm_git.checks.fixing import splice_fix
from sgm_git.document.splice import Set
from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted
from sgm_git.record.times import parse_rfc3339
from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject, JsonValue

_LONGEST = 60  # of a scope that a message shows whole
_STAMPS = ("modified_at", "modified_by")


def modified_without_stamps(case: Case) -> Iterator[Fault]:
    """``modified`` is true, but when or by whom is not said (S209).

    Why: the standard asks for both, so that a reader can tell how old the words are.

    Bad:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {},
          modified: true}

    Good:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {},
          modified: true, modified_at: 2026-10-10T19:30:00Z, modified_by: b}

    Fix: add ``modified_at`` and ``modified_by``, or remove ``modified``: history supplies all
    three.
    """
    provenance = fields.provenance(case.record)
    missing = [f"provenance.{name}" for name in _STAMPS if name not in provenance]
    if provenance.get("modified") is True and missing:
        verb = "is" if len(missing) == 1 else "are"
        message = f"modified is true, but {listed(missing)} {verb} missing"
        yield case.fault("S209", message, ("provenance", "modified"))


def scope_differs(case: Case) -> Iterator[Fault]:
    """``provenance.scope`` is not the record's ``scope`` (S210).

    Why: the standard demands that they are the same. A record whose two scopes differ is found
    under one of them and trusted under the other.

    Bad:
        scope: {project: a}
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {project: b}}

    Good:
        scope: {project: a}
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {project: a}}

    Fix: ``sgm fix`` copies the record's scope into its provenance; where the record has none, it
    gets that of its provenance.
    """
    declared = fields.provenance(case.record).get("scope")
    if not isinstance(declared, dict):  # S201 and S213 speak of that
        return
    place = ("provenance", "scope")
    if "scope" not in case.record and declared:
        message = f"provenance.scope is {_shown(declared)}, but the record has no scope"
        yield case.fault("S210", message, place, splice_fix(case, [Set(("scope",), declared)]))
    scope = case.record.get("scope", declared)
    if not equal(scope, declared):
        message = f"provenance.scope is {_shown(declared)}, but scope is {_shown(scope)}"
        fix = splice_fix(case, [Set(place, scope)]) if isinstance(scope, dict) else None
        yield case.fault("S210", message, place, fix)


def modified_before_created(case: Case) -> Iterator[Fault]:
    """``modified_at`` lies before ``created_at`` (S211).

    Why: nothing is changed before it is there. One of the two times is wrong, and nobody can
    tell how old the record is. Times are compared as moments, whatever their zones.

    Bad:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {},
          modified: true, modified_at: 2026-10-10T18:00:00Z, modified_by: b}

    Good:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {},
          modified: true, modified_at: 2026-10-10T23:52:00+05:30, modified_by: b}

    Fix: correct the time that is wrong; ``created_at`` never changes once it is committed.
    """
    created, modified = (_instant(case.record, name) for name in ("created_at", "modified_at"))
    if created is not None and modified is not None and modified < created:
        provenance = fields.provenance(case.record)
        message = f"modified_at {quoted(provenance['modified_at'])} is before {_created(case)}"
        yield case.fault("S211", message, ("provenance", "modified_at"))


def _created(case: Case) -> str:
    """The time of making as a person can find it: one that was filled in just now stands nowhere.

    A hook completes a new record, and where it then finds a fault it leaves the file as it is.
    """
    created = fields.provenance(case.record)["created_at"]
    if case.subject.is_new and _instant(case.record, "created_at") == case.policy.now:
        return "now, which is the created_at of a new record that states none"
    return f"created_at {quoted(created)}"


def stamps_without_modified(case: Case) -> Iterator[Fault]:
    """``modified_at`` or ``modified_by`` is there, but ``modified`` is not true (S212).

    Why: a reader that looks at ``modified`` alone takes the record for unchanged.

    Bad:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {},
          modified_at: 2026-10-10T19:30:00Z, modified_by: b}

    Good:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {},
          modified: true, modified_at: 2026-10-10T19:30:00Z, modified_by: b}

    Fix: ``sgm fix`` sets ``modified: true``.
    """
    provenance = fields.provenance(case.record)
    present = [name for name in _STAMPS if name in provenance]
    if present and provenance.get("modified", False) is False:
        verb = "is" if len(present) == 1 else "are"
        message = f"{listed(present)} {verb} there, but modified is not true"
        there = "modified" if "modified" in provenance else present[0]
        fix = splice_fix(case, [Set(("provenance", "modified"), value=True)])
        yield case.fault("S212", message, ("provenance", there), fix)


def _shown(scope: JsonValue) -> str:
    text = dumps(scope)
    return text if len(text) <= _LONGEST else quoted(scope)


def _instant(record: JsonObject, name: str) -> Instant | None:
    value = fields.provenance(record).get(name)
    return parse_rfc3339(value) if isinstance(value, str) else None
