"""The hooks as they are installed: one file each, that needs no other (DESIGN section 7)."""

from __future__ import annotations

import re

from sgm_git.resources import hook_text

WORK_TREE_HOOKS = (
    "pre-commit",
    "pre-merge-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "pre-push",
)
"""What a repository that people work in gets."""

SERVER_HOOKS = ("pre-receive",)
"""What a bare repository gets."""

MANAGED_PATH = ".sgm/hook"
"""Where a repository has the script that managers of hooks start."""

_SHARED = re.compile(r'^\. "\$\{0%/\*\}/([a-z]+\.sh)"\n', re.MULTILINE)
_VERSION = re.compile(rb"\A#![^\n]*\n# sgm-git hook, version ([0-9]{1,9})\b")


def script(name: str) -> bytes:
    """The text of a hook, with what it shares with others in the places where it reads that.

    Raises UsageError where there is no hook of that name, CannotRun where none are installed.
    """
    return _SHARED.sub(lambda line: f"\n{hook_text(line[1])}\n", hook_text(name)).encode()


def managed_script() -> bytes:
    """The text of what managers of hooks start (``MANAGED_PATH``), for all hooks."""
    return script("managed")


def version_of(data: bytes) -> int | None:
    """The version of a hook of ours; None where the file is somebody else's."""
    match = _VERSION.match(data)
    return int(match[1]) if match else None
