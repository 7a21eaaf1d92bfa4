"""Tells whether a repository lies where a sync client copies files behind git's back."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.workflows.diagnosis import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.git.protocol import Repository

_NAMES = (
    ("Dropbox", re.compile(r"Dropbox(?: \(.+\))?")),
    ("OneDrive", re.compile(r"OneDrive(?: ?- ?.+)?")),
    ("Google Drive", re.compile(r"Google ?Drive(?: ?- ?.+)?")),
    ("iCloud", re.compile(r"iCloud ?Drive|Mobile Documents|com~apple~CloudDocs")),
    ("Nextcloud", re.compile(r"Nextcloud\d*")),
    ("ownCloud", re.compile(r"ownCloud\d*")),
    ("Box", re.compile(r"Box (?:Sync|Drive)|Box-Box")),
    ("pCloud", re.compile(r"pCloud ?(?:Drive|Sync)")),
    ("Resilio Sync", re.compile(r"Resilio Sync")),
    ("MEGA", re.compile(r"MEGAsync(?: .+)?")),
    ("Seafile", re.compile(r"Seafile")),
    ("Synology Drive", re.compile(r"SynologyDrive")),
    ("Proton Drive", re.compile(r"Proton ?Drive(?: ?- ?.+)?")),
    ("a sync client", re.compile(r"CloudStorage")),
)
"""What clients call their folders, in their own upper and lower case: others write it otherwise."""

_MARKS = (
    ("Dropbox", ".dropbox.cache"),
    ("Syncthing", ".stfolder"),
    ("Nextcloud", ".nextcloudsync.log"),
    ("ownCloud", ".owncloudsync.log"),
    ("Nextcloud or ownCloud", ".sync_*.db"),
    ("Resilio Sync", ".sync/ID"),
    ("Google Drive", ".tmp.drivedownload"),
    ("Synology Drive", ".SynologyWorkingDirectory"),
)
"""What clients put into the folders that they sync."""

_OUT = "move it out of there; clones exchange records with sgm sync"


class Synced(NamedTuple):
    """A folder, and the client that syncs it."""

    client: str
    folder: Path


def synced_above(place: Path) -> Synced | None:
    """Give the nearest folder at or above a place that a sync client seems to keep in step."""
    for folder in (place, *place.parents):
        found = next(_clients(folder), None)
        if found is not None:
            return Synced(found, folder)
    return None


def diagnose_place(repository: Repository) -> Iterator[Diagnosis]:
    """Give a warning where the repository, or only its work tree, lies in such a folder."""
    inside = synced_above(repository.common_dir)
    if inside is not None:
        what = (
            f"{repository.common_dir} lies in {inside.folder}, which {inside.client} seems to sync:"
            " half of what git writes there at once may reach another machine, or come back from it"
        )
        yield Diagnosis("warning", what, _OUT)
        return
    around = None if repository.work_tree is None else synced_above(repository.work_tree)
    if around is not None:
        what = (
            f"{repository.work_tree} lies in {around.folder}, which {around.client} seems to sync:"
            " of two edits at the same time it makes a copy"
        )
        yield Diagnosis("warning", what, f"sgm fix merges such copies (L512); or {_OUT}")


def _clients(folder: Path) -> Iterator[str]:
    yield from (client for client, name in _NAMES if name.fullmatch(folder.name))
    for client, mark in _MARKS:
        with suppress(OSError):
            if any(True for _ in folder.glob(mark)):
                yield client
