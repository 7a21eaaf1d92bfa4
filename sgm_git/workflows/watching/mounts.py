"""On which file systems nobody is told of what another machine changes; pure."""

from __future__ import annotations

import re

_DEAF = re.compile(
    r"nfs\d?|cifs|smb\d?|smbfs|9p|drvfs|afs|ncpfs|ceph|lustre|glusterfs|virtiofs|vboxsf|prl_fs"
    r"|fakeowner|osxfs|grpcfuse|fuse(?:\..+)?|fuseblk|vmhgfs"
)
_ESCAPE = re.compile(r"\\([0-7]{3})")
_FIELDS = 3


def deaf_kind(mounts: str, folder: str) -> str | None:
    """The kind of the file system that a folder lies on, if it may not tell of changes; else None.

    ``mounts`` is the text of ``/proc/mounts``, ``folder`` an absolute path without links.
    """
    found, longest = "", -1
    for line in mounts.splitlines():
        parts = line.split(" ")
        if len(parts) < _FIELDS:
            continue
        point, kind = _ESCAPE.sub(_character, parts[1]), parts[2]
        if _holds(point, folder) and len(point) >= longest:
            found, longest = kind, len(point)
    return found if _DEAF.fullmatch(found) else None


def _character(match: re.Match[str]) -> str:
    return chr(int(match[1], 8))


def _holds(point: str, folder: str) -> bool:
    return folder == point or folder.startswith(f"{point.rstrip('/')}/")
