"""Files of ours in a git directory that a group works in (git-config, "core.sharedRepository").

git has given its folders there the modes that all of the group need, whatever the umask of who
made them; ours take after them. Where the group may not write, the umask alone decides.
"""

from __future__ import annotations

import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_GROUP_WRITES = 0o020


def share(path: Path, like: Path) -> None:
    """Allow for a file or folder what the folder ``like`` allows, if that is a group's.

    What belongs to somebody else stays as it is: only its owner can change it.
    """
    pattern = stat.S_IMODE(like.stat().st_mode)
    status = path.stat()
    mode = stat.S_IMODE(status.st_mode)
    wanted = mode | (pattern if stat.S_ISDIR(status.st_mode) else pattern & 0o666)
    if pattern & _GROUP_WRITES and wanted != mode:
        with suppress(PermissionError):
            path.chmod(wanted)


def make_folders(folder: Path) -> None:
    """Make a folder and those above it, each taking after the one it lies in."""
    if folder.is_dir():
        return
    make_folders(folder.parent)
    folder.mkdir(exist_ok=True)
    share(folder, folder.parent)
