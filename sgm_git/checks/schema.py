"""Rules S201-S204, S207 and S213: what the schemas say (spec/*.md; DESIGN section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.completing import (
    completion,
    filling,
    gaps,
    is_completable,
    is_id_untold,
    is_type_untold,
    place_of_type,
)
from sgm_git.policy.nearest import did_you_mean
from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault
    from sgm_git.policy.violation import Violation
    from sgm_git.record.pointer import Pointer

_TIMES = (("provenance", "created_at"), ("provenance", "modified_at"))
_REMEDIES: dict[Pointer, str] = {
    ("id",): "give the record an id that no other record of its root has",
    ("type",): "say what it is, such as decision, rule, status, task or fact",
    ("provenance",): "it says who made the record, when, where from and for what scope",
    ("provenance", "agent"): "name who made the record",
    ("provenance", "created_at"): "give the time when it was made, like 2026-10-10T18:21:47Z",
    ("provenance", "origin"): "say where it came from, such as cli, editor or import",
    ("provenance", "scope"): "repeat the record's scope, or write {} where it has none",
}


def breaks_schema(case: Case) -> Iterator[Fault]:
    """The record breaks the schema of the standard (S201).

    Why: two implementations agree on a record only if its fields have the forms that the
    standard gives them. Unknown fields, types and kinds never break it.

    Bad:
        annotations:
          - value: accepted

    Good:
        annotations:
          - kind: status
            value: accepted

    Fix: give the field the form that the message names; ``sgm schema record`` shows them all.
    """
    for violation in case.violations:
        if not _is_time(violation) and not is_completable(case, violation):
            message = violation.describe(case.record)
            remedy = _REMEDIES.get(violation.pointer) if violation.keyword == "required" else None
            message = f"{message}; {remedy}" if remedy else message
            yield case.fault("S201", message, violation.pointer)


def time_unreadable(case: Case) -> Iterator[Fault]:
    """A time of provenance is not RFC 3339 (S202).

    Why: a time that cannot be read cannot be compared with history or with another one; a time
    without a zone names no moment.

    Bad:
        provenance: {agent: a, created_at: 2026-10-10 18:21, origin: cli, scope: {}}

    Good:
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}

    Fix: write date, ``T``, time and zone: ``2026-10-10T18:21:47Z``.
    """
    for violation in case.violations:
        if _is_time(violation):
            yield case.fault("S202", violation.describe(case.record), violation.pointer)


def type_unknown(case: Case) -> Iterator[Fault]:
    """The type is none that the schemas know (S203).

    Why: any type is allowed and kept, but a record of an unknown type is read as an
    unclassified note. A misspelled rule binds nobody.

    Bad:
        type: Rule

    Good:
        type: rule

    Fix: correct the spelling, or describe the type in ``.sgm/schemas/TYPE.json``.
    """
    known = case.policy.schemas.vocabulary.types
    if case.type is not None and case.type not in known:
        hint = did_you_mean(case.type, known) or ", so the record is an unclassified note"
        yield case.fault("S203", f"the type {quoted(case.type)} is not known{hint}", ("type",))


def kind_unknown(case: Case) -> Iterator[Fault]:
    """The kind of an annotation is none that the schemas know (S204).

    Why: any kind is allowed and kept, but nothing follows from one that nobody knows. A
    misspelled status is no status.

    Bad:
        annotations: [{kind: Status, value: accepted}]

    Good:
        annotations: [{kind: status, value: accepted}]

    Fix: correct the spelling, or list the kind under ``$defs/knownKinds`` of a team schema.
    """
    known = case.policy.schemas.vocabulary.kinds
    for annotation in fields.annotations(case.record):
        if annotation.kind not in known:
            hint = did_you_mean(annotation.kind, known)
            place = ("annotations", str(annotation.position), "kind")
            yield case.fault(
                "S204", f"the kind {quoted(annotation.kind)} is not known{hint}", place
            )


def breaks_team_schema(case: Case) -> Iterator[Fault]:
    """The record breaks the team's schema for its type, or such a schema cannot be used (S207).

    Why: ``.sgm/schemas`` holds what a team has agreed on for its records, on top of the
    standard. It is held against every record of the type that the file is named after.

    Bad:
        # .sgm/schemas/incident.json: {"required": ["x_severity"]}
        type: incident

    Good:
        # .sgm/schemas/incident.json: {"required": ["x_severity"]}
        type: incident
        x_severity: high

    Fix: give the record what the message asks for, or change the schema.
    """
    for path, violation in case.policy.schemas.team_violations(case.record):
        message = f"{violation.describe(case.record)} (by {path})"
        yield case.fault("S207", message, violation.pointer)


def incomplete(case: Case) -> Iterator[Fault]:
    """A new record lacks fields that it must have (S213).

    Why: who made a record, when and where from is known best at the moment of writing. For a
    record that history has already, the same is S201.

    Bad:
        # memory/decision/dec-x.md, not committed yet
        provenance: {agent: ada}

    Good:
        # memory/decision/dec-x.md, not committed yet
        provenance: {agent: ada, created_at: 2026-10-10T18:21:47Z, origin: editor, scope: {}}

    Fix: ``sgm fix`` fills in what can be told: the id from the file's name, type and scope from
    the folder, the agent from the author, the time from the clock. What is there stays.
    """
    missing = gaps(case)
    if missing:
        pointer = ("provenance",) if all(len(each) > 1 for each in missing) else ()
        fix = completion(case, missing)
        message = f"the new record lacks {_lacking(case, missing, is_mended=fix is not None)}"
        yield case.fault("S213", message, pointer, fix)


def _lacking(case: Case, missing: list[Pointer], *, is_mended: bool) -> str:
    """What is missing, and what a person has to do about what cannot be told."""
    names = listed([spoken(pointer) for pointer in missing])
    if is_mended:
        return names
    if is_id_untold(case, missing):
        return f"{names}; write an id, for the name of the file tells none, or rename the file"
    if is_type_untold(case, missing):
        place = place_of_type(case)
        moved = f", or move the file to {quoted(place)}" if place else ""
        return f"a type; write type: and what it is, such as decision, rule or fact{moved}"
    if filling(case, missing):
        return f"{names}; the document does not take that, as near to its limits: shorten it"
    return f"{names}; name the agent, or let sgm fix do it where git knows who you are"


def _is_time(violation: Violation) -> bool:
    return violation.keyword == "format" and violation.pointer in _TIMES
