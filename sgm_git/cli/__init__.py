"""The command line: parse, one call, render, exit status (DESIGN sections 11 and 14)."""

from __future__ import annotations

import sys
from importlib import import_module

from sgm_git import __version__

TYPE_CHECKING = False  # as type checkers read it; to import typing would take as long as Python
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

_FAILED = 129
_MERGE = "merge_door"
_INTERRUPTED = 130  # as shells give it: 128 and the signal's number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``sgm`` with the arguments (those of the process if None); give the exit status.

    ``--version`` is answered before anything else is imported: prompts and hooks ask for it. What
    git's hooks start, its merges, and the hooks of agents, is run without the command line, whose
    import takes as long as their work.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(given, leaves=arguments is None)
    except KeyboardInterrupt:  # before anything was there that could say so
        return _INTERRUPTED


def _run(given: list[str], *, leaves: bool) -> int:
    if given == ["--version"]:
        sys.stdout.write(f"sgm {__version__}\n")
        return 0
    door = _door(given)
    if door is not None:
        module, words = door
        door_status: int = _opened(module).run(words, leaves=leaves)
        return door_status
    status: int = import_module("sgm_git.cli.running").run(given)
    return status


def _opened(module: str) -> ModuleType:
    """The module of a door; a merge that cannot even be begun is no conflict, and ends above 128.

    Raises SystemExit then.
    """
    try:
        return import_module(f"sgm_git.cli.{module}")
    except Exception as error:
        if module != _MERGE:
            raise
        sys.stderr.write(f"sgm: error: cannot be started: {error!r}\n")
        raise SystemExit(_FAILED) from error


def _door(given: list[str]) -> tuple[str, list[str]] | None:
    """The module that runs this without the command line, and what it is told; None if none is."""
    if given[:2] == ["hooks", "run"] and given[2:] and not given[2].startswith("-"):
        return "hook_door", given[2:]
    if given[:1] == ["merge-driver"] and given[1:] not in (["--help"], ["-h"]):
        return _MERGE, given[1:]
    return ("session", given) if _is_session(given) else None


def _is_session(given: list[str]) -> bool:
    if "context" not in given[:3] or not any(word.startswith("--hook") for word in given):
        return False
    found: bool = import_module("sgm_git.cli.session").is_session(given)
    return found
