"""Refs and what they lead to, asked of the git command; see ``pushed.Pushed``."""

from __future__ import annotations

import os
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, cast

from sgm_git.git.blobs import check_oids
from sgm_git.git.cli_objects import contents, fetch
from sgm_git.git.pushed import Peeled, Ref
from sgm_git.git.tree_form import crooked

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.git.command import Git
    from sgm_git.git.pushed import Kind

_FORMAT = "--format=%(objectname) %(refname) %(symref)"
_BATCH = ("cat-file", "--batch-check=%(objectname) %(objecttype)", "--buffer")
_TREES = ("rev-list", "--objects", "--no-object-names", "--filter=blob:none", "--stdin")
_SOME = 5000
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


def crooked_trees(git: Git, tips: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Give the trees that git would not make, of some commits and not of others."""
    check_oids([*tips, *known])
    named = "".join(f"{oid}\n" for oid in (*tips, *(f"^{each}" for each in known)))
    listed = git.read(*_TREES, stdin=named.encode("ascii")).split()
    return dict(crooked(_trees(git, listed)))


def _trees(git: Git, listed: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """The content of those objects that are trees, some at a time: they are large."""
    with TemporaryFile() as file:
        for start in range(0, len(listed), _SOME):
            fetch(git, listed[start : start + _SOME], file)
            yield from ((oid, raw) for oid, kind, raw in contents(file) if kind == b"tree")
