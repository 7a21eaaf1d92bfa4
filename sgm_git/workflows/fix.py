"""Mends what needs no decision: the fixes that findings bring along, until none is left."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.run import check_document, check_store
from sgm_git.document import read
from sgm_git.store.journal import FileChange
from sgm_git.workflows.beside_head import beside_head
from sgm_git.workflows.check import check, is_below, refuse_strangers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Edit, Finding, Fix
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
    nothing is touched, and what remains is told as things stand. Raises UsageError for a path
    below which there is no record, Refused where a file was edited meanwhile.
    """
    found = [subject for _, subject in beside_head(records, records.entries())]
    refuse_strangers(paths, records, [subject.path for subject in found])
    policy = replace(records.settings.policy(now), author=author or None)
    files = tuple(_files(records, found, policy, paths))
    if write and files:
        records.write_files([*chain.from_iterable(map(_changes, files))])
    moved = {file.move_to for file in files if write}
    left = check(records, now).findings
    return FixReport(files, tuple(f for f in left if is_below(f.path, paths) or f.path in moved))


def _files(
    records: Records, found: Sequence[Subject], policy: CheckPolicy, paths: Sequence[str]
) -> Iterator[FileFix]:
    """Give what happens to each file to which anything happens.

    Round by round: a copy with an id of its own leaves its original free to move.
    """
    chosen = [is_below(subject.path, paths) for subject in found]
    current = list(found)
    for _ in range(_ROUNDS):
        mended = _each(current, chosen, partial(_mended, policy))
        together = _by_path(check_store(mended, policy))
        placed = _each(mended, chosen, partial(_placed, records, together))
        is_done = list(map(_form, placed)) == list(map(_form, current))
        current = placed
        if is_done:
            break
    for before, after in zip(found, current, strict=True):
        if _form(before) != _form(after):
            move_to = None if before.path == after.path else after.path
            yield FileFix(before.path, before.data, after.data, move_to)


def _each(
    subjects: Sequence[Subject], chosen: Sequence[bool], change: Callable[[Subject], Subject]
) -> list[Subject]:
    """The subjects with those that are chosen changed."""
    pairs = zip(subjects, chosen, strict=True)
    return [change(subject) if is_chosen else subject for subject, is_chosen in pairs]


def _form(subject: Subject) -> tuple[str, bytes]:
    return subject.path, subject.data


def _mended(policy: CheckPolicy, subject: Subject) -> Subject:
    """Apply a document's own fixes round by round, for as long as it stays a document."""
    for _ in range(0 if subject.is_link else _ROUNDS):
        fixes = [finding.fix for finding in check_document(subject, policy) if finding.fix]
        edited = _edited(subject, fixes)
        if edited is None:
            break
        subject = edited
    return subject


def _edited(subject: Subject, fixes: Sequence[Fix]) -> Subject | None:
    """The subject with fixes made; None where they change nothing or make it unreadable."""
    edits = _apart(fixes)
    if not edits:
        return None  # the file may be no text at all
    data = apply_edits(subject.data, edits)
    reading = read(data)
    if data == subject.data or reading.document is None:
        return None
    return replace(subject, data=data, reading=reading)


def _placed(
    records: Records, together: Mapping[str, Sequence[Finding]], subject: Subject
) -> Subject:
    """Apply the fixes that only all records together show: a new place, an id of its own.

    What lies there and is no record is nothing that they know of: then none is applied.
    """
    offered = [finding.fix for finding in together.get(subject.path, ()) if finding.fix]
    fixes = [fix for fix in offered if not (fix.move_to and records.has(fix.move_to))]
    move_to = next((fix.move_to for fix in fixes if fix.move_to), None)
    return replace(_edited(subject, fixes) or subject, path=move_to or subject.path)


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return found


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


def _changes(file: FileFix) -> list[FileChange]:
    if file.move_to is None:
        return [FileChange(file.path, file.before, file.after)]
    return [
        FileChange(file.path, file.before, None),
        FileChange(file.move_to, None, file.after),
    ]
