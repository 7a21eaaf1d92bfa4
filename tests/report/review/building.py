"""Reviews of records by hand: entries, readings and differences without a repository."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from sgm_git.document import write
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root
from sgm_git.store.entry import Entry
from sgm_git.witness.reading import Reading, Review, Standing, Taken
from sgm_git.witness.trust import Trust
from sgm_git.workflows.diffing import RecordDiff
from sgm_git.workflows.review.model import RecordReview

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

ROOT = Root("memory", RootConfig(), {})


def oid(what: str | bytes) -> str:
    """Forty hex digits that are those of ``what``, and of nothing else."""
    data = what.encode("utf-8", "surrogatepass") if isinstance(what, str) else what
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


def entry(record: JsonObject | bytes, path: str) -> Entry:
    """The file that holds a record, or just these bytes."""
    data = record if isinstance(record, bytes) else write(record)
    return Entry(ROOT, path, oid(data), data)


def reading(
    entry: Entry,
    standing: Standing,
    word: str | None = None,
    review: Review = Review.REVIEWED,
    **given: Any,  # noqa: ANN401 - any field
) -> Reading:
    """How the record of a file is to be taken; ``given`` are other fields of the reading."""
    record = entry.record
    if record is None:
        raise AssertionError("only what can be read has a reading")
    defaults: dict[str, Any] = {
        "taken": Taken(standing, word),
        "trust": Trust.CONSISTENT,
        "binds": standing is Standing.IN_FORCE,
    }
    return Reading(record, "memory", entry.path, entry.blob, review=review, **defaults | given)


def record_review(
    before: Reading | bytes | None,
    after: Reading | bytes | None,
    **given: Any,  # noqa: ANN401 - any field
) -> RecordReview:
    """What is said of a record that was and will be taken so; bytes are what nobody can read.

    ``path`` among ``given`` is where such bytes lie; the others are fields of the review.
    """
    path = given.pop("path", "")
    difference = RecordDiff(_entry_of(before, path), _entry_of(after, path))
    return RecordReview(difference, _readable(before), _readable(after), **given)


def _readable(side: Reading | bytes | None) -> Reading | None:
    return side if isinstance(side, Reading) else None


def _entry_of(side: Reading | bytes | None, path: str) -> Entry | None:
    if side is None:
        return None
    if isinstance(side, Reading):
        return Entry(ROOT, side.path, side.blob, write(side.record))
    return entry(side, path)
