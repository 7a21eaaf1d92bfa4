"""Announces files in the index with dulwich; see ``staging.Staging.announce``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dulwich.index import IndexEntry as RawEntry
from dulwich.objects import Blob

from sgm_git.errors import CannotRun
from sgm_git.git.embedded_convert import converter
from sgm_git.git.embedded_files import file_to_store
from sgm_git.git.embedded_index import INTENT_TO_ADD, read_index
from sgm_git.git.embedded_repo import opened
from sgm_git.git.embedded_write import object_id, write_objects
from sgm_git.git.restaging import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dulwich.objects import ObjectID
    from dulwich.repo import Repo

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.embedded_index import Index


def announce(base: BaseRepository, index: Path, paths: Sequence[str]) -> list[str]:
    """Let an index announce files that it knows nothing of; gives their paths, sorted."""
    new: list[str] = []

    def change(copy: Path) -> bool:
        """Announce them in a copy of the index."""
        held = read_index(copy, base.object_format)
        new[:] = sorted({path for path in paths if os.fsencode(path) not in held.entries})
        both = held.both_at_once(new)
        if both:
            raise CannotRun(f"{both!r} appears as both a file and as a directory in the index")
        if new:
            with opened(base.place) as repo:
                _announce(base, repo, held, new)
            copy.write_bytes(held.to_bytes(base.object_format))
        return bool(new)

    if paths:
        replace_file(base.git_dir, index, change)
    return new


def _announce(base: BaseRepository, repo: Repo, index: Index, paths: Sequence[str]) -> None:
    nothing = Blob.from_string(b"")
    write_objects(repo, [nothing])
    convert, top = converter(repo, base.settings(), index), base.need_work_tree()
    for path in paths:
        file = file_to_store(top / path, path, convert, index)
        if file is None:
            raise CannotRun(f"{path!r} is not there, and cannot be announced")
        index.entries[os.fsencode(path)] = _entry(file.mode, object_id(repo, nothing))


def _entry(mode: int, oid: ObjectID) -> RawEntry:
    """An entry as git makes it: it knows nothing of its file, and has no content."""
    return RawEntry(
        ctime=0,
        mtime=0,
        dev=0,
        ino=0,
        mode=mode,
        uid=0,
        gid=0,
        size=0,
        sha=oid,
        extended_flags=INTENT_TO_ADD,
    )
