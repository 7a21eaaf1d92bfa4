"""Refuse repositories of other users, as git does (git-config, "safe.directory").

Whoever owns a repository can make its configuration and hooks run programs of their choice.
"""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sgm_git.git.place import Place
    from sgm_git.git.settings import Settings

_ROOT = 0


def refuse_foreign_owner(place: Place, trusted: Settings, environ: Mapping[str, str]) -> None:
    """Raise CannotRun unless the repository is this user's or named by ``safe.directory``.

    ``trusted`` is the configuration of system, user and command line; that of the repository
    itself has no say. On Windows file owners are not looked at.
    """
    top = place.work_tree or place.git_dir
    looked_at = [top, place.git_dir]
    if place.work_tree and (place.work_tree / ".git").is_file():
        looked_at.append(place.work_tree / ".git")
    if all(_is_own(path, environ) for path in looked_at) or _is_safe(top, trusted):
        return
    raise CannotRun(
        f"detected dubious ownership in repository at '{top}'",
        hint=f"git config --global --add safe.directory {shlex.quote(str(top))}",
    )


def _is_own(path: Path, environ: Mapping[str, str]) -> bool:
    if environ.get("GIT_TEST_ASSUME_DIFFERENT_OWNER", "").lower() in {"1", "true", "yes"}:
        return False
    if sys.platform == "win32":
        return True
    owner = path.lstat().st_uid
    user = os.geteuid()
    if user == _ROOT and owner != _ROOT and environ.get("SUDO_UID", "").isdigit():
        user = int(environ["SUDO_UID"])
    return owner == user


def _is_safe(top: Path, trusted: Settings) -> bool:
    """Read the values in turn: an empty one takes back those before it."""
    safe = False
    for value in trusted.all("safe.directory"):
        safe = bool(value) and (safe or _matches(top, value))
    return safe


def _matches(top: Path, value: str) -> bool:
    if value == "*":
        return True
    expanded = os.path.expanduser(value)  # noqa: PTH111 - keeps ~user
    if expanded.endswith("/*"):
        return f"{top}/".startswith(expanded[:-1])
    return os.path.realpath(expanded) == str(top)
