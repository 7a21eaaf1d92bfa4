"""The commits on a line of time, and how records hang together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.report.review.web.axis import Axis, axis_of
from sgm_git.report.review.web.graph import drawing
from sgm_git.report.review.web.timeline import timeline
from sgm_git.workflows.review.model import Edge, Graph, Node, RecordReview, Step
from tests.report.review.building import oid
from tests.report.review.example import example
from tests.report.review.web.reader import Page

DAY = 86_400
MONDAY = 1_790_553_600  # 2026-09-28T00:00:00Z


def record(*steps: Step) -> RecordReview:
    return replace(example().records[0], steps=steps)


def step(number: int, author: str = "Ada", time: int | None = MONDAY) -> Step:
    return Step(oid(f"{number}"), author, "ada@example.org", time)


def test_days_are_marked_on_a_line_of_days() -> None:
    marks = [label for _, label in Axis(MONDAY + 5, MONDAY + 4 * DAY).marks()]
    assert marks == ["29 Sep 2026", "30 Sep 2026", "1 Oct 2026", "2 Oct 2026"]


def test_hours_are_marked_on_a_short_one() -> None:
    marks = [label for _, label in Axis(MONDAY + 8 * 3_600, MONDAY + 10 * 3_600).marks()]
    assert marks == ["08:00", "08:30", "09:00", "09:30", "10:00"]


def test_a_line_of_one_moment_has_it_in_the_middle() -> None:
    axis = axis_of([MONDAY])
    assert axis is not None
    assert (axis.share(MONDAY), [*axis.marks()]) == (0.5, [(MONDAY, "28 Sep 2026")])


@pytest.mark.parametrize("time", [10**15, -(10**15)])
def test_what_has_no_date_has_no_place(time: int) -> None:
    assert axis_of([time]) is None
    assert axis_of([time, MONDAY]) == Axis(MONDAY, MONDAY)
    assert "@" in Page(timeline([record(step(1, time=time))])).named("time")[0].text


@given(st.integers(-(10**11), 10**11), st.integers(0, 10**11))
def test_there_are_few_marks_and_all_lie_on_the_line(start: int, length: int) -> None:
    axis = axis_of([start, start + length])
    if axis is None:
        return
    marks = [time for time, _ in axis.marks()]
    assert len(marks) <= 7
    assert all(0 <= axis.share(time) <= 1 for time in marks)


def test_a_commit_of_several_records_is_one_with_a_link_to_each() -> None:
    found = Page(timeline([record(step(1)), record(step(1), step(2, time=None))]))
    first, second = found.named("li")
    links = [e.attributes["href"] for e in found.named("a") if first in e.above]
    assert links == ["#r1", "#r2"]
    assert "at an unreadable time" in second.text
    assert len(found.named("circle")) == 1


def test_authors_without_a_line_of_their_own_share_one() -> None:
    steps = [step(number, f"author {number}") for number in range(20)]
    found = Page(timeline([record(*steps)]))
    assert [e.text for e in found.named("text", "who")][-1] == "others"
    assert len(found.named("text", "who")) == 8
    assert "20 commits" in found.named("summary")[0].text


def test_no_commit_is_no_drawing() -> None:
    assert timeline([record()]) == ""


def node(name: str, *, is_changed: bool = False) -> Node:
    return Node(name, f"Title of {name}", "rule", None, is_changed)


def test_what_hangs_together_is_drawn_and_told() -> None:
    nodes = (node("a", is_changed=True), node("b"), node("alone"))
    edges = (Edge("a", "b", "supersedes", "added"), Edge("b", "a", "link"))
    found = Page(drawing(Graph(nodes, edges, left_out=2)))
    assert [e.text for e in found.named("text", "id")] == ["a", "b"]
    assert len(found.named("rect", "changed")) == 2  # one of them in the legend
    (told,) = found.named("details")
    assert "a now supersedes b" in told.text
    assert "b links to a" in told.text
    assert "2 records have no room here." in found.named("p")[0].text


def test_an_arrow_that_points_back_ends_at_the_right_of_its_target() -> None:
    nodes = (node("a"), node("b"))
    back = Page(drawing(Graph(nodes, (Edge("a", "b", "link"), Edge("b", "a", "supersedes")))))
    link, turned = back.named("path", "tip")
    assert "l-7" in (link.attributes["d"] or "")
    assert "l7" in (turned.attributes["d"] or "")


@pytest.mark.parametrize("edges", [(), (Edge("a", "gone", "link"),)])
def test_nothing_hangs_together(edges: tuple[Edge, ...]) -> None:
    assert drawing(Graph((node("a"),), edges)) == ""


def test_a_large_graph_is_cut() -> None:
    nodes = tuple(node(f"n{number}") for number in range(60))
    edges = tuple(Edge(f"n{number}", f"n{number + 1}", "link") for number in range(59))
    found = Page(drawing(Graph(nodes, edges)))
    assert len(found.named("text", "id")) == 40
    assert "20 records have no room here." in found.named("p")[0].text
