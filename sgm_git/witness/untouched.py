"""Records that new commits leave alone keep the lives that they had, without being followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.commits import Commit
    from sgm_git.witness.delta import Documents, Key
    from sgm_git.witness.life import Life
    from sgm_git.witness.trace import Former


def untouched(
    former: Former, commits: Sequence[Commit], tip: Mapping[str, str], documents: Documents
) -> dict[str, Life]:
    """The lives by path of those documents of ``tip`` whose keys no commit touched.

    All of them are handed from first parent to first parent, so that there are none where those
    do not lead to what was found before.
    """
    if not _is_led_to(former.tip, commits):
        return {}
    touched = _touched(commits, documents)
    return {
        path: former.lives[path, blob]
        for path, blob in tip.items()
        if (path, blob) in former.lives and documents.doc(path, blob).key not in touched
    }


def _is_led_to(oid: str, commits: Sequence[Commit]) -> bool:
    """Whether the first parents of the newest commit lead there."""
    line = {commit.oid: commit for commit in commits}
    place = commits[0].oid if commits else oid
    while place in line and line[place].parents and not line[place].is_cut:
        place = line[place].parents[0]
    return place == oid


def _touched(commits: Sequence[Commit], documents: Documents) -> set[Key]:
    changes = (change for commit in commits for each in commit.changes for change in each)
    return {
        documents.doc(change.path, blob).key
        for change in changes
        if documents.root(change.path) is not None
        for blob in (change.old, change.new)
        if blob is not None
    }
