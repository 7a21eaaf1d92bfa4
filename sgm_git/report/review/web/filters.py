"""Chooses what of a review is shown by style alone: a choice, and classes that it goes by."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sgm_git.report.context_item import KNOWN_TYPES
from sgm_git.report.review.web.markup import Markup, join, tag
from sgm_git.report.review.wording import is_first
from sgm_git.workflows.review.model import what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.workflows.review.model import RecordReview

_OTHER = "other"
_NAMES = {
    "first": "to look at first",
    "found": "with new findings",
    "b-added": "added",
    "b-changed": "changed",
    "b-retired": "retired",
    "b-removed": "removed",
    "b-affected": "affected by others",
    "b-moved": "moved",
    "b-respelled": "only spelled otherwise",
    "t-rule": "rules",
    "t-decision": "decisions",
    "t-status": "statuses",
    "t-task": "tasks",
    "t-fact": "facts",
    "t-annotation": "annotations",
    "t-other": "of another type",
}
_LEAST = 2  # choices that are worth making


def classes(each: RecordReview) -> str:
    """Give the classes that a record is chosen by, in our words only."""
    return " ".join(_choices(each))


def classes_of(records: Iterable[RecordReview]) -> str:
    """Give those that any of several records has."""
    return " ".join(dict.fromkeys(choice for each in records for choice in _choices(each)))


def choice(records: Sequence[RecordReview]) -> Markup:
    """Give what to choose by; nothing where there is nothing to choose from."""
    counted = Counter(found for each in records for found in _choices(each))
    kinds = [name for name in _NAMES if 0 < counted[name] < len(records)]
    if len(kinds) < _LEAST:
        return Markup()
    options = [_option("all", "all", len(records))]
    options += [_option(name, _NAMES[name], counted[name]) for name in kinds]
    return tag("fieldset", tag("legend", "Show"), *options, class_="choice")


def _option(name: str, label: str, number: int) -> Markup:
    marked = tag("input", type="radio", name="show", id=f"show-{name}", checked=name == "all")
    said = join(label, " ", tag("span", str(number), class_="number"))
    return join(marked, tag("label", said, for_=f"show-{name}"))


def _choices(each: RecordReview) -> Iterator[str]:
    if is_first(each):
        yield "first"
    if each.new:
        yield "found"
    yield f"b-{what_became_of(each)}"
    yield f"t-{each.type if each.type in KNOWN_TYPES else _OTHER}"
