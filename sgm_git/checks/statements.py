"""Rules S205, S206, S208, S214-S216: what annotations say of standing (spec/annotations.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.nearest import did_you_mean
from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted
from sgm_git.record.times import parse_rfc3339

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault
    from sgm_git.record.fields import Annotation
    from sgm_git.record.pointer import Pointer

DECISION_STATUSES = ("proposed", "accepted", "superseded", "rejected")
RULE_STATUSES = ("proposed", "accepted", "active", "superseded", "rejected", "retired")


def decision_bare(case: Case) -> Iterator[Fault]:
    """A decision has no rationale or no status (S205).

    Why: without the rationale nobody can tell whether it still holds; without a status nobody
    can tell whether it was taken at all.

    Bad:
        type: decision
        annotations: [{kind: status, value: accepted}]

    Good:
        type: decision
        annotations: [{kind: rationale, value: one place}, {kind: status, value: accepted}]

    Fix: ``sgm annotate ID rationale="..."`` and ``sgm annotate ID status=proposed``.
    """
    if case.type != "decision":
        return
    kinds = {annotation.kind for annotation in fields.annotations(case.record)}
    missing = [kind for kind in ("rationale", "status") if kind not in kinds]
    if missing:
        message = f"the decision has no {' and no '.join(missing)}"
        yield case.fault("S205", message, _annotations_or_type(case))


def decision_status_unknown(case: Case) -> Iterator[Fault]:
    """The status of a decision is none of the standard's four (S206).

    Why: the standard names proposed, accepted, superseded and rejected. Any other word leaves
    the decision as a statement whose standing nobody knows.

    Bad:
        type: decision
        annotations: [{kind: rationale, value: x}, {kind: status, value: Approved}]

    Good:
        type: decision
        annotations: [{kind: rationale, value: x}, {kind: status, value: accepted}]

    Fix: write one of the four words; keep your own in another annotation.
    """
    if case.type == "decision":
        yield from _unknown_statuses(case, "S206", DECISION_STATUSES, "a decision")


def status_undated(case: Case) -> Iterator[Fault]:
    """A status does not say when it was so (S208).

    Why: a status is a point in time. A reader who does not know which must take it for stale.

    Bad:
        type: status
        annotations: [{kind: as_of, value: last week}]

    Good:
        type: status
        annotations: [{kind: as_of, value: 2026-10-10T19:00:00Z}]

    Fix: ``sgm annotate ID as_of=2026-10-10T19:00:00Z``.
    """
    if case.type != "status":
        return
    times = fields.annotations_of(case.record, "as_of")
    if any(isinstance(t.value, str) and parse_rfc3339(t.value) is not None for t in times):
        return
    if times:
        message = f"as_of is {quoted(times[0].value)}, which is not an RFC 3339 time"
        yield case.fault("S208", message, _value_place(times[0]))
    else:
        yield case.fault("S208", "the status has no as_of annotation", _annotations_or_type(case))


def statuses_several(case: Case) -> Iterator[Fault]:
    """A record has several status annotations (S214).

    Why: only one can be true. Until somebody removes the others, the most restrictive counts.

    Bad:
        type: rule
        annotations: [{kind: status, value: accepted}, {kind: status, value: retired}]

    Good:
        type: rule
        annotations: [{kind: status, value: retired}]

    Fix: ``sgm unset ID /annotations/N`` for all but one.
    """
    statuses = fields.annotations_of(case.record, "status")
    if len(statuses) > 1:
        shown = listed([quoted(status.value) for status in statuses])
        message = f"{len(statuses)} status annotations: {shown}; the most restrictive counts"
        yield case.fault("S214", message, _value_place(statuses[1]))


def rule_status_unknown(case: Case) -> Iterator[Fault]:
    """The status of a rule is a word that is not understood (S215).

    Why: a rule binds only where it is certain that it does: without a status, or with accepted
    or active. With a word that nobody understands it binds nobody.

    Bad:
        type: rule
        annotations: [{kind: status, value: enforced}]

    Good:
        type: rule
        annotations: [{kind: status, value: active}]

    Fix: write proposed, accepted, active, superseded, rejected or retired.
    """
    if case.type == "rule":
        yield from _unknown_statuses(case, "S215", RULE_STATUSES, "a rule")


def dated_ahead(case: Case) -> Iterator[Fault]:
    """``as_of`` lies in the future (S216).

    Why: nobody knows yet how things will be. Such a status would look fresh for too long.

    Bad:
        type: status
        annotations: [{kind: as_of, value: 9999-01-01T00:00:00Z}]

    Good:
        type: status
        annotations: [{kind: as_of, value: 2026-10-10T19:00:00Z}]

    Fix: write the time at which it was so.
    """
    latest = case.policy.now.shifted(case.policy.config.checks.tolerance)
    for annotation in fields.annotations_of(case.record, "as_of"):
        value = annotation.value
        instant = parse_rfc3339(value) if isinstance(value, str) else None
        if instant is not None and instant > latest:
            message = f"as_of {quoted(value)} lies in the future"
            yield case.fault("S216", message, _value_place(annotation))


def _unknown_statuses(case: Case, code: str, known: tuple[str, ...], whose: str) -> Iterator[Fault]:
    for status in fields.annotations_of(case.record, "status"):
        if status.value not in known:
            hint = did_you_mean(status.value, known) if isinstance(status.value, str) else ""
            message = f"{quoted(status.value)} is no status of {whose} ({', '.join(known)}){hint}"
            yield case.fault(code, message, _value_place(status))


def _value_place(annotation: Annotation) -> Pointer:
    return ("annotations", str(annotation.position), "value")


def _annotations_or_type(case: Case) -> Pointer:
    return ("annotations",) if "annotations" in case.record else ("type",)
