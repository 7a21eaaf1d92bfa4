"""Commits what was saved and left alone: one record, as pre-commit would have it (DESIGN 7)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.errors import SgmError
from sgm_git.findings import Severity
from sgm_git.git.interrupts import uninterrupted
from sgm_git.git.lock import repository_lock
from sgm_git.git.protocol import CommitRequest
from sgm_git.policy.copies import copied_from
from sgm_git.record.changed import changed_fields
from sgm_git.record.fields import record_id, record_type
from sgm_git.store.files import FileChange
from sgm_git.store.message import Deed, commit_message
from sgm_git.store.scan import blob_of
from sgm_git.workflows.watching.binding import Change, what_binds
from sgm_git.workflows.watching.looking import is_place_committed

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.plan import Amendment
    from sgm_git.workflows.watching.saved import Verdict

VIA = "watch"
_WAIT_SECONDS = 2.0  # for another write: it is tried again later, and nobody is heard meanwhile


def what_keeps(records: Records, verdict: Verdict, fullest: JsonObject | None = None) -> str | None:
    """Say why a saved record is left uncommitted; None where it may be committed.

    ``fullest`` is what the record was before it began to shrink. Raises CannotRun where
    git cannot tell.
    """
    part, stood = verdict.part, verdict.stood
    if not part.passes:
        codes = {each.code for each in part.findings if each.severity is Severity.ERROR}
        return f"it has errors: {', '.join(sorted(codes))}"
    before = None if stood is None else stood.record
    why = what_binds(Change(part.path, before, verdict.entry.record, fullest))
    return _by_place(records, verdict) or why or _at_work(records, verdict)


def _by_place(records: Records, verdict: Verdict) -> str | None:
    """Why a record is left because of where it lies."""
    path = verdict.part.path
    if verdict.entry.is_link:
        return "it is a link"
    if not is_place_committed(records, path):
        return "its root stands in a configuration that is not committed"
    if _is_copy(records, path):
        return "it is a sync client's conflict copy"
    if _takes_place(records, verdict):
        return "it was moved to where another record was, which would be deleted"
    return None


def _takes_place(records: Records, verdict: Verdict) -> bool:
    """Whether a record came to a path at which HEAD has another one."""
    head = records.repository.head().oid
    if head is None or verdict.moved_from is None:
        return False
    return bool(records.repository.list_tree(head, (verdict.part.path,)))


def _is_copy(records: Records, path: str) -> bool:
    """Whether a file is no record because of the one that it is a copy of (L512)."""
    is_named_so = next(copied_from(path), None) is not None
    return is_named_so and not [*records.entries(among=(path,))]


def _at_work(records: Records, verdict: Verdict) -> str | None:
    """Why the index says that somebody is at work there."""
    paths = _paths(verdict)
    for state in records.repository.states(paths).values():
        if state.unmerged:
            return "it holds an unresolved conflict"
        if state.overlooked:
            return "git was told not to look at it"
        if state.index != state.head:
            return "a part of it is staged"
    return None


def commit_saved(records: Records, verdict: Verdict) -> str | None:
    """Commit one record as it was judged, completed and stamped; give the commit's id.

    The author is git's identity, and nobody else's files and nothing that is staged comes along.
    None where HEAD has it by now. Whatever is raised, everything is as it was, or all is done:
    Refused where the file changed meanwhile or a hook refuses, CannotRun where git cannot commit.
    """
    repository, made = records.repository, verdict.part.amendment
    with repository_lock(repository.common_dir, _WAIT_SECONDS):
        if made is not None:
            records.write_files([FileChange(made.path, made.staged, made.after)])
        try:
            return repository.commit_paths(_request(records, verdict)).oid
        except BaseException:
            with uninterrupted():
                _take_back(records, made)
            raise


def _request(records: Records, verdict: Verdict) -> CommitRequest:
    message = commit_message([_deed(verdict)], via=VIA)
    expected = (verdict.entry.path, committed_blob(records, verdict))
    return CommitRequest(_paths(verdict), message, expected=(expected,))


def committed_blob(records: Records, verdict: Verdict) -> str:
    """The blob of a record as it is committed: completed and stamped."""
    entry, made = verdict.entry, verdict.part.amendment
    return blob_of(records.repository, entry.path, entry.data if made is None else made.after)


def _paths(verdict: Verdict) -> tuple[str, ...]:
    moved = verdict.moved_from
    return (verdict.entry.path,) if moved is None else (verdict.entry.path, moved)


def _deed(verdict: Verdict) -> Deed:
    stood, record = verdict.stood, _record(verdict)
    kind, name = record_type(record) or "record", record_id(record) or verdict.entry.path
    if stood is None or verdict.moved_from is not None:
        return Deed("add" if stood is None else "move", kind, name)
    return Deed("change", kind, name, changed_fields(stood.record or {}, record))


def _record(verdict: Verdict) -> JsonObject:
    """The record as it is committed."""
    made = verdict.part.amendment
    document = verdict.entry.reading.document if made is None else read(made.after).document
    return {} if document is None else document.record


def _take_back(records: Records, made: Amendment | None) -> None:
    """Undo an amendment that was not committed, unless somebody has typed meanwhile."""
    if made is None:
        return
    with suppress(SgmError):
        repository = records.repository
        repository.recover()
        if repository.states([made.path])[made.path].differs_from_head:
            records.write_files([FileChange(made.path, made.after, made.staged)])
