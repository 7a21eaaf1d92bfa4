"""When paths came into being: one pass over history by the git command."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from sgm_git.git.command import fits_command_line, split_nul
from sgm_git.git.place import shallow_border

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.git.command import Git
    from sgm_git.git.prefixes import Prefixes

_LOG = (
    "log",
    "--topo-order",  # clocks lie: the last commit named for a path must be the oldest
    "--full-history",
    "--root",
    "-c",
    "--raw",
    "-z",
    "--no-renames",
    "--no-abbrev",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-notes",
    "--diff-filter=A",
    "--format=%x01%H %at",
    "HEAD",
)
_COMMIT = re.compile(rb"\x01([0-9a-f]+) (-?\d+)")
_ADDED = re.compile(rb":+[0-7 ]*[0-9a-f ]* A+")


def paths_created(git: Git, common_dir: Path, wanted: Prefixes) -> dict[str, tuple[int, str]]:
    """Map each path ever added to (author time, commit) of its first add; see the protocol."""
    if wanted.nothing:
        return {}
    names = sorted(wanted.names)
    if not fits_command_line(names):
        names = []
    created = dict(_adds(git.read(*_LOG, "--", *names)))
    border = shallow_border(common_dir)
    return {
        path: birth
        for path, birth in created.items()
        if birth[1] not in border and wanted.holds(path)
    }


def _adds(said: bytes) -> Iterator[tuple[str, tuple[int, str]]]:
    """Give each path that a commit added, with the commit, in the order of the log."""
    commit = (0, "")
    answers = iter(split_nul(said + b"\0"))
    for answer in answers:
        token = answer.lstrip(b"\n")
        if match := _COMMIT.fullmatch(token):
            commit = int(match[2]), match[1].decode("ascii")
        elif token.startswith(b":"):
            path = os.fsdecode(next(answers))
            if _ADDED.fullmatch(token):
                yield path, commit
