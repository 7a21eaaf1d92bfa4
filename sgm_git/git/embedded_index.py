"""git's index as a value: read from bytes, changed, written to bytes (gitformat-index)."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from dulwich.index import (
    ConflictedIndexEntry,
    read_index_dict_with_version,
    write_index_dict,
)
from dulwich.index import (
    IndexEntry as RawEntry,
)
from dulwich.object_format import get_object_format

from sgm_git.errors import CannotRun
from sgm_git.git.damage import told_plainly
from sgm_git.git.prefixes import parents
from sgm_git.git.protocol import IndexEntry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from dulwich.objects import ObjectID

    from sgm_git.git.prefixes import Prefixes

INTENT_TO_ADD = 0x2000
_SKIP_WORKTREE = 0x4000
_ASSUME_VALID = 0x8000
_VERSION = 2
_NANO = 1_000_000_000
_WORD = 0xFFFFFFFF
_KINDS = {b"link": "split", b"sdir": "sparse"}


@dataclass(frozen=True, slots=True)
class Index:
    """All entries by path; changing ``entries`` changes nothing on disk."""

    entries: dict[bytes, RawEntry | ConflictedIndexEntry]
    version: int

    def staged(self, path: str) -> RawEntry | None:
        """Give the entry of a path; None if there is none or it only announces a later add."""
        entry = self.entries.get(os.fsencode(path))
        if not isinstance(entry, RawEntry) or entry.extended_flags & INTENT_TO_ADD:
            return None
        return entry

    def ours(self, path: str) -> RawEntry | None:
        """Give the entry of a path, in a conflict that of our side."""
        entry = self.entries.get(os.fsencode(path))
        return entry.this if isinstance(entry, ConflictedIndexEntry) else self.staged(path)

    def mode(self, path: str) -> int | None:
        """Give the mode of a path's entry, None if there is none or a conflict."""
        entry = self.entries.get(os.fsencode(path))
        return entry.mode if isinstance(entry, RawEntry) else None

    def is_overlooked(self, path: str) -> bool:
        """Whether git was told not to look at the file: assume-unchanged or skip-worktree."""
        entry = self.entries.get(os.fsencode(path))
        if not isinstance(entry, RawEntry):
            return False
        return bool(entry.flags & _ASSUME_VALID or entry.extended_flags & _SKIP_WORKTREE)

    def is_unmerged(self, path: str) -> bool:
        """Whether the path holds an unresolved conflict."""
        return isinstance(self.entries.get(os.fsencode(path)), ConflictedIndexEntry)

    def both_at_once(self, paths: Iterable[str]) -> str | None:
        """Give one of the paths that other entries need as a folder, or that lies below a file."""
        files = {os.fsdecode(name) for name in self.entries}
        folders = {folder for path in files for folder in parents(path)}
        clashes = (path for path in paths if path in folders or files.intersection(parents(path)))
        return next(clashes, None)

    def listed(self, wanted: Prefixes) -> list[IndexEntry]:
        """List what is staged below the prefixes, sorted, conflict stages included."""
        found = (
            IndexEntry(path, raw.mode, raw.sha.decode("ascii"), stage)
            for path, entry in ((os.fsdecode(name), e) for name, e in self.entries.items())
            if wanted.holds(path)
            for stage, raw in _stages(entry)
        )
        return sorted(found, key=lambda entry: (entry.path, entry.stage))

    def to_bytes(self, object_format: str) -> bytes:
        """Give the index file. Extensions are left out: git makes them anew."""
        file = BytesIO()
        form = get_object_format(object_format)
        write_index_dict(file, self.entries, version=self.version, object_format=form)
        return file.getvalue() + hashlib.new(object_format, file.getvalue()).digest()


def read_index(path: Path, object_format: str) -> Index:
    """Read an index file; none at all is an empty index.

    Raises CannotRun for a damaged one, and for a split or sparse one, which only git can read.
    """
    if not os.path.lexists(path):
        return Index({}, _VERSION)
    with told_plainly(path):
        data = path.read_bytes()
    form = get_object_format(object_format)
    body, checksum = data[: -form.oid_length], data[-form.oid_length :]
    if checksum.strip(b"\0") and checksum != hashlib.new(object_format, body).digest():
        raise CannotRun(f"{path} is damaged: its checksum does not fit")
    file = BytesIO(data)
    with told_plainly(path):
        entries, version, _ = read_index_dict_with_version(file, form)
    if file.tell() < len(body):
        kind = _KINDS.get(body[file.tell() :][:4], "strange")
        raise CannotRun(f"{path} is a {kind} index, which only git can read", hint="install git")
    return Index(entries, version)


def _stages(entry: RawEntry | ConflictedIndexEntry) -> list[tuple[int, RawEntry]]:
    if isinstance(entry, RawEntry):
        return [] if entry.extended_flags & INTENT_TO_ADD else [(0, entry)]
    stages = enumerate((entry.ancestor, entry.this, entry.other), start=1)
    return [(stage, raw) for stage, raw in stages if raw]


def new_entry(status: os.stat_result, mode: int, oid: ObjectID) -> RawEntry:
    """Make an entry for a file that was just read; its times are cut to 32 bits as git does."""
    return RawEntry(
        ctime=(status.st_ctime_ns // _NANO & _WORD, status.st_ctime_ns % _NANO),
        mtime=(status.st_mtime_ns // _NANO & _WORD, status.st_mtime_ns % _NANO),
        dev=status.st_dev & _WORD,
        ino=status.st_ino & _WORD,
        mode=mode,
        uid=status.st_uid & _WORD,
        gid=status.st_gid & _WORD,
        size=status.st_size & _WORD,
        sha=oid,
    )
