"""A review as text for a terminal (DESIGN section 11, ``sgm review``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.report.escape import visible
from sgm_git.report.logs import harmless
from sgm_git.report.review import summary, wording
from sgm_git.report.review.cards import changed_lines, facts, finding_words
from sgm_git.report.review.phrase import Quoted, numbered, told
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.report.review.phrase import Phrase
    from sgm_git.workflows.review.model import RecordReview, Review

_INDENT = "  "
_LONGEST = 500  # characters of others in a line
_LABELS = {2: ("red", "bold"), 1: ("yellow",), 0: ("cyan",)}


def review_lines(review: Review, style: Style = PLAIN) -> Iterator[str]:
    """Give the report line by line: what merging would do, then what should be looked at first.

    No line of it acts on a terminal or on whoever runs a pipeline, whatever a record says.
    """
    return map(harmless, _lines(review, style))


def _lines(review: Review, style: Style) -> Iterator[str]:
    yield from _head(review, style)
    wrong, beside = summary.grave_elsewhere(review), summary.other_elsewhere(review)
    yield from _section(wording.WRONG, map(finding_words, wrong), style)
    yield from _section(wording.NOTES, ((Quoted(note),) for note in review.notes), style)
    yield from _cards(wording.FIRST, wording.first(review), style)
    yield from _files(review, style)
    yield from _section(wording.COLLISIONS, map(wording.collision_words, review.collisions), style)
    yield from _section(wording.ELSEWHERE, map(finding_words, beside), style)
    yield from _others(review, style)


def _head(review: Review, style: Style) -> Iterator[str]:
    yield style.paint(told(wording.title(review), _named), "bold")
    yield wording.headline(review)
    yield from _indented(summary.bullets(review))
    yield wording.verdict(review)
    yield from _indented(summary.heaps(review))


def _indented(phrases: Iterable[Phrase]) -> Iterator[str]:
    return (f"{_INDENT}{told(phrase, _quoted)}" for phrase in phrases)


def _quoted(text: str) -> str:
    shown = visible(text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}\u2026"


def _named(text: str) -> str:
    return f'"{_quoted(text)}"'


def _heading(name: str, style: Style) -> Iterator[str]:
    yield from ("", style.paint(name, "bold"))


def _section(name: str, phrases: Iterable[Phrase], style: Style) -> Iterator[str]:
    lines = list(_indented(phrases))
    if lines:
        yield from (*_heading(name, style), *lines)


def _files(review: Review, style: Style) -> Iterator[str]:
    if review.files:
        yield from _heading(wording.FILES, style)
    for file in review.files:
        yield f"{_INDENT}{told(wording.file_words(file), _quoted)}"
        for effect in map(_quoted, file.effects or (wording.NO_EFFECT,)):
            yield f"{_INDENT * 2}{effect}"


def _cards(name: str, records: Iterable[RecordReview], style: Style) -> Iterator[str]:
    for number, each in enumerate(records):
        yield from () if number else _heading(name, style)
        yield from ("", *_card(each, style))


def _others(review: Review, style: Style) -> Iterator[str]:
    """The records that nobody need look at first; many new ones of one type are a line each."""
    others = wording.others(review)
    paths, sorts = summary.brief(review), summary.heaped(review)
    at_length = [
        replace(e, new=summary.told_apart(e.new, sorts))
        for e in others
        if e.diff.entry.path not in paths
    ]
    in_short = map(summary.brief_words, (e for e in others if e.diff.entry.path in paths))
    yield from _cards(wording.OTHERS, at_length, style)
    yield from _section(wording.MANY, in_short, style)


def _card(each: RecordReview, style: Style) -> Iterator[str]:
    yield style.paint(told(wording.record_name(each), _quoted), "bold")
    for fact in facts(each):
        label = style.paint(f"{fact.label}:", *_LABELS[fact.weight])
        yield f"{_INDENT}{label} {told(fact.said, _quoted)}"
    if each.old:
        yield f"{_INDENT}{numbered(len(each.old), 'finding')} that it had before"
    lines = list(changed_lines(each, style))
    while lines and not lines[-1].strip():
        lines.pop()
    yield from (f"{_INDENT * 2}{line}" if line else "" for line in lines)
