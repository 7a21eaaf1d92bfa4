"""Files of the work tree as git would store them; the same for both engines."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.git.blobs import blob_id
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE, MODE_LINK

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.convert import Converter

_REGULAR = {MODE_FILE, MODE_EXECUTABLE}


@dataclass(frozen=True, slots=True)
class WorkFile:
    """A file as git would store it: its mode and content, and what the system says of it."""

    mode: int
    data: bytes
    status: os.stat_result


def read_file(file: Path, convert: Callable[[bytes], bytes]) -> WorkFile | None:
    """Read a file, which ``convert`` makes a blob of, or a link; None if there is neither."""
    try:
        status = file.lstat()
        if stat.S_ISLNK(status.st_mode):
            return WorkFile(MODE_LINK, os.fsencode(file.readlink()), status)
        if not stat.S_ISREG(status.st_mode):
            return None
        data = convert(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    mode = MODE_EXECUTABLE if status.st_mode & stat.S_IXUSR else MODE_FILE
    return WorkFile(mode, data, status)


def kept_mode(mode: int, before: int, converter: Converter) -> int:
    """Give the mode to be stored; without ``core.fileMode`` a file keeps the one it had."""
    if mode == before or not {mode, before} <= _REGULAR or converter.trusts_mode:
        return mode
    return before


def differs(file: Path, path: str, mode: int, oid: str, converter: Converter) -> bool:
    """Whether a file is gone or would be stored as another blob or mode than these."""
    found = read_file(file, lambda data: converter.seen(data, path))
    if found is None or kept_mode(found.mode, mode, converter) != mode:
        return True
    object_format = "sha1" if len(oid) == len("0" * 40) else "sha256"
    return blob_id(found.data, object_format) != oid
