"""Trust files that a merge or a rewind brings back to an older state (P314, DESIGN section 6).

No commit changes them then: the merge has what one of its parents has, and a rewind has no commit
at all. A merge is lawful that has what git would make of it: of a file that one side alone has
changed since they parted, that side's state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.claims_signed import is_trust_file
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.commits import Commit
    from sgm_git.git.protocol import Repository

Older = tuple[str, str, tuple[str, ...]]
"""A path, the commit that has it in an older state, and those whose signature would allow that."""


def merged_back(repository: Repository, commits: Iterable[Commit], trusted: str) -> Iterator[Older]:
    """Give what the merges among commits bring back, where they do not keep what ``trusted`` has.

    Raises CannotRun where git cannot tell.
    """
    for commit in commits:
        if len(commit.parents) > 1:
            yield from _merged(repository, commit, trusted)


def wound_back(
    repository: Repository, commits: Sequence[Commit], old: str, new: str
) -> Iterator[Older]:
    """Give what a commit brings back that takes the place of another.

    ``commits`` are those that the new one has and the old one has not. Raises CannotRun where git
    cannot tell.
    """
    if repository.is_ancestor(old, new):
        return
    there, here = (_trust_files(repository, oid) for oid in (old, new))
    for path in sorted(there.keys() | here.keys()):
        state = here.get(path)
        if state != there.get(path) and not _is_later(repository, path, new, old):
            yield path, new, tuple(c.oid for c in commits if _makes(c, path, state))


def _merged(repository: Repository, merge: Commit, trusted: str) -> Iterator[Older]:
    changed = [
        {change.path for change in changes if is_trust_file(change.path)}
        for changes in merge.changes
    ]
    for path in sorted({path for paths in changed for path in paths}):
        by_parent = list(zip(merge.parents, changed, strict=True))
        kept = [parent for parent, paths in by_parent if path not in paths]
        lost = [parent for parent, paths in by_parent if path in paths]
        if kept and not _is_lawful(repository, path, kept, lost, trusted):
            yield path, merge.oid, (merge.oid,)


def _is_lawful(
    repository: Repository, path: str, kept: Sequence[str], lost: Sequence[str], trusted: str
) -> bool:
    """Whether a merge may have what some parents have and others have otherwise."""
    stands = any(repository.is_ancestor(trusted, each) for each in kept)
    asked = [each for each in lost if not stands or repository.is_ancestor(trusted, each)]
    return all(any(_is_later(repository, path, k, each) for k in kept) for each in asked)


def _is_later(repository: Repository, path: str, kept: str, lost: str) -> bool:
    """Whether a file was changed on the side of ``kept`` alone, since the sides parted."""
    bases = repository.merge_bases(kept, lost)
    state, *older = repository.blob_ids([(oid, path) for oid in (lost, *bases)])
    return all(each == state for each in older or (None,))


def _trust_files(repository: Repository, oid: str) -> dict[str, str]:
    return {
        entry.path: entry.oid
        for entry in repository.list_tree(oid)
        if is_trust_file(entry.path) and entry.mode not in (MODE_LINK, MODE_SUBMODULE)
    }


def _makes(commit: Commit, path: str, state: str | None) -> bool:
    """Whether a commit leaves a file in that state, and no parent has it so."""
    made = [
        any(change.path == path and change.new == state for change in changes)
        for changes in commit.changes
    ]
    return bool(made) and all(made)
