"""One record on the page of a review: what it is, why to look at it, and what changes in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.review import wording
from sgm_git.report.review.cards import told_changes, trust_told, words_that_bind
from sgm_git.report.review.phrase import Quoted, numbered
from sgm_git.report.review.standing_words import (
    is_taken_as_before,
    meaning,
    standing,
    standing_change,
    type_name,
)
from sgm_git.report.review.web.fields import field_table, value_table, whole_text
from sgm_git.report.review.web.filters import classes
from sgm_git.report.review.web.markup import Markup, code, join, lines, quote, tag
from sgm_git.witness.trust import Trust
from sgm_git.workflows.review.model import what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.report.review.phrase import Phrase
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import Concern, RecordReview


_WEIGHTS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_EVERYWHERE = "."
_LONG = 2_000  # characters of what must be read to its end
_HEADING = 120  # characters from which on a title is set smaller


def name_of(number: int) -> str:
    """Give what a record is called in addresses of the page: by its place, not by its words."""
    return f"r{number}"


def card(each: RecordReview, number: int) -> Markup:
    """Give the record; one that nobody need look at first is folded."""
    head, body = _head(each, number), lines(_body(each))
    if not wording.is_first(each):
        body = tag("details", tag("summary", head), body, class_="fold", open=bool(each.new))
    else:
        body = join(head, "\n", body)
    name = name_of(number)
    return tag("article", body, class_=_classes(each), id=name, aria_labelledby=f"{name}-name")


def findings(found: Sequence[Finding]) -> Markup:
    """Give findings as a list, each with its weight, code and place."""
    return tag("ul", *map(_finding, found), class_="findings")


def _classes(each: RecordReview) -> str:
    grave = wording.has_error(each) or any(c.kind in wording.GRAVE for c in each.concerns)
    weight = " grave" if grave else " worth" if each.concerns else ""
    return f"card {classes(each)}{weight}"


def _head(each: RecordReview, number: int) -> Markup:
    entry, became = each.diff.entry, what_became_of(each)
    title = wording.record_title(each)
    name = (
        code(entry.path)
        if title is None and entry.id is None
        else quote(title or entry.id or "", _LONG)
    )
    kind = tag("span", *type_name(each.type), class_="type")
    change = tag("span", wording.became_words(became), class_=f"became {became}")
    is_long = len(title or "") > _HEADING
    return tag(
        "header",
        tag("p", kind, " ", change, class_="kind"),
        tag("h3", name, id=f"{name_of(number)}-name", class_="long" if is_long else "plain"),
        tag("p", *_where(each), class_="where"),
    )


def _where(each: RecordReview) -> Iterator[Markup | str]:
    entry = each.diff.entry
    if entry.id is not None:
        yield from (code(entry.id), " ")
    yield code(entry.path)
    if each.diff.moved_from is not None:
        yield from (" moved from ", code(each.diff.moved_from))


def _body(each: RecordReview) -> Iterator[Markup]:
    if each.concerns:
        yield tag("ul", *map(_concern, each.concerns), class_="concerns")
    yield _standing(each)
    yield tag("dl", *_facts(each), class_="facts")
    is_whole = each.diff.before is None or each.diff.after is None
    yield (value_table if is_whole else field_table)(told_changes(each))
    text = words_that_bind(each)
    if text:
        yield tag("h4", "What it says, which stays as it is")
        yield tag("div", whole_text(text), class_="says")
    yield from _found(each)


def _concern(concern: Concern) -> Markup:
    label = tag("strong", wording.CONCERNS[concern.kind])
    weight = "grave" if concern.kind in wording.GRAVE else "worth"
    return tag("li", label, " ", tag("span", quote(concern.text, _LONG)), class_=weight)


def _standing(each: RecordReview) -> Markup:
    """How it is to be taken before and after; once where that is the same."""
    before, after = standing_change(each)
    if is_taken_as_before(each):
        return tag("dl", _side("Before and after", each.after, after), class_="standing")
    sides = (_side("Before", each.before, before), _side("Once merged", each.after, after))
    return tag("dl", *sides, class_="standing")


def _side(name: str, reading: Reading | None, said: Phrase) -> Markup:
    if reading is None:
        shown, weight = join(*said), "none"
    else:
        means = tag("span", meaning(reading), class_="means")
        shown, weight = join(*standing(reading), " ", means), "binds" if reading.binds else "free"
    return tag("div", tag("dt", name), tag("dd", shown), class_=weight)


def _facts(each: RecordReview) -> Iterator[Markup]:
    reading = each.after
    if reading is not None:
        trust = trust_told(each)
        if trust is not None:
            yield _fact("Trust", trust, "grave" if reading.trust is Trust.DISPUTED else "")
        yield from (_fact("Note", (Quoted(note),)) for note in reading.notes)
    yield from (_fact("Given up", wording.consent_words(one), "worth") for one in each.consents)
    yield from (_fact("Commit", wording.step_words(step)) for step in each.steps)


def _fact(label: str, said: Phrase, weight: str = "") -> Markup:
    return tag("div", tag("dt", label), tag("dd", *said), class_=f"fact {weight}".rstrip())


def _found(each: RecordReview) -> Iterator[Markup]:
    if each.new:
        yield tag("h4", numbered(len(each.new), "new finding"))
        yield findings(each.new)
    if each.old:
        known = numbered(len(each.old), "finding that it had before", "findings that it had before")
        yield tag("details", tag("summary", known), findings(each.old), class_="known")


def _finding(finding: Finding) -> Markup:
    line = "" if finding.span is None else f":{finding.span.line}"
    is_somewhere = finding.path != _EVERYWHERE
    place = (" ", tag("span", code(f"{finding.path}{line}"), class_="at")) if is_somewhere else ()
    return tag(
        "li",
        tag("span", _WEIGHTS[finding.severity], class_=f"severity {finding.severity.value}"),
        " ",
        tag("code", finding.code),
        " ",
        quote(finding.message, _LONG),
        *place,
        class_="finding",
    )
