"""How commits are related, told from raw commits for whoever can read these."""

from __future__ import annotations

from time import gmtime, strftime
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids
from sgm_git.git.commit_objects import commit_time, links
from sgm_git.git.revisions import no_commit
from sgm_git.git.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.git.rows import Objects

_WHOLE = "fetch the rest of it: `git fetch --unshallow`"


def merge_bases(objects: Objects, border: Collection[str], one: str, other: str) -> list[str]:
    """Give the best common ancestors; see ``past.Past.merge_bases``."""
    walk, sides = _walk(objects, border, one, other)
    bases = walk.bases(*sides)
    if not bases and any(map(walk.is_cut, sides)):
        raise unrelated(one, other)
    return [oid.decode("ascii") for oid in bases]


def is_ancestor(objects: Objects, border: Collection[str], one: str, other: str) -> bool:
    """Whether ``other`` reaches ``one``; see ``past.Past.is_ancestor``."""
    walk, sides = _walk(objects, border, one, other)
    bases = walk.bases(*sides)
    if bases not in ([sides[0]], [sides[1]]) and walk.is_cut(sides[1]):
        raise unrelated(one, other)
    return bases == [sides[0]]


def commit_at(objects: Objects, border: Collection[str], tip: str, time: int) -> str | None:
    """Give the commit that was the newest at a time; see ``past.Past.commit_at``."""
    check_oids([tip])
    oid = tip
    while (raw := objects.commit(oid.encode("ascii"))) is not None:
        if 0 < (commit_time(raw) or 0) <= time:
            return oid
        parents = links(oid.encode("ascii"), raw)[1]
        if oid in border:
            raise cut_before(time)
        if not parents:
            return None
        oid = parents[0].decode("ascii")
    raise no_commit(oid)


def cut_before(time: int) -> CannotRun:
    """Say that history is cut before a time."""
    return CannotRun(f"history is cut here: it begins after {_moment(time)}", hint=_WHOLE)


def _moment(seconds: int) -> str:
    try:
        return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(seconds))
    except (OverflowError, ValueError, OSError):  # a year that nobody lives in
        return f"@{seconds}"


def unrelated(one: str, other: str) -> CannotRun:
    """Say that history is cut before two commits meet."""
    return CannotRun(
        f"history is cut here before {one} and {other} meet",
        hint=_WHOLE,
    )


def _walk(
    objects: Objects, border: Collection[str], one: str, other: str
) -> tuple[Walk, tuple[bytes, bytes]]:
    check_oids([one, other])
    walk = Walk(objects.commit, frozenset(oid.encode("ascii", "replace") for oid in border))
    for oid in (one, other):
        if walk.node(oid.encode("ascii")) is None:
            raise no_commit(oid)
    return walk, (one.encode("ascii"), other.encode("ascii"))
