"""The commit that is not made yet: what work tree or index have otherwise than HEAD (DESIGN 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, Change, Commit
from sgm_git.store.author import author_to_be
from sgm_git.store.scan import revision_blobs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots
    from sgm_git.witness.facts import Facts


@dataclass(frozen=True, slots=True)
class Present:
    """The state of a store that history is asked about.

    ``tip`` is the newest commit, None where there is none yet, and ``committed`` the blob of every
    document that it has, by path; ``documents`` are those of the state itself, which may differ
    from it: what is not committed. ``known`` are the facts of documents read already, by blob,
    None of one that cannot be read; ``now`` is in seconds since the epoch.
    """

    tip: str | None
    committed: Mapping[str, str]
    documents: Mapping[str, str]
    known: Mapping[str, Facts | None]
    now: int


def pending_commit(repository: Repository, present: Present, roots: Roots) -> Commit | None:
    """Give it as it would be made now; None where nothing differs from the newest commit.

    During an unfinished merge it has that merge's parents, and while a commit is picked or rebased
    the author of that one.
    """
    if present.committed == present.documents:
        return None
    parents = () if present.tip is None else (present.tip, *repository.merge_heads())
    merged = [revision_blobs(repository, roots, parent) for parent in parents[1:]]
    changes = tuple(_changes(side, present.documents) for side in (present.committed, *merged))
    return commit_to_be(repository, parents, changes, present.now)


def commit_to_be(
    repository: Repository,
    parents: tuple[str, ...],
    changes: tuple[tuple[Change, ...], ...],
    now: int,
) -> Commit:
    """Give the commit that would be made of changes now; ``now`` is in seconds since the epoch."""
    author = author_to_be(repository)
    return Commit(UNCOMMITTED, parents, author, now, author, now, "", changes)


def _changes(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Change, ...]:
    return tuple(
        Change(path, old.get(path), new.get(path))
        for path in sorted(old.keys() | new.keys())
        if old.get(path) != new.get(path)
    )
