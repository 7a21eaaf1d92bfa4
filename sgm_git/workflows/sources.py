"""Reads the files that an import takes in: no links followed, nothing hidden, within limits."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.workflows.importers import Skipped, SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository

READABLE = (".md", ".markdown", ".mdc", ".json", ".jsonl", ".ndjson")
"""What the name of a file ends in that an importer reads."""

_MAX_BYTES = 512 * 1024 * 1024
_LINK = "a symbolic link, which is not followed"


@dataclass(frozen=True, slots=True)
class Source:
    """A file or folder that is imported: its name, its files, and what of it was left out."""

    name: str
    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a source comes from, wherever it is read from.

    ``prefix`` in front of a file's path in the source names the file for good; ``created`` maps
    such paths to when the source's own history first saw them, in seconds since the epoch.
    """

    prefix: str
    created: Mapping[str, int]


def read_source(place: Path) -> Source:
    """Read a file, or a folder with all that is below it; raises CannotRun if it is neither.

    Symbolic links, dot-files and what no importer reads are left out; links are reported, and so
    is what cannot be read.
    """
    if not place.is_dir():
        return Source(place.name, (_only_file(place),), ())
    files: list[SourceFile] = []
    skipped: list[Skipped] = []
    for path, reason in _walk(place):
        data = _read(place / path) if reason is None else reason
        if isinstance(data, bytes):
            files.append(SourceFile(path, data))
        else:
            skipped.append(Skipped(path, data, is_fault=data != _LINK))
    return Source(place.resolve().name, tuple(files), tuple(skipped))


def origin_of(place: Path, top: Path | None, engine: Engine) -> Origin:
    """Tell where a source comes from: its place in its repository, or else in its folder.

    ``top`` is the work tree that the records go to. Of a source in no repository, or in one whose
    history cannot be read, nothing is known of when it began, and nothing is claimed.
    """
    folder = (place if place.is_dir() else place.parent).resolve()
    try:
        return _in_repository(folder, top, open_repository(folder, engine))
    except (CannotRun, ValueError):  # its work tree may be configured to lie elsewhere
        return Origin(f"{folder.name}/" if folder.name else "", {})


def _in_repository(folder: Path, top: Path | None, repository: Repository) -> Origin:
    """The origin in a work tree; raises CannotRun or ValueError where it has none to offer."""
    if repository.work_tree is None:
        raise CannotRun("a bare repository has no work tree")
    its_top = repository.work_tree.resolve()
    below = folder.relative_to(its_top).as_posix()
    prefix = "" if below == "." else f"{below}/"
    created = repository.log_paths_created((prefix.rstrip("/"),))
    is_ours = top is not None and its_top == top.resolve()
    times = {path.removeprefix(prefix): seconds for path, (seconds, _) in created.items()}
    return Origin(prefix if is_ours else f"{its_top.name}/{prefix}", times)


def _only_file(place: Path) -> SourceFile:
    if not place.is_file():
        raise CannotRun(f"cannot import {place}: there is no such file or folder")
    reason = _reason_against(place.resolve())  # a link that somebody names is meant
    data = _read(place) if reason is None else reason
    if isinstance(data, str):
        raise CannotRun(f"cannot import {place}: {data}")
    return SourceFile(place.name, data)


def _read(place: Path) -> bytes | str:
    """The file's bytes, or why they cannot be read."""
    try:
        return place.read_bytes()
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _walk(top: Path) -> Iterator[tuple[str, str | None]]:
    """Give each path below a folder with the reason to leave it out, None to read it."""
    failed: list[tuple[str, str]] = []

    def note(error: OSError) -> None:
        """Keep a folder that cannot be listed; its siblings are read all the same."""
        below = Path(error.filename).relative_to(top).as_posix()
        failed.append((below, f"cannot be read: {error.strerror}"))

    for folder, folders, names in os.walk(top, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        links = [name for name in folders if Path(folder, name).is_symlink()]
        for name in sorted([*links, *names]):
            place = Path(folder, name)
            is_readable = name.casefold().endswith(READABLE)
            if not name.startswith(".") and (is_readable or place.is_symlink()):
                yield place.relative_to(top).as_posix(), _reason_against(place)
    yield from failed


def _reason_against(place: Path) -> str | None:
    """Why a file is not read, None if it is."""
    try:
        found = place.lstat()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if stat.S_ISLNK(found.st_mode):
        return _LINK
    if not stat.S_ISREG(found.st_mode):
        return "no regular file"
    return f"larger than {_MAX_BYTES >> 20} MiB" if found.st_size > _MAX_BYTES else None
