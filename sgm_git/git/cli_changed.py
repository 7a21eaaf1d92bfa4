"""Where the work tree differs from HEAD, told by one ``git status`` that runs no filter.

A filter that a repository names would run where git has to read a file again to compare it. So each
is given empty commands for this call, and what goes through one counts as changed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.command import fits_command_line, git_error, split_nul
from sgm_git.git.side_by_side import side_by_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.command import Git
    from sgm_git.git.prefixes import Prefixes
    from sgm_git.git.settings import Settings

_COMPARING = (
    *("-c", "core.untrackedCache=false"),
    *("-c", "core.trustctime=true"),  # all that the file system tells of a file counts
    *("-c", "core.checkStat=default"),
)
_STATUS = (
    *("status", "--porcelain=v1", "-z", "--untracked-files=all"),
    *("--no-renames", "--ignore-submodules=all", "--"),
)
_ENTRY = len("XY ")
_CONVERTED = ":(exclude,attr:!filter !working-tree-encoding !ident)"
_LOOKED_AT = b"HMRCK?"  # how ``ls-files -v`` marks what git looks at


def changed_paths(git: Git, settings: Settings, wanted: Prefixes) -> list[str] | None:
    """List the paths; see ``present.Present.changed_paths``.

    None where a filter has a name that cannot be said on a command line.
    """
    if wanted.nothing:
        return []
    switches = list(_without_filters(settings))
    if any(switch.count("=") > 1 for switch in switches):
        return None
    names = sorted(wanted.names) if fits_command_line([*wanted.names]) else []
    looks = (
        lambda: _by_status(git, switches, names),
        lambda: _overlooked(git, names),
        lambda: _converted(git, names),
    )
    told = {path for found in side_by_side(looks) for path in found}
    paths = (os.fsdecode(path) for path in told if not path.endswith(b"/"))
    return sorted(path for path in paths if wanted.holds(path))


def _without_filters(settings: Settings) -> Iterator[str]:
    """The switches that leave no filter anything to run."""
    for key in settings.values:
        driver, _, kind = key.rpartition(".")
        if key.startswith("filter.") and kind in {"clean", "process"}:
            yield from ("-c", f"{driver}.clean=", "-c", f"{driver}.process=")
            yield from ("-c", f"{driver}.required=false")


def _by_status(git: Git, switches: list[str], names: list[str]) -> list[bytes]:
    """What is changed, staged, unmerged or untracked; repositories in this one end in a slash."""
    said = git.read(*_COMPARING, *switches, *_STATUS, *names)
    return [entry[_ENTRY:] for entry in split_nul(said)]


def _overlooked(git: Git, names: list[str]) -> list[bytes]:
    """What git was told not to look at: assume-unchanged, or skip-worktree."""
    listed = split_nul(git.read("ls-files", "-v", "-z", "--", *names))
    return [line[2:] for line in listed if line[0] not in _LOOKED_AT]


def _converted(git: Git, names: list[str]) -> list[bytes]:
    """What is not stored as it lies there, or may not be."""
    asked = [f":(literal){name}" for name in names]
    call = ("ls-files", "-z", "--", *asked, _CONVERTED)
    done = git.ask(*call, variables={"GIT_LITERAL_PATHSPECS": "0"})
    if done.status:
        raise git_error(done.err)
    return split_nul(done.out)
