"""Reads the files that an import takes in: no links followed, nothing hidden, within limits."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.workflows.importers import Skipped, SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_READ = (".md", ".markdown", ".mdc", ".json", ".jsonl", ".ndjson")
_MAX_BYTES = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A file or folder that is imported: its name, its files, and what of it was left out."""

    name: str
    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


def read_source(place: Path) -> Source:
    """Read a file, or a folder with all that is below it; raises CannotRun if it is neither.

    Symbolic links, dot-files and what no importer reads are left out; links are reported.
    """
    if place.is_dir():
        files: list[SourceFile] = []
        skipped: list[Skipped] = []
        for path, reason in _walk(place, ""):
            if reason is None:
                files.append(SourceFile(path, (place / path).read_bytes()))
            else:
                skipped.append(Skipped(path, reason))
        return Source(place.resolve().name, tuple(files), tuple(skipped))
    if not place.is_file():
        raise CannotRun(f"cannot import {place}: there is no such file or folder")
    try:
        return Source(place.name, (SourceFile(place.name, place.read_bytes()),), ())
    except OSError as error:
        raise CannotRun(f"cannot read {place}: {error.strerror}") from error


def _walk(top: Path, folder: str) -> Iterator[tuple[str, str | None]]:
    """Give each path below a folder with the reason to leave it out, None to read it."""
    try:
        found = sorted(os.scandir(top / folder), key=lambda item: item.name)
    except OSError as error:
        yield folder, f"cannot be read: {error.strerror}"
        return
    for item in found:
        path = f"{folder}/{item.name}" if folder else item.name
        if item.name.startswith("."):
            continue
        if item.is_dir(follow_symlinks=False):
            yield from _walk(top, path)
        elif item.is_symlink() or item.name.casefold().endswith(_READ):
            yield path, _reason_against(item)


def _reason_against(item: os.DirEntry[str]) -> str | None:
    """Why a file is not read, None if it is."""
    if item.is_symlink():
        return "a symbolic link, which is not followed"
    if not item.is_file(follow_symlinks=False):
        return "no regular file"
    too_large = item.stat(follow_symlinks=False).st_size > _MAX_BYTES
    return f"larger than {_MAX_BYTES >> 20} MiB" if too_large else None


def created_times(place: Path) -> dict[str, int]:
    """When the source's own git history first saw each file; seconds since the epoch.

    By path below ``place``. Empty where the source is in no repository, or in one whose history
    cannot be read: then nothing is known, and nothing is claimed.
    """
    folder = (place if place.is_dir() else place.parent).resolve()
    try:
        repository = open_repository(folder)
        top = repository.work_tree
        if top is None:
            return {}
        prefix = folder.relative_to(top.resolve()).as_posix()
        prefix = "" if prefix == "." else f"{prefix}/"
        created = repository.log_paths_created((prefix.rstrip("/"),))
    except CannotRun:
        return {}
    return {
        path.removeprefix(prefix): seconds
        for path, (seconds, _) in created.items()
        if path.startswith(prefix)
    }
