"""The commits of a range on a line of time, and as a list that can be read."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.report.moments import moment, utc
from sgm_git.report.review.phrase import Quoted, numbered
from sgm_git.report.review.web.axis import Axis, axis_of
from sgm_git.report.review.web.markup import Markup, code, join, plain, quote, scrolled, tag
from sgm_git.report.review.web.record import name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.workflows.review.model import RecordReview, Step

_WIDTH, _LEFT, _RIGHT = 800, 170, 30
_LANE, _TOP, _FOOT = 34, 8, 26
_COLUMN = 14  # what lies closer together is one dot
_MOST_LANES = 8
_NAME = 18  # characters of an author's name
_MOST_COMMITS = 200
_FOLDED = 12  # commits from which on the list is folded
_MOST_LINKS = 12
_NAMED = 60  # characters of a record's id


@dataclass(frozen=True, slots=True)
class Made:
    """A commit with the records that it made a version of, each with its number."""

    step: Step
    records: tuple[tuple[int, RecordReview], ...]


def timeline(records: Sequence[RecordReview]) -> Markup:
    """Give the drawing with its list; nothing where no commit is known."""
    made = _made(records)
    if not made:
        return Markup()
    shown = tag("ol", *map(_item, made[:_MOST_COMMITS]), class_="commits")
    left = len(made) - _MOST_COMMITS
    more = tag("p", f"{numbered(left, 'commit')} more", class_="means") if left > 0 else ""
    if len(made) >= _FOLDED:
        shown = tag("details", tag("summary", numbered(len(made), "commit")), shown, more)
    axis = axis_of([each.step.time for each in made if each.step.time is not None])
    return join(scrolled(_drawing(made, axis)) if axis else "", "\n", shown)


def _made(records: Sequence[RecordReview]) -> list[Made]:
    """The commits, by their time as far as there is one."""
    steps: dict[str, Step] = {}
    touched: dict[str, list[tuple[int, RecordReview]]] = {}
    for number, each in enumerate(records, 1):
        for step in each.steps:
            steps.setdefault(step.commit, step)
            touched.setdefault(step.commit, []).append((number, each))
    found = [Made(step, tuple(touched[commit])) for commit, step in steps.items()]
    return sorted(found, key=lambda made: (made.step.time is None, made.step.time or 0))


def _item(made: Made) -> Markup:
    step = made.step
    signed = (" ", tag("span", Quoted(step.signature), class_="signed")) if step.signature else ()
    left = len(made.records) - _MOST_LINKS
    links = (join(" ", _link(*found)) for found in made.records[:_MOST_LINKS])
    return tag(
        "li",
        *(tag("time", moment(step.time)), " ", code(short(step.commit)), " "),
        *(tag("span", quote(step.author), class_="author"), *signed),
        tag("div", *links, f" and {left} more" if left > 0 else "", class_="touched"),
    )


def _link(number: int, each: RecordReview) -> Markup:
    entry = each.diff.entry
    return tag("a", code(entry.id or entry.path, _NAMED), href=f"#{name_of(number)}")


def _drawing(made: Sequence[Made], axis: Axis) -> Markup:
    lanes = _lanes(made)
    height = _TOP + _LANE * len(lanes) + _FOOT
    rows = (_lane(number, name, made, axis) for number, (name, made) in enumerate(lanes.items()))
    title = tag("title", f"{numbered(len(made), 'commit')} by {numbered(len(lanes), 'author')}")
    marks = join(*_marks(axis, height))
    return tag(
        "svg",
        *(title, marks, *rows),
        class_="time",
        viewBox=f"0 0 {_WIDTH} {height}",
        role="img",
    )


def _lanes(made: Iterable[Made]) -> dict[str, list[Made]]:
    """The commits by author, the busiest first; those for whom there is no lane together."""
    dated = [each for each in made if utc(each.step.time or 0) and each.step.time is not None]
    busy = [name for name, _ in Counter(e.step.author for e in dated).most_common()]
    own = busy if len(busy) <= _MOST_LANES else busy[: _MOST_LANES - 1]
    return _by_lane(dated, {name: [] for name in own})


def _by_lane(dated: Iterable[Made], lanes: dict[str, list[Made]]) -> dict[str, list[Made]]:
    for each in dated:
        name = each.step.author if each.step.author in lanes else ""
        lanes.setdefault(name, []).append(each)
    return lanes


def _lane(number: int, name: str, made: Iterable[Made], axis: Axis) -> Markup:
    y = _TOP + _LANE * number + _LANE // 2
    label = plain(name, _NAME) if name else "others"
    line = tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, class_="lane")
    counted = Counter(_place(each, axis) // _COLUMN for each in made)
    dots = [
        tag("circle", cx=column * _COLUMN + _COLUMN // 2, cy=y, r=_size(count), class_="dot")
        for column, count in sorted(counted.items())
    ]
    text = tag("text", label, x=0, y=_LANE // 2 + 4, class_="who")
    top = y - _LANE // 2
    # a drawing of its own cuts off what is wider than it
    who = tag("svg", text, x=0, y=top, width=_LEFT - _COLUMN, height=_LANE)
    return tag("g", who, line, *dots)


def _marks(axis: Axis, height: int) -> Iterator[Markup]:
    bottom = height - _FOOT
    for time, label in axis.marks():
        x = _x(axis, time)
        yield tag("line", x1=x, x2=x, y1=_TOP, y2=bottom, class_="mark")
        yield tag("text", label, x=x, y=bottom + 18, text_anchor="middle", class_="when")


def _place(made: Made, axis: Axis) -> int:
    return _x(axis, made.step.time or 0)


def _x(axis: Axis, time: int) -> int:
    return _LEFT + round(axis.share(time) * (_WIDTH - _LEFT - _RIGHT))


def _size(count: int) -> int:
    """How large a dot is for so many commits: its area grows with them, to a limit."""
    return min(round(5 * math.sqrt(count)), _LANE // 2)
