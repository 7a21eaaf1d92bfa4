"""What is staged, and changes of it, with dulwich; see ``staging.Staging``."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from dulwich.objects import Blob, Tree

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids
from sgm_git.git.embedded_convert import converter
from sgm_git.git.embedded_index import Index, new_entry, read_index
from sgm_git.git.embedded_objects import list_tree
from sgm_git.git.embedded_repo import oid_of, opened
from sgm_git.git.embedded_write import object_id, write_objects, write_tree
from sgm_git.git.prefixes import Prefixes
from sgm_git.git.restaging import replace_file
from sgm_git.git.staging import StagedChange
from sgm_git.git.worktree import differs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dulwich.index import IndexEntry as RawEntry
    from dulwich.objects import ShaFile
    from dulwich.repo import Repo

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.convert import Converter
    from sgm_git.git.place import Place
    from sgm_git.git.protocol import IndexEntry, TreeEntry
    from sgm_git.git.restaging import Restaging
    from sgm_git.git.staging import Restaged


def staged_changes(
    place: Place, index: Index, base: str | None, wanted: Prefixes
) -> list[StagedChange]:
    """List where the index differs from a commit or tree, or from nothing."""
    listed: list[TreeEntry] = []
    if base:
        with opened(place) as repo:
            listed = list_tree(repo, base, wanted)
    before = {entry.path: entry for entry in listed}
    after = {entry.path: entry for entry in index.listed(wanted)}
    changes = (_change(p, before.get(p), after.get(p)) for p in before.keys() | after.keys())
    return sorted(change for change in changes if _is_change(change))


def _change(path: str, old: TreeEntry | None, new: IndexEntry | None) -> StagedChange:
    is_unmerged = new is not None and new.stage > 0
    there = None if is_unmerged else new
    return StagedChange(
        path,
        old.oid if old else None,
        there.oid if there else None,
        old.mode if old else 0,
        there.mode if there else 0,
        is_unmerged,
    )


def _is_change(change: StagedChange) -> bool:
    same = (change.old, change.old_mode) == (change.new, change.new_mode)
    return change.is_unmerged or not same


def staged_tree(place: Place, index: Index) -> str:
    """Store the tree that a commit of the index would have, and give its id."""
    entries = index.listed(Prefixes.of([""]))
    for entry in entries:
        if entry.stage:
            raise CannotRun(f"{entry.path!r} holds an unresolved conflict")
    leaves = {os.fsencode(entry.path): (entry.mode, oid_of(entry.oid)) for entry in entries}
    made: list[ShaFile] = []
    with opened(place) as repo:
        tree = write_tree(repo, None, leaves, made)
        if tree is None:
            made.append(Tree())
            tree = object_id(repo, made[-1])
        write_objects(repo, made)
    return tree.decode("ascii")


def store_blobs(place: Place, contents: Sequence[bytes]) -> list[str]:
    """Store blobs of exactly these contents and give their ids."""
    blobs = [Blob.from_string(content) for content in contents]
    with opened(place) as repo:
        write_objects(repo, blobs)
        return [object_id(repo, blob).decode("ascii") for blob in blobs]


def restage(base: BaseRepository, index: Path, restaging: Restaging) -> list[str]:
    """Let entries of an index hold other blobs; gives the paths that were changed."""
    entries = restaging.entries
    check_oids(each.new for each in entries)
    changed: list[str] = []

    def change(copy: Path) -> bool:
        """Change the entries in a copy of the index."""
        held = read_index(copy, base.object_format)
        found = ((each.path, held.staged(each.path)) for each in entries)
        blobs = {path: raw.sha.decode("ascii") for path, raw in found if raw}
        wanted = restaging.chosen(blobs)
        changed[:] = sorted(each.path for each in wanted)
        with opened(base.place) as repo:
            for each in wanted:
                held.entries[os.fsencode(each.path)] = _entry(repo, base, held, each)
        copy.write_bytes(held.to_bytes(base.object_format))
        return bool(wanted)

    if entries:
        replace_file(base.git_dir, index, change, restaging.settled)
    else:
        restaging.settled()
    return changed


def _entry(repo: Repo, base: BaseRepository, index: Index, wanted: Restaged) -> RawEntry:
    """Give the entry with its new blob; it knows its file where that has this content."""
    before = index.staged(wanted.path)
    if before is None or oid_of(wanted.new) not in repo.object_store:
        raise CannotRun(f"object {wanted.new} is not in this repository")
    after = replace(before, sha=oid_of(wanted.new), size=0, mtime=0, ctime=0)
    file = base.need_work_tree() / wanted.path
    convert = converter(repo, base.settings(), index)
    if index.is_overlooked(wanted.path) or _differs(file, wanted, after, convert):
        return after
    known = new_entry(file.lstat(), after.mode, after.sha)
    return replace(known, flags=after.flags, extended_flags=after.extended_flags)


def _differs(file: Path, wanted: Restaged, entry: RawEntry, convert: Converter) -> bool:
    return differs(file, wanted.path, entry.mode, wanted.new, convert)
