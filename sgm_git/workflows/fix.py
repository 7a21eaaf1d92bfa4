"""Mends what needs no decision: the fixes that findings bring along, until none is left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.store.announcing import announced
from sgm_git.store.files import FileChange
from sgm_git.store.scan import blob_of
from sgm_git.workflows.beginning import unfinished_beginnings
from sgm_git.workflows.beside_head import beside_head
from sgm_git.workflows.check import check, is_below, refuse_strangers
from sgm_git.workflows.copies import Merging, as_left, copies_in, merge_copies
from sgm_git.workflows.rounds import form, mended
from sgm_git.workflows.stamping import Kept, Standing, ask_about, released, restamped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.store.records import Records
    from sgm_git.workflows.copies import Gone


@dataclass(frozen=True, slots=True)
class FileFix:
    """What happens to one file: its bytes before and after, and where it goes if it moves.

    Without bytes after it goes: it was a copy of the record at ``merged_into``.
    """

    path: str
    before: bytes
    after: bytes | None
    move_to: str | None = None
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class FixReport:
    """The files that were mended, or would be, what is left to a person, and notes for one."""

    files: tuple[FileFix, ...]
    remaining: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReleaseReport:
    """The files whose stamps were dropped, or would be, and those that keep them."""

    files: tuple[FileFix, ...]
    kept: tuple[Kept, ...]


def fix(
    records: Records, now: int, author: str, paths: Sequence[str] = (), *, write: bool
) -> FixReport:
    """Mend the records of the work tree, or those at and below ``paths``; commits nothing.

    ``author`` completes new records that were typed by hand and name no agent; those that began in
    a HEAD which is not published are completed as of that commit. Without ``write``
    nothing is touched, and what remains is told as things stand. What history says is mended
    last, of all that is mended otherwise: that may be a change that stamps have to tell of.
    Raises UsageError for a path below which there is no record, Refused where a file was edited
    meanwhile, CannotRun where git cannot tell.
    """
    found = _standing(records, paths, with_copies=True)
    before, copies = _with_merged(records, found, now)
    policy = replace(records.settings.policy(now), author=author or None)
    subjects, own = unfinished_beginnings(
        records.repository, before.with_changed(copies.merged), policy
    )
    stands = mended(records, subjects, before.chosen, policy, own)
    after = restamped(records, as_mended(records, before, stands), policy, now)
    files = (*file_fixes(before.subjects, after), *map(_removed, copies.gone))
    new = write_fixes(records, files) if write else []
    moved = {file.move_to for file in files if write}
    left = [as_left(each, copies.stays) for each in check(records, now).findings]
    remaining = tuple(f for f in left if is_below(f.path, paths) or f.path in moved)
    return FixReport(files, remaining, (*copies.notes, *announced(new)))


def _with_merged(records: Records, found: Standing, now: int) -> tuple[Standing, Merging]:
    """The documents but for those copies that go; those that stay are nobody's to mend."""
    copies = copies_in(found.subjects)
    if not copies:
        return found, Merging()
    done = merge_copies(records, found, copies, ask_about(records, found, now))
    return found.without([copy.path for copy in done.gone], copies), done


def _removed(copy: Gone) -> FileFix:
    return FileFix(copy.path, copy.data, None, merged_into=copy.into)


def release_stamps(
    records: Records, now: int, paths: Sequence[str] = (), *, write: bool
) -> ReleaseReport:
    """Drop the stamps that history bears out from records of the work tree (DESIGN section 5).

    They are ``modified``, ``modified_at`` and ``modified_by``, all of them or none: what is known
    of the record's last change stays the same. Raises as ``fix`` does.
    """
    before = _standing(records, paths)
    after, kept = released(records, before, now)
    files = tuple(file_fixes(before.subjects, after))
    if write:
        write_fixes(records, files)
    return ReleaseReport(files, tuple(kept))


def _standing(records: Records, paths: Sequence[str], *, with_copies: bool = False) -> Standing:
    """All documents of the work tree; raises UsageError where none lies at or below a path."""
    found = [*beside_head(records, records.entries(with_copies=with_copies))]
    refuse_strangers(paths, records, [entry.path for entry, _ in found])
    return Standing(
        [subject for _, subject in found],
        [entry.blob for entry, _ in found],
        [is_below(entry.path, paths) for entry, _ in found],
    )


def as_mended(records: Records, before: Standing, after: Sequence[Subject]) -> Standing:
    """The documents as they stand once they are mended, with the blobs that they will have."""
    blobs = [
        blob if old.data == new.data else blob_of(records.repository, new.path, new.data)
        for blob, old, new in zip(before.blobs, before.subjects, after, strict=True)
    ]
    return replace(before, subjects=after, blobs=blobs)


def file_fixes(before: Sequence[Subject], after: Sequence[Subject]) -> Iterator[FileFix]:
    """Give what happens to each file to which anything happens."""
    for old, new in zip(before, after, strict=True):
        if form(old) != form(new):
            move_to = None if old.path == new.path else new.path
            yield FileFix(old.path, old.data, new.data, move_to)


def write_fixes(records: Records, files: Sequence[FileFix]) -> list[str]:
    """Make the fixes in the work tree, all or none; gives the paths that the index announces.

    Raises as ``Records.write_files`` does.
    """
    changes = [*chain.from_iterable(map(_changes, files))]
    return records.write_files(changes) if changes else []


def _changes(file: FileFix) -> list[FileChange]:
    if file.move_to is None:
        return [FileChange(file.path, file.before, file.after)]
    return [
        FileChange(file.path, file.before, None),
        FileChange(file.move_to, None, file.after),
    ]
