"""Whether a person has decided what was in conflict; only what can be seen to be is taken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.run import finding_of
from sgm_git.store.below import Below
from sgm_git.store.scan import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.policy.paths import Root
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import RecordConflict

_MARKER = re.compile(rb"^(?:<{7,}|>{7,})(?: |\r?$)", re.MULTILINE)
_MOST = 32 * 1024 * 1024
"""Bytes of a file that is looked through for markers."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A file that is in conflict still; the finding about the record, or else words about it."""

    words: str = ""
    finding: Finding | None = None


def unresolved(records: Records, conflicts: Sequence[RecordConflict]) -> list[Unresolved]:
    """Give what is wrong with files that were in conflict and are to be taken as they stand."""
    with Below(records.top()) as tree:
        return [each for one in conflicts for each in _wrong(records, tree, one)]


def staged_unresolved(records: Records) -> Iterator[Unresolved]:
    """Give the markers in records that are staged for the commit to come: they are taken so."""
    repository, roots = records.repository, records.settings.roots
    changes = repository.staged_changes(repository.head().oid, roots.prefixes)
    staged = {each.path for each in changes if each.new is not None}
    for entry in records.entries(staged=True, among=staged) if staged else ():
        found = (each for each in entry.faults if each.code == "F106")
        yield from (Unresolved(finding=finding_of(entry.path, f, entry.id)) for f in found)


def _wrong(records: Records, tree: Below, conflict: RecordConflict) -> Iterator[Unresolved]:
    path = conflict.path
    if conflict.kind.startswith("deleted"):
        yield Unresolved(f"{path}: {conflict.kind}: git add keeps it, git rm lets it go")
        return
    root = records.settings.roots.root_of(path)
    if root is not None:
        yield from _wrong_record(records, tree, root, path)
        return
    try:
        data = tree.read(path, _MOST)
    except OSError:
        yield Unresolved(f"{path}: git add keeps it as it is, git rm lets it go")
        return
    found = _MARKER.search(data)
    if b"\0" in data:
        yield Unresolved(f"{path}: no text: git add keeps it as it is")
    elif found is not None:
        line = data.count(b"\n", 0, found.start()) + 1
        yield Unresolved(f"{path}:{line}:1: a conflict marker is left")


def _wrong_record(records: Records, tree: Below, root: Root, path: str) -> Iterator[Unresolved]:
    entry = read_file(records.repository, tree, root, path)
    if entry is None:
        yield Unresolved(f"{path}: it is gone: git rm lets it go")
    elif entry.is_link:
        yield Unresolved(f"{path}: a link: git add keeps it as it is")
    elif entry.record is None or any(each.code == "F106" for each in entry.faults):
        yield from (Unresolved(finding=finding_of(path, f, entry.id)) for f in entry.faults)
