"""The rounds of fixes that documents offer by themselves and together, until none is left."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.run import check_document, check_store
from sgm_git.document import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Edit, Finding, Fix
    from sgm_git.store.records import Records

_ROUNDS = 10  # a fix may uncover another fault; no chain of rules is longer


def mended(
    records: Records,
    subjects: Sequence[Subject],
    chosen: Sequence[bool],
    policy: CheckPolicy,
    own: Mapping[str, CheckPolicy] | None = None,
) -> list[Subject]:
    """The documents with the fixes of those that are chosen made, in the same order.

    Round by round: a copy with an id of its own leaves its original free to move. A document that
    is to move has its new path. ``own`` are policies of single documents, by path.
    """
    current = list(subjects)
    for _ in range(_ROUNDS):
        changed = _each(current, chosen, partial(_mended, policy, own or {}))
        together = by_path(check_store(changed, policy))
        placed = _each(changed, chosen, partial(_placed, records, together))
        is_done = list(map(form, placed)) == list(map(form, current))
        current = placed
        if is_done:
            break
    return current


def form(subject: Subject) -> tuple[str, bytes]:
    """What of a document can change: its path and its bytes."""
    return subject.path, subject.data


def edited(subject: Subject, fixes: Iterable[Fix]) -> Subject | None:
    """The subject with fixes made; None where they change nothing or make it unreadable."""
    edits = _apart(fixes)
    if not edits:
        return None  # the file may be no text at all
    data = apply_edits(subject.data, edits)
    reading = read(data)
    if data == subject.data or reading.document is None:
        return None
    return replace(subject, data=data, reading=reading)


def by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """The findings about each path."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return found


def _each(
    subjects: Sequence[Subject], chosen: Sequence[bool], change: Callable[[Subject], Subject]
) -> list[Subject]:
    """The subjects with those that are chosen changed."""
    pairs = zip(subjects, chosen, strict=True)
    return [change(subject) if is_chosen else subject for subject, is_chosen in pairs]


def _mended(policy: CheckPolicy, own: Mapping[str, CheckPolicy], subject: Subject) -> Subject:
    """Apply a document's own fixes round by round, for as long as it stays a document."""
    policy = own.get(subject.path, policy)
    for _ in range(0 if subject.is_link else _ROUNDS):
        fixes = [finding.fix for finding in check_document(subject, policy) if finding.fix]
        changed = edited(subject, fixes)
        if changed is None:
            break
        subject = changed
    return subject


def _placed(
    records: Records, together: Mapping[str, Sequence[Finding]], subject: Subject
) -> Subject:
    """Apply the fixes that only all records together show: a new place, an id of its own.

    What lies there and is no record is nothing that they know of: then none is applied.
    """
    offered = [finding.fix for finding in together.get(subject.path, ()) if finding.fix]
    fixes = [fix for fix in offered if not (fix.move_to and records.has(fix.move_to))]
    move_to = next((fix.move_to for fix in fixes if fix.move_to), None)
    return replace(edited(subject, fixes) or subject, path=move_to or subject.path)


def _apart(fixes: Iterable[Fix]) -> list[Edit]:
    """The edits of fixes without those fixes that touch one before them: they come next round."""
    kept: list[Edit] = []
    for fix in fixes:
        if all(_is_apart(edit, kept) for edit in fix.edits):
            for edit in fix.edits:
                insort(kept, edit, key=_start)
    return kept


def _is_apart(edit: Edit, kept: Sequence[Edit]) -> bool:
    """Whether an edit touches none of those that are kept, which are in order and apart."""
    place = bisect_left(kept, _start(edit), key=_start)
    before, after = kept[place - 1 : place], kept[place : place + 1]
    return all(_end(each) < _start(edit) for each in before) and all(
        _end(edit) < _start(each) for each in after
    )


def _start(edit: Edit) -> tuple[int, int]:
    return edit.span.line, edit.span.column


def _end(edit: Edit) -> tuple[int, int]:
    return edit.span.end_line, edit.span.end_column
