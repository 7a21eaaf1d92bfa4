"""What of a review stands beside its findings where a pipeline annotates files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.formats.checked import Notice
from sgm_git.report.review.phrase import told
from sgm_git.report.review.wording import (
    COLLISIONS,
    CONCERNS,
    GRAVE,
    NO_EFFECT,
    collision_words,
    file_words,
    record_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.review.model import Collision, FileReview, RecordReview, Review

_FILES = {"trust": "trust rests on this file", "tool": "this file steers a tool"}


def notices(review: Review) -> list[Notice]:
    """Give a notice for each file that should be looked at, in the order of the report as text.

    Records with a concern, files that trust rests on and whose change means something, files that
    steer tools, collisions.
    """
    return list(_notices(review))


def _notices(review: Review) -> Iterator[Notice]:
    yield from map(_of_record, review.with_concerns())
    yield from (_of_file(each) for each in review.files if each.kind == "trust" and each.effects)
    yield from (_of_file(each) for each in review.files if each.kind == "tool")
    yield from map(_of_collision, review.collisions)


def _of_file(each: FileReview) -> Notice:
    said = "; ".join(each.effects) or NO_EFFECT
    is_grave = each.kind == "trust" and bool(each.effects)
    return Notice(each.path, _FILES[each.kind], f"{told(file_words(each), str)}: {said}", is_grave)


def _of_record(each: RecordReview) -> Notice:
    said = "; ".join(concern.text for concern in each.concerns)
    title = CONCERNS[each.concerns[0].kind]
    is_grave = any(concern.kind in GRAVE for concern in each.concerns)
    return Notice(each.diff.entry.path, title, f"{told(record_name(each), str)}: {said}", is_grave)


def _of_collision(each: Collision) -> Notice:
    return Notice(each.ours, COLLISIONS, told(collision_words(each), str))
