"""Puts back who began a record, and when, as the trusted side has it (P301, P302)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.claims_created import IMMUTABLE, is_changed
from sgm_git.document import Set, read, splice
from sgm_git.findings import Severity
from sgm_git.record import fields
from sgm_git.workflows.stamping import standing_claims

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.workflows.side import Side
    from sgm_git.workflows.stamping import Standing


def founded_as_trusted(
    records: Records, state: Standing, policy: CheckPolicy, trusted: Side
) -> list[Subject]:
    """The documents with what the trusted side says of how they began, in the same order.

    What somebody has consented to stays. Raises CannotRun where git cannot tell.
    """
    changes = {each.path: found for each in _mendable(state) if (found := _back(each, trusted))}
    if not changes:
        return [*state.subjects]
    claims = standing_claims(records, state, policy, policy.now.seconds)
    wrong = {
        each.path
        for each in claims
        if each.code in IMMUTABLE.values() and each.severity is Severity.ERROR
    }
    subjects = state.to_mend()
    back = {path: _with(subjects[path], changes[path]) for path in wrong & changes.keys()}
    return state.with_changed(back)


def _mendable(state: Standing) -> Iterator[Subject]:
    documents = (each for each in state.to_mend().values() if not each.is_link)
    yield from (each for each in documents if each.reading.document is not None)


def _back(subject: Subject, trusted: Side) -> list[Set]:
    """What gives a document the fields back that must not change."""
    record = _record(subject)
    name = fields.record_id(record)
    names = () if name is None else (name, *fields.aliases(record))
    found = trusted.origin(subject.root, subject.path, names)
    if found is None or found.record is None:
        return []
    held, now = fields.provenance(found.record), fields.provenance(record)
    return [
        Set(("provenance", name), held[name])
        for name in IMMUTABLE
        if name in held and name in now and is_changed(name, held[name], now[name])
    ]


def _record(subject: Subject) -> JsonObject:
    document = subject.reading.document
    return {} if document is None else document.record


def _with(subject: Subject, changes: list[Set]) -> Subject | None:
    try:
        data = splice(subject.data, changes)
    except ValueError:
        return None
    return replace(subject, data=data, reading=read(data))
