"""Mends what needs no decision: the fixes that findings bring along, until none is left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.run import check_document, check_store
from sgm_git.document import read
from sgm_git.store.journal import FileChange
from sgm_git.workflows.check import beside_head, check, is_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Edit, Finding
    from sgm_git.store.records import Records

_ROUNDS = 10  # a fix may uncover another fault; no chain of rules is longer


@dataclass(frozen=True, slots=True)
class FileFix:
    """What happens to one file: its bytes before and after, and where it goes if it moves."""

    path: str
    before: bytes
    after: bytes
    move_to: str | None = None


@dataclass(frozen=True, slots=True)
class FixReport:
    """The files that were mended, or would be, and what is left to a person."""

    files: tuple[FileFix, ...]
    remaining: tuple[Finding, ...]


def fix(
    records: Records, now: int, author: str, paths: Sequence[str] = (), *, write: bool
) -> FixReport:
    """Mend the records of the work tree, or those at and below ``paths``; commits nothing.

    ``author`` completes new records that were typed by hand and name no agent. Without ``write``
    nothing is touched, and what remains is told as things stand.
    """
    policy = replace(records.settings.policy(now), author=author or None)
    found = beside_head(records, list(records.entries()))
    mended = [_mended(each, policy) if is_below(each.path, paths) else each for each in found]
    together = _by_path(check_store(mended, policy))
    files = [
        _placed(before.data, after, together.get(after.path, []))
        for before, after in zip(found, mended, strict=True)
        if is_below(after.path, paths)
    ]
    changed = tuple(file for file in files if file.move_to or file.before != file.after)
    if write and changed:
        records.write_files([change for file in changed for change in _changes(file)])
    return FixReport(changed, check(records, now, paths).findings)


def _mended(subject: Subject, policy: CheckPolicy) -> Subject:
    """Apply a document's own fixes round by round, for as long as it stays a document."""
    for _ in range(0 if subject.is_link else _ROUNDS):
        fixes = [finding.fix for finding in check_document(subject, policy) if finding.fix]
        edited = _edited(subject, [edit for fix in fixes for edit in fix.edits])
        if edited is None:
            break
        subject = edited
    return subject


def _edited(subject: Subject, edits: Sequence[Edit]) -> Subject | None:
    """The subject with edits made; None where they change nothing or make it unreadable."""
    data = apply_edits(subject.data, _apart(edits))
    reading = read(data)
    if data == subject.data or reading.document is None:
        return None
    return replace(subject, data=data, reading=reading)


def _placed(before: bytes, subject: Subject, findings: Sequence[Finding]) -> FileFix:
    """Apply the fixes that only all records together show: a new place, an id of its own."""
    fixes = [finding.fix for finding in findings if finding.fix is not None]
    move_to = next((fix.move_to for fix in fixes if fix.move_to), None)
    edited = _edited(subject, [edit for fix in fixes for edit in fix.edits])
    return FileFix(subject.path, before, (edited or subject).data, move_to)


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return found


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """The edits without those that touch one before them: they come in the next round."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: edit.span):
        last = kept[-1].span if kept else None
        if last is None or (edit.span.line, edit.span.column) > (last.end_line, last.end_column):
            kept.append(edit)
    return kept


def _changes(file: FileFix) -> list[FileChange]:
    if file.move_to is None:
        return [FileChange(file.path, file.before, file.after)]
    return [
        FileChange(file.path, file.before, None),
        FileChange(file.move_to, None, file.after),
    ]
