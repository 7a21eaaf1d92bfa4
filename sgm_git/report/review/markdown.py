"""A review as Markdown that fits a comment on GitHub or GitLab (DESIGN section 11).

What matters most comes first, at the greatest length for which there is room; of what there is no
room for is said how much it is, and how to see it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.report.fencing import inline
from sgm_git.report.logs import harmless
from sgm_git.report.review import summary, wording
from sgm_git.report.review.cards import finding_words
from sgm_git.report.review.fitting import Section, fitted, size
from sgm_git.report.review.markdown_parts import (
    bullets,
    cards,
    file_lengths,
    line,
    phrase,
    quoted,
)
from sgm_git.report.review.mermaid import mermaid
from sgm_git.report.review.phrase import numbered
from sgm_git.workflows.review.model import what_became_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sgm_git.report.review.fitting import Lines
    from sgm_git.workflows.review.model import RecordReview, Review

LIMIT = 60_000
"""Characters: a comment on GitHub holds 65,536."""

_LEGEND = "All that records, commits and files say stands in `code`; so may words of sgm."
_HINT = "`sgm diff` tells what those say of which a line stands here."
_NAME = 120
_SHARE = 8  # of all room, for the drawing


def markdown(review: Review, limit: int = LIMIT) -> str:
    """Give the report, ``limit`` characters of it at most (a few thousand are always needed).

    Nothing that a record, a commit or a file name says stands outside code, so that it can be
    nothing but text; no line of it is a command to whoever prints it in a log.
    """
    found = fitted([_harmless(section) for section in _sections(review, limit)], limit)
    return "".join(f"{each}\n" for each in found)


def _sections(review: Review, limit: int) -> Iterator[Section]:
    first = [_lengths(each) for each in wording.first(review)]
    files = [list(file_lengths(file)) for file in review.files]
    yield Section([*_head(review)], (), _nothing, [])
    wrong = summary.grave_elsewhere(review)
    yield from _list(wording.WRONG, map(phrase, map(finding_words, wrong)))
    yield from _list(wording.NOTES, [quoted(note) for note in review.notes])
    yield from _section(wording.FIRST, first, "record")
    yield from _section(wording.FILES, files, "file")
    yield from _list(
        wording.COLLISIONS, map(phrase, map(wording.collision_words, review.collisions))
    )
    beside = summary.other_elsewhere(review)
    yield from _list(wording.ELSEWHERE, map(phrase, map(finding_words, beside)))
    yield from _others(review)
    yield from _graph(review, limit)
    yield Section([*_foot(review)], (), _nothing, [])


def _head(review: Review) -> Iterator[str]:
    yield from (f"## {phrase(wording.title(review))}", "", f"**{wording.headline(review)}**", "")
    found = bullets(summary.bullets(review))
    if found:
        yield from ("If it is merged:", "", *found, "")
    yield from (f"{wording.verdict(review)} {_LEGEND}", "")
    heaps = bullets(summary.heaps(review))
    yield from (*heaps, "") if heaps else ()


def _foot(review: Review) -> Iterator[str]:
    ends = review.ends
    command = inline(f"sgm review {ends.trusted_name}..{ends.tip_name}", 2 * _NAME)
    yield f"All of it is told by {command}, and what a finding means by `sgm rule CODE`."


def _lengths(each: RecordReview) -> list[Lines]:
    return [*cards(each), line(each)]


def _other_lengths(
    each: RecordReview, brief: frozenset[str], sorts: frozenset[summary.Sort]
) -> list[Lines]:
    if each.diff.entry.path in brief:
        return [bullets([summary.brief_words(each)]), line(each)]
    return _lengths(replace(each, new=summary.told_apart(each.new, sorts)))


def _list(name: str, items: Iterable[str]) -> Iterator[Section]:
    return _section(name, [[[f"- {item}"]] for item in items], "line")


def _section(name: str, parts: Sequence[Sequence[Lines]], what: str) -> Iterator[Section]:
    if parts:
        yield Section([f"### {name}", ""], parts, _more(what), [""])


def _others(review: Review) -> Iterator[Section]:
    paths, sorts = summary.brief(review), summary.heaped(review)
    for number, became in enumerate(wording.kinds_of_others(review)):
        title = wording.others_heading(review, became)
        chosen = [e for e in wording.others(review) if what_became_of(e) == became]
        is_brief = any(each.diff.entry.path in paths for each in chosen)
        hint = (_HINT, "") if is_brief else ()
        opening = ["<details>", f"<summary>{title}</summary>", "", *hint]
        heading = [] if number else [f"### {wording.OTHERS}", ""]
        parts = [_other_lengths(each, paths, sorts) for each in chosen]
        yield Section([*heading, *opening], parts, _more("record"), ["", "</details>", ""])


def _graph(review: Review, limit: int) -> Iterator[Section]:
    """The drawing; it has its room before all else, unless that would be too much of it."""
    gone = [each.diff.entry for each in review.records if each.diff.after is None]
    names = (name for e in gone if e.id for name in (e.id, f"{e.root.path}:{e.id}"))
    drawn = mermaid(review.graph, frozenset(names))
    if not drawn:
        return
    left = numbered(review.graph.left_out, "record has", "records have")
    more = [f"{left} no room in it.", ""] if review.graph.left_out else []
    lines = ["```mermaid", *drawn.splitlines(), "```", "", *more]
    opening = [f"### {wording.GRAPH}", ""]
    if size(lines) <= limit // _SHARE:
        yield Section([*opening, *lines, ""], (), _nothing, [])
    else:
        yield Section(opening, [[lines]], lambda _: "It has no room here.", [""])


def _harmless(section: Section) -> Section:
    parts = [[list(map(harmless, lines)) for lines in part] for part in section.parts]
    opening, closing = (list(map(harmless, each)) for each in (section.opening, section.closing))
    return Section(opening, parts, section.more, closing)


def _nothing(_: int) -> str:
    return ""


def _more(what: str) -> Callable[[int], str]:
    return lambda number: f"- {numbered(number, what)} more, for which there is no room here"
