"""Refs and what they lead to, asked of the git command; see ``pushed.Pushed``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

from sgm_git.git.blobs import check_oids
from sgm_git.git.pushed import Peeled, Ref

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sgm_git.git.command import Git
    from sgm_git.git.pushed import Kind

_FORMAT = "--format=%(objectname) %(refname) %(symref)"
_BATCH = ("cat-file", "--batch-check=%(objectname) %(objecttype)", "--buffer")
_KINDS = ("commit", "tree", "blob")


def refs(git: Git, prefix: str) -> dict[str, Ref]:
    """Give every ref below a prefix by its full name."""
    told = os.fsdecode(git.read("for-each-ref", _FORMAT, "--", prefix))
    found = {}
    for line in told.splitlines():
        oid, name, target = line.split(" ")
        found[name] = Ref(oid, target or None)
    return found


def peeled(git: Git, oids: Sequence[str]) -> dict[str, Peeled]:
    """Say what objects are behind all tags."""
    check_oids(oids)
    if not oids:
        return {}
    asked = "".join(f"{oid}^{{}}\n" for oid in oids).encode("ascii")
    told = git.read(*_BATCH, stdin=asked).decode("ascii").splitlines()
    found = {}
    for oid, line in zip(oids, told, strict=True):
        name, _, kind = line.partition(" ")
        if kind in _KINDS:
            found[oid] = Peeled(cast("Kind", kind), name)
    return found


def commits_beyond(git: Git, tips: Collection[str], known: Collection[str]) -> list[str]:
    """Give the commits reachable from some and not from others; children first."""
    check_oids([*tips, *known])
    named = [*tips, *(f"^{oid}" for oid in known)]
    listed = "".join(f"{name}\n" for name in named).encode("ascii")
    return git.read("rev-list", "--topo-order", "--stdin", stdin=listed).decode("ascii").split()
