"""Records that began in a HEAD which nobody else has: they may still be completed (DESIGN 7).

What a hook would have filled in is filled in as of the commit that added the record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.completing import is_incomplete
from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.record.fields import record_id
from sgm_git.record.times import Instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.commits import Commit
    from sgm_git.git.protocol import Repository


@dataclass(frozen=True, slots=True)
class Beginning:
    """A commit, and the paths at which records began in it."""

    commit: Commit
    paths: frozenset[str]


def as_of(policy: CheckPolicy, commit: Commit, who: str | None = None) -> CheckPolicy:
    """The policy that completes a record as of the commit that added it: its author and time.

    ``who`` is whose words they are, where that is not the author.
    """
    times = (commit.author_time, commit.commit_time, policy.now.seconds)
    when = min(time for time in times if time is not None)
    return replace(policy, author=who or commit.author.name or policy.author, now=Instant(when))


def unfinished_beginnings(
    repository: Repository, subjects: Sequence[Subject], policy: CheckPolicy
) -> tuple[list[Subject], dict[str, CheckPolicy]]:
    """Give the subjects with those as new that may still be completed, and by which policy each.

    Those are incomplete, and began in HEAD. Raises CannotRun where git cannot tell.
    """
    lacking = {each.path for each in subjects if not each.is_new and _is_lacking(each)}
    begun = begun_in_head(repository) if lacking else None
    if begun is None:
        return list(subjects), {}
    again = lacking & begun.paths
    found = [replace(each, is_new=each.is_new or each.path in again) for each in subjects]
    return found, dict.fromkeys(again, as_of(policy, begun.commit))


def _is_lacking(subject: Subject) -> bool:
    document = subject.reading.document
    return document is not None and is_incomplete(document.record)


def begun_in_head(repository: Repository) -> Beginning | None:
    """Give what began in HEAD; None where HEAD is published, or nobody can tell.

    A record that was moved there did not begin. Raises CannotRun where git cannot tell.
    """
    head = repository.head().oid
    if head is None or repository.is_published(head):
        return None
    commit = next(iter(repository.history(head)))
    if commit.is_cut:
        return None
    added = [{each.path for each in changes if each.old is None} for changes in commit.changes]
    paths = frozenset(set.intersection(*added) if added else ())
    return Beginning(commit, paths - _moved(repository, commit, paths))


def _moved(repository: Repository, commit: Commit, paths: Iterable[str]) -> set[str]:
    """Those of the paths at which there is a record that went from another path."""
    changes = [each for changes in commit.changes for each in changes]
    gone = _ids(repository, [(each.path, each.old) for each in changes if each.new is None])
    if not gone:
        return set()
    coming = _ids(repository, [(each.path, each.new) for each in changes if each.path in paths])
    return {path for path, name in coming.items() if name in gone.values()}


def _ids(repository: Repository, blobs: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """The ids of the records that blobs hold, by path."""
    asked = {path: blob for path, blob in blobs if blob is not None and path.endswith(".md")}
    contents = repository.read_blobs(list(asked.values()), limit=STANDARD.document)
    found: dict[str, str] = {}
    for path, (_, data) in zip(asked, contents, strict=True):
        document = read(data).document
        name = None if document is None else record_id(document.record)
        if name is not None:
            found[path] = name
    return found
