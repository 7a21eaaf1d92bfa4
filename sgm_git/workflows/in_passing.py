"""Secrets in documents that commits bring and later ones take away: history keeps them (X601).

What is too large to be read is told, too (F107): anything may stand in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import apply_policy, check_secrets, finding_of
from sgm_git.document.limits import STANDARD
from sgm_git.findings import Fault
from sgm_git.store.entry import Entry
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.commits import Commit
    from sgm_git.findings import Finding
    from sgm_git.policy.paths import Root
    from sgm_git.store.records import Records

_WHY = "a later commit has changed it, but history keeps it"
_OVER_LIMIT = "F107"
_ENOUGH = 100  # findings; whoever has so many mends something else first


def in_passing(
    records: Records, commits: Iterable[Commit], known: Collection[str], policy: CheckPolicy
) -> list[Finding]:
    """Give what stands in documents that only some of the commits have, each with its commit.

    Blobs that are ``known`` are judged by themselves, or were there before.
    """
    found: list[Finding] = []
    passed = _passed(records, commits, known)
    contents = records.repository.read_blobs(list(passed), limit=STANDARD.document)
    for blob, data in contents:
        root, path, commit = passed[blob]
        if len(data) > STANDARD.document:
            found += apply_policy([_too_large(path, commit)], policy.config)
            continue
        subject = subject_of(Entry(root, path, blob, data))
        found += (
            replace(each, commit=commit, message=f"{each.message}; {_WHY}")
            for each in check_secrets(subject, policy)
        )
        if len(found) > _ENOUGH:
            break
    return found


def _too_large(path: str, commit: str) -> Finding:
    """It cannot be said that there is no secret in what is not read."""
    message = f"a document over the limit of {STANDARD.document:,} bytes; {_WHY}"
    return finding_of(path, Fault(_OVER_LIMIT, message, commit=commit))


def _passed(
    records: Records, commits: Iterable[Commit], known: Collection[str]
) -> dict[str, tuple[Root, str, str]]:
    """Where each blob lay first that is not known: root, path and commit."""
    found: dict[str, tuple[Root, str, str]] = {}
    for commit in commits:
        for blob, path in _brought(commit):
            root = None if blob in known else records.settings.roots.root_of(path)
            if root is not None:
                found[blob] = root, path, commit.oid
    return found


def _brought(commit: Commit) -> Iterator[tuple[str, str]]:
    """The files that a commit has otherwise than each of its parents."""
    first, *others = [{(c.new, c.path) for c in changes} for changes in commit.changes] or [set()]
    for blob, path in sorted(first.intersection(*others), key=str):
        if blob is not None:
            yield blob, path
