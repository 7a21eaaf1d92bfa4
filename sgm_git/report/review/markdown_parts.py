"""The pieces of a review in Markdown, of which each can be told at length or in short.

Every text of others stands in a code span or a code block, which GitHub and GitLab leave as they
are: no mention, reference, link, image or HTML comes out of one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.report.fencing import fenceless, inline
from sgm_git.report.review import wording
from sgm_git.report.review.cards import changed_lines, facts, finding_words
from sgm_git.report.review.phrase import numbered, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.report.review.cards import Fact
    from sgm_git.report.review.phrase import Phrase
    from sgm_git.workflows.review.model import FileReview, RecordReview

_WORDS = 300  # characters of others in a line
_LINE = 400  # characters of a line of a block
_FENCE = 3
_EFFECTS = (100, 30, 8, 0)  # of one file
_SIGNS = ("+ ", "- ")
_MARKS = ("[-", "{+", " -> ")
_RUNS = re.compile("`+")


@dataclass(frozen=True, slots=True)
class _Length:
    """How much is told of one record: lines of its block, and facts of one kind."""

    lines: int
    facts: int


_LENGTHS = (_Length(120, 30), _Length(40, 8), _Length(10, 3))


def quoted(text: str) -> str:
    """Give a text of others as a code span."""
    return inline(text, _WORDS)


def phrase(said: Phrase) -> str:
    """Give a phrase with others' texts as code spans."""
    return told(said, quoted)


def bullets(phrases: Iterable[Phrase]) -> list[str]:
    """Give a list, an item a phrase."""
    return [f"- {phrase(said)}" for said in phrases]


def cards(each: RecordReview) -> Iterator[list[str]]:
    """Give a record with its facts and its fields, from the longest to the shortest."""
    fields = list(changed_lines(each))
    while fields and not fields[-1].strip():
        fields.pop()
    heading = f"#### {_capital(phrase(wording.record_name(each)))}"
    for length in _LENGTHS:
        told_block = ["", *block(fields, length.lines)] if fields else []
        yield [heading, "", *_body(each, length), *told_block, ""]


def line(each: RecordReview) -> list[str]:
    """Give a record in a line: what it is, and why somebody should look at it."""
    why = [wording.CONCERNS[concern.kind] for concern in each.concerns]
    reasons = f": {', '.join(dict.fromkeys(why))}" if why else ""
    return [f"- {phrase(wording.record_name(each))}{reasons}"]


def file_lengths(file: FileReview) -> Iterator[list[str]]:
    """Give a file that decides with what the change of it does, from the longest to the shortest.

    Where there is no room for all of it a line says how much it is.
    """
    head = f"- {phrase(wording.file_words(file))}"
    effects = [quoted(effect) for effect in file.effects] or [wording.NO_EFFECT]
    for most in _EFFECTS:
        left = len(effects) - most
        more = [f"{numbered(left, 'effect')} more"] if left > 0 and file.effects else []
        yield [head, *(f"  - {each}" for each in [*effects[:most], *more])]


def block(lines: Sequence[str], limit: int, language: str = "diff") -> list[str]:
    """Give lines as a code block which none of them can end; ``limit`` of them at most."""
    shown = list(_block_lines(lines[:limit]))
    if len(lines) > limit:
        shown.append(f"  \u2026 {numbered(len(lines) - limit, 'line')} more")
    longest = max((len(run) for each in shown for run in _RUNS.findall(each)), default=0)
    fence = "`" * max(_FENCE, longest + 1)
    return [f"{fence}{language}", *shown, fence]


def _body(each: RecordReview, length: _Length) -> Iterator[str]:
    yield from _facts(list(facts(each)), length)
    if each.old:
        known = numbered(len(each.old), "finding that it had before", "findings that it had before")
        yield from ("", f"<details><summary>{known}</summary>", "")
        yield from bullets(finding_words(finding) for finding in each.old[: length.facts])
        yield from ("", "</details>")


def _facts(found: Sequence[Fact], length: _Length) -> Iterator[str]:
    """The facts as a list; of one kind no more than there is room for."""
    counts: dict[str, int] = {}
    for fact in found:
        counts[fact.label] = number = counts.get(fact.label, 0) + 1
        if number <= length.facts:
            label = f"**{fact.label}**" if fact.weight else fact.label
            yield f"- {label}: {phrase(fact.said)}"
    for label, number in counts.items():
        if number > length.facts:
            yield f"- {label}: {number - length.facts} more"


def _block_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines with a sign in front by which their colour is told: what came, went, or changed."""
    sign = ""
    for text in lines:
        if text and not text.startswith(" "):
            sign = text[:2] if text[:2] in _SIGNS else ""
        yield f"{sign or _sign(text)}{fenceless(_cut(text).removeprefix(sign))}".rstrip()


def _sign(text: str) -> str:
    return "! " if any(mark in text for mark in _MARKS) else "  "


def _cut(text: str) -> str:
    left = len(text) - _LINE
    return f"{text[:_LINE]}\u2026 {numbered(left, 'character')} more" if left > 0 else text


def _capital(text: str) -> str:
    return text if text.startswith("`") else text[:1].upper() + text[1:]
