"""Where the file of a record lies that is none any more: below no root, or of an ignored name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE
from sgm_git.store.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.model import Ends

_PLAIN = (MODE_FILE, MODE_EXECUTABLE)
_MOST = 200  # files that are read for the id of a record


def left_files(state: Arriving, ends: Ends, diffs: Sequence[RecordDiff]) -> dict[str, str]:
    """Give where the files of records lie that are gone, by where they lay.

    That is where it lay, or where the range puts the same bytes, else a document of that id. What
    is nowhere has none. Raises CannotRun where git cannot tell.
    """
    gone = [each.before for each in diffs if each.after is None and each.before is not None]
    found = {entry.path: entry.path for entry in gone if entry.path in state.stopped}
    moved = [entry for entry in gone if entry.path not in found]
    if not moved or ends.base is None:
        return found
    come = _plain_files(state, ends.base, ends.tip)
    by_blob = {oid: path for path, oid in come.items()}
    found |= {entry.path: by_blob[entry.blob] for entry in moved if entry.blob in by_blob}
    left = [entry for entry in moved if entry.path not in found and entry.id is not None]
    return found | (dict(_by_id(state, come, left)) if left else {})


def _plain_files(state: Arriving, base: str, tip: str) -> dict[str, str]:
    """The blobs of files that a range brings and that are no documents, by path."""
    changes = state.records.repository.tree_changes(base, tip)
    come = ((path, entry) for path, entry in sorted(changes.items()) if path not in state.blobs)
    return {path: e.oid for path, e in come if e is not None and e.mode in _PLAIN}


def _by_id(
    state: Arriving, come: dict[str, str], left: Sequence[Entry]
) -> Iterator[tuple[str, str]]:
    paths = [path for path in come if path.endswith(".md")][:_MOST]
    oids = [come[path] for path in paths]
    contents = state.records.repository.read_blobs(oids, limit=STANDARD.document)
    for path, (oid, data) in zip(paths, contents, strict=True):
        name = Entry(left[0].root, path, oid, data).id
        yield from ((each.path, path) for each in left if each.id == name)
