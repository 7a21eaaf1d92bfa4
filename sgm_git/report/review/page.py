"""A review as one page of HTML that needs nothing else (DESIGN section 11).

It has no script and asks no network for anything; its policy forbids both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sgm_git.commits import short
from sgm_git.report.review import summary, wording
from sgm_git.report.review.phrase import Quoted, numbered, told
from sgm_git.report.review.web.filters import choice, classes_of
from sgm_git.report.review.web.graph import drawing
from sgm_git.report.review.web.markup import Markup, code, join, lines, plain, quote, tag
from sgm_git.report.review.web.record import card, findings, name_of
from sgm_git.report.review.web.style import STYLE, style_hash
from sgm_git.report.review.web.timeline import timeline
from sgm_git.workflows.review.model import ConcernKind, what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.report.review.phrase import Phrase
    from sgm_git.workflows.review.model import FileReview, RecordReview, Review

_TIMELINE = "When it was made"
_MOST_NAMED = 40  # records in the contents
_TITLE = 60  # characters of a title there
_POLICY = (
    "default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)


_Numbered: TypeAlias = "tuple[int, RecordReview]"


def html(review: Review) -> str:
    """Give the page, with a line feed at its end.

    No text of a record, a commit or a file name is anything but text in it.
    """
    sections = list(_sections(review))
    page = (
        Markup("<!doctype html>"),
        Markup('<html lang="en">'),
        tag("head", "\n", lines(_head(review)), "\n"),
        tag("body", "\n", lines(_body(review, sections)), "\n"),
        Markup("</html>"),
    )
    return lines(page) + "\n"


def _head(review: Review) -> Iterator[Markup]:
    yield tag("meta", charset="utf-8")
    policy = _POLICY.format(digest=style_hash())
    yield tag("meta", http_equiv="Content-Security-Policy", content=policy)
    yield tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    yield tag("meta", name="color-scheme", content="light dark")
    yield tag("meta", name="referrer", content="no-referrer")
    yield tag("title", Markup(told(wording.title(review), plain)))
    yield tag("link", rel="icon", href="data:,")  # else a browser asks for one
    yield tag("style", Markup(STYLE))


def _body(review: Review, sections: Sequence[tuple[str, str, Markup]]) -> Iterator[Markup]:
    yield tag("a", "To the review", href="#review", class_="skip")
    yield tag("header", *_title(review), class_="title")
    yield tag("nav", _contents(review, sections), aria_label="Contents")
    shown = (_section(*each) for each in sections)
    yield tag("main", "\n", lines((*_summary(review), *shown)), "\n", id="review")
    yield tag("footer", tag("p", *_foot(review)))


def _title(review: Review) -> Iterator[Markup]:
    ends = review.ends
    yield tag("p", "Review of the team's memory", class_="over")
    yield tag("h1", *wording.title(review))
    base = code(short(ends.base)) if ends.base else "nothing that both have"
    trusted, tip = _end(ends.trusted_name, ends.trusted), _end(ends.tip_name, ends.tip)
    yield tag("p", "judged by ", trusted, "; ", tip, " since ", base, class_="ends")


def _end(name: str, oid: str) -> Markup:
    """A name with the commit that it stands for, once where it is that commit's id or its head."""
    commit = code(short(oid))
    is_id = bool(name) and oid.startswith(name)
    return commit if is_id else join(Quoted(wording.end_name(name)), " ", commit)


def _summary(review: Review) -> Iterator[Markup]:
    items = list(_consequences(review))
    yield tag("p", wording.headline(review), class_="lead")
    if items:
        yield tag("h2", "If it is merged", class_="quiet")
        yield tag("ul", *items, class_="consequences")
    weight = "found" if review.new else "none"
    yield tag("p", wording.verdict(review), class_=f"verdict {weight}")
    yield choice(review.records)


def _consequences(review: Review) -> Iterator[Markup]:
    """What merging would do, each leading to the first record that does it."""
    yield from _of_section(review, wording.WRONG, "wrong", "grave")
    yield from _of_section(review, wording.FIRST, "first", "grave")
    places: dict[ConcernKind, int] = {}
    for number, each in enumerate(review.records, 1):
        for concern in each.concerns:
            places.setdefault(concern.kind, number)
    kinds = [kind for kind in ConcernKind if kind in places]
    for kind, said in zip(kinds, wording.consequences(review), strict=True):
        weight = "grave" if kind in wording.GRAVE else "worth"
        yield tag("li", tag("a", said, href=f"#{name_of(places[kind])}"), class_=weight)
    yield from _of_section(review, wording.FILES, "files", "worth")
    yield from _of_section(review, wording.COLLISIONS, "collisions", "worth")


