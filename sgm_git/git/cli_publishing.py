"""What is new to others, asked of the git command; see ``staging.Staging``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git.blobs import check_oids
from sgm_git.git.revisions import no_commit

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.git.command import Git


def is_published(git: Git, oid: str) -> bool:
    """Whether a remote-tracking ref reaches this commit."""
    _commits_here(git, oid, ())
    return not git.read("rev-list", "--max-count=1", oid, "--not", "--remotes")


def new_commits(git: Git, tip: str, remote: str | None, known: Collection[str]) -> list[str]:
    """Give the commits reachable from ``tip`` and from nothing that is known; children first."""
    here = _commits_here(git, tip, known)
    place = "refs" if remote is None else f"refs/remotes/{remote}"
    refs = git.read("for-each-ref", "--format=%(objectname)", "--", place).decode("ascii").split()
    named = [tip, *(f"^{oid}" for oid in (*here, *refs))]
    listed = "".join(f"{name}\n" for name in named).encode("ascii")
    told = git.read("rev-list", "--topo-order", "--stdin", stdin=listed)
    return told.decode("ascii").split()


def _commits_here(git: Git, tip: str, known: Collection[str]) -> list[str]:
    """Give those of the known commits that are here; raises CannotRun if the tip is not."""
    check_oids([tip, *known])
    asked = "".join(f"{oid}\n" for oid in (tip, *known)).encode("ascii")
    told = git.read("cat-file", "--batch-check=%(objecttype)", stdin=asked).splitlines()
    kinds = [line.rpartition(b" ")[2] for line in told]
    if kinds[0] != b"commit":
        raise no_commit(tip)
    return [oid for oid, kind in zip(known, kinds[1:], strict=True) if kind == b"commit"]
