"""How commits are related, asked of the git command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.blobs import check_oids
from sgm_git.git.command import git_error
from sgm_git.git.commit_objects import commit_time
from sgm_git.git.graph import cut_before, unrelated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sgm_git.git.command import Git


def merge_bases(git: Git, border: Collection[str], one: str, other: str) -> list[str]:
    """Give the best common ancestors; see ``past.Past.merge_bases``."""
    found = _merge_bases(git, one, other)
    if not found and _meets(git, border, one, other):
        raise unrelated(one, other)
    return found


def is_ancestor(git: Git, border: Collection[str], one: str, other: str) -> bool:
    """Whether ``other`` reaches ``one``; see ``past.Past.is_ancestor``."""
    found = _merge_bases(git, one, other)
    if found not in ([one], [other]) and _meets(git, border, other, f"^{one}"):
        raise unrelated(one, other)
    return found == [one]


def commit_at(git: Git, border: Collection[str], tip: str, time: int) -> str | None:
    """Give the commit that was the newest at a time; see ``past.Past.commit_at``."""
    check_oids([tip])
    said = git.read("rev-list", "--first-parent", "--timestamp", tip).decode("ascii")
    oid = ""
    for line in said.splitlines():
        seconds, _, oid = line.partition(" ")
        if 0 < int(seconds) <= time and commit_time(git.read("cat-file", "commit", oid)):
            return oid  # an older git takes the zone for a time that is missing
    if oid in border:
        raise cut_before(time)
    return None


def _merge_bases(git: Git, one: str, other: str) -> list[str]:
    check_oids([one, other])
    done = git.ask("merge-base", "--all", one, other)
    if (
        done.status > 1 or b"error: " in done.err
    ):  # an older git finds nothing where it could not read
        raise git_error(done.err)
    return sorted(done.out.decode("ascii").split())


def _meets(git: Git, border: Collection[str], *revisions: str) -> bool:
    """Whether history is cut at a commit that these revisions name."""
    return bool(border) and not set(git.read("rev-list", *revisions).decode().split()).isdisjoint(
        border
    )


def existing_refs(git: Git, names: Iterable[str]) -> dict[str, str]:
    """Map those of the refs that lead to an object to the ref that they lead to at last."""
    asked = list(names)
    told = os.fsdecode(git.read("for-each-ref", "--format=%(refname) %(symref)", "--", *asked))
    pairs = (line.split(" ") for line in told.splitlines())
    return {name: target or name for name, target in pairs if name in asked}
