"""The user's GPG keys, as far as it can be seen from outside that they changed."""

from __future__ import annotations

import os
from pathlib import Path

_FILES = ("pubring.kbx", "pubring.gpg", "trustdb.gpg", "gpg.conf")
_A_DAY = 86_400


def keyring_stamp(now: int) -> str:
    """Give a text that is another one once keys were added, revoked or trusted, or a day is over.

    A key may expire by itself. ``now`` is in seconds since the epoch.
    """
    home = Path(os.environ.get("GNUPGHOME") or Path.home() / ".gnupg")
    return " ".join([str(now // _A_DAY), *(_seen(home / name) for name in _FILES)])


def _seen(file: Path) -> str:
    try:
        found = file.stat()
    except OSError:
        return "-"
    return f"{found.st_size}/{found.st_mtime_ns}"