def _of_section(review: Review, section: str, name: str, weight: str) -> Iterator[Markup]:
    for said in summary.of_the_rest(review, section):
        yield tag("li", tag("a", *said, href=f"#{name}"), class_=weight)


def _sections(review: Review) -> Iterator[tuple[str, str, Markup]]:
    """Each with its name in addresses, its heading and what is in it; those that have anything."""
    wrong, beside = summary.grave_elsewhere(review), summary.elsewhere_but(review)
    yield from _some("wrong", wording.WRONG, findings(wrong) if wrong else Markup())
    yield from _some("notes", wording.NOTES, _list((Quoted(n),) for n in review.notes))
    yield from _some("first", wording.FIRST, _cards(_first(review)))
    yield from _some("files", wording.FILES, lines(map(_file, review.files)))
    collisions = map(wording.collision_words, review.collisions)
    yield from _some("collisions", wording.COLLISIONS, _list(collisions))
    shown = findings(beside) if beside else Markup()
    yield from _some("elsewhere", wording.ELSEWHERE, shown)
    yield from _some("others", wording.OTHERS, lines(_others(review)))
    yield from _some("timeline", _TIMELINE, timeline(review.records))
    yield from _some("graph", wording.GRAPH, drawing(review.graph))


def _some(name: str, heading: str, shown: Markup) -> Iterator[tuple[str, str, Markup]]:
    if shown:
        yield name, heading, shown


def _section(name: str, heading: str, shown: Markup) -> Markup:
    head = tag("h2", heading, id=f"{name}-name")
    return tag(
        "section", head, "\n", shown, id=name, class_=f"part {name}", aria_labelledby=f"{name}-name"
    )


def _list(phrases: Iterable[Phrase]) -> Markup:
    items = [tag("li", *said) for said in phrases]
    return tag("ul", *items) if items else Markup()


def _first(review: Review) -> list[_Numbered]:
    found = [(n, each) for n, each in enumerate(review.records, 1) if wording.is_first(each)]
    return sorted(found, key=lambda numbered: not wording.has_error(numbered[1]))


def _cards(records: Sequence[_Numbered], *heading: Markup) -> Markup:
    if not records:
        return Markup()
    group = f"group {classes_of(each for _, each in records)}"
    shown = lines((*heading, *(card(each, number) for number, each in records)))
    return tag("div", "\n", shown, "\n", class_=group)


def _others(review: Review) -> Iterator[Markup]:
    numbered_all = enumerate(review.records, 1)
    others = [(n, each) for n, each in numbered_all if not wording.is_first(each)]
    for became in wording.kinds_of_others(review):
        chosen = [(n, each) for n, each in others if what_became_of(each) == became]
        yield _cards(chosen, tag("h3", wording.others_heading(review, became)))


def _file(file: FileReview) -> Markup:
    effects = [tag("li", quote(effect)) for effect in file.effects]
    said = tag("ul", *effects) if effects else tag("p", wording.NO_EFFECT, class_="means")
    name = tag("h3", *wording.file_words(file))
    return tag("article", name, said, class_=f"file {file.kind}")


def _contents(review: Review, sections: Sequence[tuple[str, str, Markup]]) -> Markup:
    items = []
    for name, heading, _ in sections:
        below = _named(review) if name == "first" else Markup()
        items.append(tag("li", tag("a", heading, href=f"#{name}"), below))
    return tag("ul", *items)


def _named(review: Review) -> Markup:
    """The records to look at first, by their titles."""
    found = _first(review)
    items = [_link(each, number) for number, each in found[:_MOST_NAMED]]
    left = len(found) - len(items)
    more = tag("li", numbered(left, "more record"), class_="means") if left else Markup()
    return tag("ul", *items, more)


def _link(each: RecordReview, number: int) -> Markup:
    title = wording.record_title(each) or each.diff.entry.id or each.diff.entry.path
    return tag("li", tag("a", quote(title, _TITLE), href=f"#{name_of(number)}"))


def _foot(review: Review) -> Iterator[Markup | str]:
    ends = review.ends
    yield from ("Made by ", code("sgm review"), " of ")
    yield join(code(short(ends.trusted)), "..", code(short(ends.tip)), ". ")
    yield from (
        "What a code such as ",
        code("F112"),
        " means is told by ",
        code("sgm rule F112"),
        ".",
    )
