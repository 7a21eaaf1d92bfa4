"""A review as a table: a line a record, for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.cells import csv_line
from sgm_git.report.changes import field_name
from sgm_git.report.logs import harmless
from sgm_git.report.review.wording import record_title
from sgm_git.workflows.review.model import what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import RecordReview, Review

COLUMNS = (
    *("change", "concerns", "type", "id", "title", "path", "old_path"),
    *("standing_before", "standing_after", "binds_before", "binds_after", "trust"),
    *("fields", "gives_up", "errors", "warnings", "notes", "known"),
)
"""What a line holds, in this order; new columns come at its end. No text of a record begins it."""


def review_rows(review: Review) -> Iterator[str]:
    """Give the names of the columns, and a line a record, in the order of the review.

    ``errors``, ``warnings`` and ``notes`` count what is new, ``known`` what could be found before.
    """
    yield csv_line(COLUMNS)
    yield from (harmless(csv_line(_cells(each))) for each in review.records)


def _cells(each: RecordReview) -> list[str | int]:
    return [*_what(each), *_taken(each), *_found(each)]


def _what(each: RecordReview) -> Iterator[str]:
    yield what_became_of(each)
    yield ", ".join(dict.fromkeys(concern.kind for concern in each.concerns))
    yield from (each.type or "", each.diff.entry.id or "", record_title(each) or "")
    yield from (each.diff.entry.path, each.diff.moved_from or "")


def _taken(each: RecordReview) -> Iterator[str]:
    sides = (each.before, each.after)
    yield from ("" if side is None else side.standing.value for side in sides)
    yield from map(_binds, sides)
    yield "" if each.after is None else each.after.trust.value


def _found(each: RecordReview) -> Iterator[str | int]:
    yield ", ".join(dict.fromkeys(map(field_name, each.diff.changes)))
    yield ", ".join(consent.pointer for consent in each.consents)
    for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO):
        yield sum(finding.severity is severity for finding in each.new)
    yield len(each.old)


def _binds(side: Reading | None) -> str:
    return "" if side is None else "yes" if side.binds else "no"
