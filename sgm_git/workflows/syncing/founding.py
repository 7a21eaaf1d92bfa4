"""What says how a record began stays as the remote has it, which had the record first.

Whoever settles a record that both sides have added by his own side's words would be told so by
P301 and P302 only at the push, when the rebase is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.claims_created import is_changed
from sgm_git.errors import CannotRun
from sgm_git.record import fields
from sgm_git.record.value import same
from sgm_git.store.below import Below
from sgm_git.store.scan import read_file
from sgm_git.workflows.syncing.records_at import Place, entries_of, entry_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records

FOUNDING = ("created_at", "agent", "origin", "session", "source")
"""The fields of ``provenance`` that say how a record began."""


def founded_otherwise(records: Records, in_conflict: Iterable[str]) -> Iterator[str]:
    """Say of which records, added on both sides, the rebase would rewrite how they began.

    ``in_conflict`` are the paths that git has in conflict: of them the work tree counts, of all
    others what is staged.
    """
    if records.repository.unfinished() != "rebase":
        return
    there = _added_on_both_sides(records)
    settled = _settled(records, set(in_conflict), set(there))
    for path, before in sorted(there.items()):
        after = settled.get(path)
        if after is not None and fields.record_id(after) == fields.record_id(before):
            names = list(_rewritten(fields.provenance(before), fields.provenance(after)))
            if names:
                yield (
                    f"{path}: {', '.join(names)}: the record was at the remote first: its founding"
                    " fields stay as they are there (ours); or give yours another id, in a file"
                    " of its own"
                )


def _added_on_both_sides(records: Records) -> dict[str, JsonObject]:
    """The records of HEAD that the commit which is being replayed adds as well, by path."""
    repository = records.repository
    try:
        commit, head = repository.resolve("REBASE_HEAD"), repository.resolve("HEAD")
        before = repository.resolve(f"{commit}^")
    except CannotRun:
        return {}  # it stands at no commit, or at one that came out of nothing
    changed = repository.tree_changes(before, commit, records.settings.roots.prefixes)
    paths = sorted(path for path, entry in changed.items() if entry is not None)
    if not paths:
        return {}
    old = repository.blob_ids([(before, path) for path in paths])
    now = repository.blob_ids([(head, path) for path in paths])
    both = [
        Place(path, blob)
        for path, was, blob in zip(paths, old, now, strict=True)
        if was is None and blob is not None
    ]
    return _read(records, both)


def _settled(records: Records, in_conflict: set[str], paths: set[str]) -> dict[str, JsonObject]:
    """The records as they are to be committed, by path."""
    index = records.repository.list_index() if paths else ()
    found = _read(records, [Place(e.path, e.oid) for e in index if not e.stage and e.path in paths])
    with Below(records.top()) as tree:
        for path in paths & in_conflict:
            root = records.settings.roots.root_of(path)
            entry = None if root is None else read_file(records.repository, tree, root, path)
            if entry is not None and entry.record is not None:
                found[path] = entry.record
    return found


def _read(records: Records, places: list[Place]) -> dict[str, JsonObject]:
    entries = entries_of(records, places)
    found = {place.path: entry_at(entries, *place) for place in places}
    return {path: each.record for path, each in found.items() if each and each.record is not None}


def _rewritten(before: JsonObject, after: JsonObject) -> Iterator[str]:
    for name in FOUNDING:
        if name in before and name in after:
            if is_changed(name, before[name], after[name]):
                yield name
        elif not same(before.get(name), after.get(name)):
            yield name
