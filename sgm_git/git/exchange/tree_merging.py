"""Merge commits into trees, without a look at work tree, index or refs (git-merge-tree)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.command import git_error
from sgm_git.git.exchange.values import TreeMerge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.command import Git

_CALL = ("merge-tree", "--write-tree", "-z", "--messages", "--allow-unrelated-histories")
_CLEAN, _CONFLICT, _UNKNOWN_OPTION = 0, 1, 129
OLDEST = "2.38"


@dataclass(frozen=True, slots=True)
class TreeMerger:
    """Merges with the switches of a driver."""

    git: Git
    switches: Sequence[str]

    def merge(self, ours: str, theirs: str) -> TreeMerge | None:
        """Merge two commits by their best common ancestors; None where git is too old for it."""
        done = self.git.write(*self.switches, *_CALL, ours, theirs)
        if done.status == _UNKNOWN_OPTION:
            return None
        if done.status not in (_CLEAN, _CONFLICT) or not done.out:
            raise git_error(done.err)
        return _read(done.out, clean=done.status == _CLEAN)


def too_old() -> CannotRun:
    """Say that git is too old for a merge without a work tree."""
    return CannotRun(
        f"this needs git {OLDEST} or newer: it merges without a work tree", hint="update git"
    )


def _read(out: bytes, *, clean: bool) -> TreeMerge:
    """Read tree, entries in conflict up to an empty item, and messages with their paths."""
    tree, *items = out.split(b"\0")[:-1]
    end = items.index(b"") if b"" in items else len(items)
    told = list(_messages(iter(items[end + 1 :])))
    paths = [item.partition(b"\t")[2] for item in items[:end]]
    if not (clean or paths):  # git is not sure of something that has but one version
        paths = [path for message in told for path in message.paths]
    conflicted = tuple(dict.fromkeys(map(os.fsdecode, paths)))
    return TreeMerge(tree.decode("ascii"), conflicted, tuple(each.text for each in told))


@dataclass(frozen=True, slots=True)
class _Message:
    paths: tuple[bytes, ...]
    text: str


def _messages(items: Iterator[bytes]) -> Iterator[_Message]:
    for count in items:
        paths = tuple(islice(items, int(count)))
        next(items)  # a short form of what happened
        yield _Message(paths, next(items).decode("utf-8", "replace").rstrip("\n"))
