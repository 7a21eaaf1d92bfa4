"""What is staged, as the git command tells it; see ``staging.Staging``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.blobs import check_oids
from sgm_git.git.cli_index import EMPTY_TREES
from sgm_git.git.command import fits_command_line, split_nul
from sgm_git.git.staging import StagedChange

if TYPE_CHECKING:
    from sgm_git.git.command import Git
    from sgm_git.git.prefixes import Prefixes

_COMPARE = ("--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ita-invisible-in-index")
_UNMERGED = "U"


def staged_changes(
    git: Git, base: str | None, wanted: Prefixes, object_format: str
) -> list[StagedChange]:
    """List where the index in use differs from a commit or tree, or from nothing."""
    if wanted.nothing:
        return []
    tree = base or _empty_tree(object_format)
    check_oids([tree])
    names = sorted(wanted.names) if fits_command_line([*wanted.names]) else []
    told = iter(split_nul(git.read("diff-index", *_COMPARE, tree, "--", *names)))
    changes = (_change(meta, path) for meta, path in zip(told, told, strict=True))
    return sorted(change for change in changes if wanted.holds(change.path))


def _empty_tree(object_format: str) -> str:
    length = {"sha1": 40, "sha256": 64}[object_format]
    return next(tree for tree in EMPTY_TREES.values() if len(tree) == length)


def _change(meta: bytes, path: bytes) -> StagedChange:
    old_mode, new_mode, old, new, status = meta[1:].decode("ascii").split(" ")
    modes = int(old_mode, 8), int(new_mode, 8)
    return StagedChange(
        os.fsdecode(path),
        old if modes[0] else None,
        new if modes[1] else None,
        *modes,
        is_unmerged=status.startswith(_UNMERGED),
    )
