"""What a review says in words, the same in each of its forms for people (DESIGN section 11)."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.findings import Severity
from sgm_git.record import fields
from sgm_git.report.context_item import KNOWN_TYPES
from sgm_git.report.findings import counted
from sgm_git.report.moments import moment
from sgm_git.report.review.phrase import Phrase, Quoted, joined, numbered
from sgm_git.report.review.standing_words import type_name
from sgm_git.workflows.review.meanwhile import GO_TOGETHER
from sgm_git.workflows.review.model import ConcernKind, what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.review.model import (
        Collision,
        Consent,
        FileReview,
        RecordReview,
        Review,
        Step,
    )

# The sections of a report, in their order.
NOTES = "To know about this review"
WRONG = "Wrong beside these records"
FIRST = "Look at these first"
FILES = "Files that decide"
COLLISIONS = "Against what others do meanwhile"
ELSEWHERE = "Found beside these records"
OTHERS = "Other records"
MANY = "Many of one kind, a line each (sgm diff tells what they say)"
GRAPH = "How the records hang together"

CONCERNS: dict[ConcernKind, str] = {
    ConcernKind.HIDDEN: "hidden text",
    ConcernKind.DISPUTED: "not borne out by git",
    ConcernKind.UNSIGNED: "signature missing",
    ConcernKind.BINDS: "starts to bind",
    ConcernKind.RULE_CHANGES: "a binding rule changes",
    ConcernKind.UNBINDS: "stops binding",
    ConcernKind.WORD_CHANGES: "whose word it is changes",
    ConcernKind.FLIPS: "counts otherwise",
    ConcernKind.REASON_LOST: "loses its reason",
    ConcernKind.GIVES_UP: "gives something up",
    ConcernKind.GREW_OLD: "grew old",
    ConcernKind.BEHIND: "changed on the other side too",
}
"""What each kind of concern is called."""

GRAVE = frozenset((ConcernKind.HIDDEN, ConcernKind.DISPUTED, ConcernKind.UNSIGNED))
"""Kinds that say something is wrong; the others say that something changes."""

_OID = re.compile(r"([0-9a-f]{40}(?:[0-9a-f]{24})?)([~^].*)?", re.DOTALL)
_RECORD = ("record", "records")
_CONSEQUENCES: dict[ConcernKind, tuple[str, str]] = {
    ConcernKind.HIDDEN: ("record has text that nobody sees", "records have text that nobody sees"),
    ConcernKind.DISPUTED: ("record is not borne out by git", "records are not borne out by git"),
    ConcernKind.UNSIGNED: (
        "record lacks a signature that is required",
        "records lack a signature that is required",
    ),
    ConcernKind.BINDS: (
        "rule starts to bind everybody who reads it",
        "rules start to bind everybody who reads them",
    ),
    ConcernKind.RULE_CHANGES: (
        "rule that binds says something else",
        "rules that bind say something else",
    ),
    ConcernKind.UNBINDS: ("rule stops binding", "rules stop binding"),
    ConcernKind.WORD_CHANGES: (
        "record is given as another's word, or of another time",
        "records are given as another's word, or of another time",
    ),
    ConcernKind.FLIPS: (
        "record counts for something else, or no more",
        "records count for something else, or no more",
    ),
    ConcernKind.REASON_LOST: ("decision loses its reason", "decisions lose their reason"),
    ConcernKind.GIVES_UP: (
        "record gives something up by consent",
        "records give something up by consent",
    ),
    ConcernKind.GREW_OLD: (
        "status can be relied on no more",
        "statuses can be relied on no more",
    ),
    ConcernKind.BEHIND: (
        "record was changed on the other side too",
        "records were changed on the other side too",
    ),
}
BECAME = ("added", "changed", "retired", "affected", "removed", "moved", "respelled")
"""What can become of a record, in the order in which it is told."""

_WORDS = {"affected": "affected by others", "respelled": "only spelled otherwise"}


def title(review: Review) -> Phrase:
    """Give the title of the report."""
    ends = review.ends
    tip, trusted = (Quoted(end_name(name)) for name in (ends.tip_name, ends.trusted_name))
    return ("What merging ", tip, " into ", trusted, " changes")


def end_name(name: str) -> str:
    """Give a name as it was given; of a whole object id in it as much as a person needs."""
    found = _OID.fullmatch(name)
    return f"{short(found[1])}{found[2] or ''}" if found else name


def headline(review: Review) -> str:
    """Give what it touches in a sentence: how many records, of which types, and files."""
    parts = [f"{each} ({types})" if types else each for each, types in counts(review)]
    number = len(review.records)
    said = f"{numbered(number, *_RECORD)} of the team's memory: {', '.join(parts)}"
    files = numbered(len(review.files), "file that decides", "files that decide")
    if not review.records:
        said = "No record of the team's memory"
        return f"{said}, but {files}." if review.files else f"{said} is touched."
    return f"{said}; and {files}." if review.files else f"{said}."


def counts(review: Review) -> Iterator[tuple[str, str]]:
    """Give how many records became what, and of which types: ``2 added``, ``1 rule, 1 fact``.

    Types that are not the standard's are told together, so that no word of a record is in it.
    """
    found = review.counts
    for became in BECAME:
        if found.get(became):
            yield f"{found[became]} {became_words(became)}", type_counts(review.types(became))


def type_counts(types: dict[str, int]) -> str:
    """Give how many there are of each type; those that nobody knows together."""
    told: Counter[str] = Counter()
    for kind, number in types.items():
        told[kind if kind in KNOWN_TYPES else "of another type"] += number
    many = {"status": "statuses", "of another type": "of another type"}
    return ", ".join(numbered(told[kind], kind, many.get(kind)) for kind in sorted(told))


def became_words(became: str) -> str:
    """Give what became of a record in words."""
    return _WORDS.get(became, became)


def consequences(review: Review) -> list[str]:
    """Give what merging would do that somebody should look at, the gravest first."""
    kinds = Counter(
        kind for each in review.records for kind in {concern.kind for concern in each.concerns}
    )
    return [numbered(kinds[kind], *_CONSEQUENCES[kind]) for kind in ConcernKind if kinds[kind]]


def verdict(review: Review) -> str:
    """Give how many findings are new."""
    return f"New findings: {counted(review.new) or 'none'}."


def record_name(each: RecordReview) -> Phrase:
    """Give what a record is called, and what became of it: ``rule rule-x added``.

    A file that has no id is called by its path.
    """
    entry, became = each.diff.entry, what_became_of(each)
    name = Quoted(entry.id or entry.path)
    return (*type_name(each.type), " ", name, f" {became_words(became)}")


def record_place(each: RecordReview) -> Phrase:
    """Give where its file lies, and where it lay if it moved."""
    old = each.diff.moved_from
    moved: Phrase = () if old is None else (", moved from ", Quoted(old))
    return (Quoted(each.diff.entry.path), *moved)


def record_title(each: RecordReview) -> str | None:
    """Give its title as it is now, or was before it went; None where it has none."""
    found = [fields.text_field(record, "title") for record in each.diff.records if record]
    return next((title for title in reversed(found) if title), None)


def step_words(step: Step) -> Phrase:
    """Give a commit of the range: which, whose, when, what it changed, and its signature."""
    fields = joined((Quoted(name),) for name in step.fields)
    return (
        f"{short(step.commit)} by ",
        Quoted(f"{step.author} <{step.email}>"),
        f", {moment(step.time)}",
        *((": ", *fields) if fields else ()),
        *(("; ", Quoted(step.signature)) if step.signature else ()),
    )


def consent_words(consent: Consent) -> Phrase:
    """Give what is given up, and by which commit."""
    where = f" is given up on purpose: an SGM-Allow line in {short(consent.commit)} says so"
    return (Quoted(consent.pointer), where)


def file_words(file: FileReview) -> Phrase:
    """Give what a file that decides is, and what became of it."""
    kind = "trust rests on it" if file.kind == "trust" else "steers a tool"
    moved: Phrase = () if file.old_path is None else (" and moved from ", Quoted(file.old_path))
    return (Quoted(file.path), f" {file.change}", *moved, f" ({kind})")


NO_EFFECT = "nothing that it means changes"
"""What is said of such a file whose change has no effect."""


def collision_words(collision: Collision) -> Phrase:
    """Give what does not go together with which branch."""
    ours, theirs = Quoted(collision.ours), Quoted(collision.theirs)
    where: Phrase = (ours, " here, ", theirs, " there") if ours != theirs else (ours,)
    weight = "no conflict: " if goes_together(collision) else ""
    return (Quoted(collision.branch), f": {weight}", Quoted(collision.text), " (", *where, ")")


def goes_together(collision: Collision) -> bool:
    """Whether both sides change a record so that git can merge it."""
    return collision.kind == "same-record" and collision.text.endswith(GO_TOGETHER)


def first(review: Review) -> list[RecordReview]:
    """Give the records to look at first: with new errors, then those with concerns."""
    return sorted(filter(is_first, review.records), key=lambda each: not has_error(each))


def others(review: Review) -> list[RecordReview]:
    """Give the other ones."""
    return [each for each in review.records if not is_first(each)]


def is_first(each: RecordReview) -> bool:
    """Whether somebody should look at a record before others."""
    return bool(each.concerns) or has_error(each)


def has_error(each: RecordReview) -> bool:
    """Whether an error could not be found in it before."""
    return any(finding.severity is Severity.ERROR for finding in each.new)


def others_heading(review: Review, became: str) -> str:
    """Give what stands above the records that nobody need look at first and that became so."""
    chosen = [each for each in others(review) if what_became_of(each) == became]
    types = type_counts(dict(Counter(each.type or "" for each in chosen)))
    return f"{len(chosen)} {became_words(became)} ({types})"


def kinds_of_others(review: Review) -> list[str]:
    """Give what became of records that nobody need look at first, in the order of a report."""
    found = {what_became_of(each) for each in others(review)}
    return [became for became in BECAME if became in found]
