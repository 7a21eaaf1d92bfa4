"""What is told of one record in a review, line by line, for every form that is read as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.record import fields
from sgm_git.record.absent import ABSENT
from sgm_git.record.masking import veiled
from sgm_git.record.value import same
from sgm_git.report.comparing import field_lines
from sgm_git.report.escape import visible
from sgm_git.report.review.phrase import Phrase, Quoted
from sgm_git.report.review.standing_words import is_taken_as_before, standing_change, trust_words
from sgm_git.report.review.wording import (
    CONCERNS,
    GRAVE,
    consent_words,
    record_place,
    record_title,
    step_words,
)
from sgm_git.report.style import PLAIN, Style
from sgm_git.witness.changes import field_changes
from sgm_git.witness.trust import Trust
from sgm_git.workflows.review.model import ConcernKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.changes import FieldChange
    from sgm_git.workflows.review.model import RecordReview

_SAID_IN_HEAD = (("id",), ("type",), ("title",))
_CONTENT = ("content",)
_MADE = tuple(("provenance", name) for name in ("agent", "origin", "created_at", "session"))


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about a record: ``label`` says in our words what kind of thing is ``said``.

    ``weight``: 2 where something is wrong, 1 where somebody should look, else 0.
    """

    label: str
    said: Phrase
    weight: int = 0


def facts(each: RecordReview) -> Iterator[Fact]:
    """Give what there is to say of a record but for its fields."""
    title = record_title(each)
    if title is not None:
        yield Fact("title", (Quoted(title),))
    for concern in each.concerns:
        weight = 2 if concern.kind in GRAVE else 1
        yield Fact(CONCERNS[concern.kind], (Quoted(concern.text),), weight)
    yield Fact("file", record_place(each))
    yield from _standing(each)
    yield from (Fact("consent", consent_words(consent), 1) for consent in each.consents)
    yield from (Fact("commit", step_words(step)) for step in each.steps)
    yield from (Fact("new finding", finding_words(finding), 1) for finding in each.new)


def finding_words(finding: Finding) -> Phrase:
    """Give a finding: its weight and code, where it stands, and what it says."""
    line = "" if finding.span is None else f":{finding.span.line}"
    weight = "note" if finding.severity is Severity.INFO else finding.severity.value
    head = f"{weight} {finding.code} in "
    return (head, Quoted(f"{finding.path}{line}"), ": ", Quoted(finding.message))


def changed_lines(each: RecordReview, style: Style = PLAIN) -> Iterator[str]:
    """Give the fields that differ as lines of text, bodies by their words.

    Of a rule that starts to bind its words are told also where they stay as they are.
    Of a record that is there on one side only: all but what its head or its commits say already.
    """
    yield from field_lines(each.diff, style, told_changes(each))
    text = words_that_bind(each)
    if text:
        yield style.paint("content, which stays as it is:", "cyan")
        yield from (f"  {visible(line)}".rstrip() for line in veiled(text).split("\n"))


def told_changes(each: RecordReview) -> list[FieldChange]:
    """Give the fields that differ; of a record that is there on one side only all it has else.

    Of one whose file stays, and is no record any more, there are none.
    """
    before, after = each.diff.records
    if each.left_at is not None:
        return []
    if each.diff.before is not None and each.diff.after is not None:
        return each.diff.changes
    found = field_changes([], after) if after is not None else []
    if before is not None:
        found = field_changes([before], {})
    scope = _scope(after if before is None else before)
    return [change for change in found if not _is_said(change, scope)]


def words_that_bind(each: RecordReview) -> str | None:
    """Give what a rule that starts to bind says, where its words stay as they are; else None."""
    if each.after is None or all(c.kind is not ConcernKind.BINDS for c in each.concerns):
        return None
    if any(change.pointer == _CONTENT for change in told_changes(each)):
        return None
    return fields.text_field(each.after.record, "content")


def trust_told(each: RecordReview) -> Phrase | None:
    """Give how far git bears it out; None where it just agrees, or what disputes it is told."""
    if each.after is None or each.after.trust is Trust.CONSISTENT or _is_told(each):
        return None
    return trust_words(each.after)


def _scope(record: JsonObject | None) -> JsonValue:
    return {} if record is None else record.get("scope", {})


def _is_said(change: FieldChange, scope: JsonValue) -> bool:
    """Whether its head says it, or its commits do: who made it, and when; or its scope does."""
    if change.pointer == ("provenance", "scope"):
        made_for = change.before if change.after is ABSENT else change.after
        return made_for is not ABSENT and any(same(made_for, each) for each in ({}, scope))
    return change.pointer in (*_SAID_IN_HEAD, *_MADE)


def _is_told(each: RecordReview) -> bool:
    """Whether what disputes it is a concern or a new finding, which are told beside it."""
    if any(concern.kind is ConcernKind.DISPUTED for concern in each.concerns):
        return True
    told = {f"{finding.code} {finding.message}" for finding in each.new}
    told |= {concern.text for concern in each.concerns}
    wrong = () if each.after is None else each.after.wrong
    return bool(wrong) and told.issuperset(wrong)


def _standing(each: RecordReview) -> Iterator[Fact]:
    before, after = standing_change(each)
    if is_taken_as_before(each):
        yield Fact("before and after", after)
    else:
        yield Fact("before", before)
        yield Fact("after", after)
    if each.after is not None:
        trust = trust_told(each)
        if trust is not None:
            yield Fact("git", trust, 2 * (each.after.trust is Trust.DISPUTED))
        yield from (Fact("note", (Quoted(note),)) for note in each.after.notes)
