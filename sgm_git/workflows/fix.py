"""Mends what needs no decision: the fixes that findings bring along, until none is left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.run import check_document
from sgm_git.store.entry import Entry
from sgm_git.store.journal import FileChange
from sgm_git.store.subjects import subject_of
from sgm_git.workflows.check import check, committed_paths, is_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.checks.case import CheckPolicy
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
    policy = replace(records.settings.policy(now), author=author)
    known = committed_paths(records)
    files = []
    taken = set()
    for entry in records.entries():
        taken.add(entry.path)
        if is_below(entry.path, paths) and not entry.is_link:
            files.append(_mend(entry, policy, is_new=entry.path not in known))
    changed = [_free(file, taken) for file in files]
    changed = [file for file in changed if file.move_to or file.before != file.after]
    if write and changed:
        records.write_files([change for file in changed for change in _changes(file)])
    return FixReport(tuple(changed), check(records, now, paths).findings)


def _mend(entry: Entry, policy: CheckPolicy, *, is_new: bool) -> FileFix:
    """Apply fixes round by round, for as long as the document stays one."""
    current, move_to = entry, None
    for _ in range(_ROUNDS):
        findings = check_document(subject_of(current, is_new=is_new), policy)
        fixes = [finding.fix for finding in findings if finding.fix is not None]
        move_to = next((fix.move_to for fix in fixes if fix.move_to), None)
        data = apply_edits(current.data, _apart(edit for fix in fixes for edit in fix.edits))
        mended = Entry(current.root, current.path, "", data)
        if data == current.data or mended.record is None:
            break
        current = mended
    return FileFix(entry.path, entry.data, current.data, move_to)


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """The edits without those that touch one before them: they come in the next round."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: edit.span):
        last = kept[-1].span if kept else None
        if last is None or (edit.span.line, edit.span.column) > (last.end_line, last.end_column):
            kept.append(edit)
    return kept


def _free(file: FileFix, taken: set[str]) -> FileFix:
    """Leave a file where it is if another one stands where it should go."""
    if file.move_to is None or file.move_to in taken:
        return replace(file, move_to=None)
    taken.add(file.move_to)
    return file


def _changes(file: FileFix) -> list[FileChange]:
    if file.move_to is None:
        return [FileChange(file.path, file.before, file.after)]
    return [
        FileChange(file.path, file.before, None),
        FileChange(file.move_to, None, file.after),
    ]
