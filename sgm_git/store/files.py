"""Changes of whole files, and replacement that is never seen half done."""

from __future__ import annotations

import contextlib
import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Dot-names are no records, so that a reader beside us never takes a half-written one for one.
_TEMPORARY = ".sgm-{}.tmp"


@dataclass(frozen=True, slots=True)
class FileChange:
    """What one file is now and is to become; ``None`` means that there is no file."""

    path: str
    before: bytes | None
    after: bytes | None


@contextlib.contextmanager
def naming(place: Path) -> Iterator[None]:
    """Let every OSError of a block name the file for whose sake something is written.

    The system names none where an open file cannot be written: the disk is full, or the file would
    be too large.
    """
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(place), None
        raise


def temporary_beside(target: Path, tag: str) -> Path:
    """The temporary file that stands in for ``target`` while it is written; ``tag`` is unique."""
    return target.with_name(_TEMPORARY.format(tag))


def write_temporary(target: Path, tag: str, data: bytes, *, durable: bool) -> Path:
    """Write ``data`` beside ``target``, with its mode; give the temporary path.

    ``durable`` forces the bytes to the disk. Raises OSError with nothing left behind.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = temporary_beside(target, tag)
    try:
        with temporary.open("xb") as handle:
            handle.write(data)
            if durable:
                handle.flush()
                os.fsync(handle.fileno())
        with contextlib.suppress(FileNotFoundError):
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def beginning(path: Path, limit: int) -> bytes:
    """The first bytes of a file, ``limit`` at most; nothing where there is none to be read."""
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except OSError:
        return b""


def refuse_link(path: Path, top: Path) -> None:
    """Raise CannotRun where ``path`` or a folder between it and ``top`` is a symbolic link.

    A write through a link would land outside the root (DESIGN section 4).
    """
    for step in (path, *path.parents):
        if step == top:
            return
        if step.is_symlink():
            raise CannotRun(
                f"{path.relative_to(top).as_posix()}: {step.name} is a symbolic link",
                hint="nothing is written through links: replace it by what it stands for",
            )
