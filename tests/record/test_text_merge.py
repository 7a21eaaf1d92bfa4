"""Merges of texts by lines, held against git's own."""

from __future__ import annotations

import time
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.record.text_merge import clean_merges, merge_text, sides
from tests.record.strategies import LINES, TEXTS
from tests.support import untraced

if TYPE_CHECKING:
    from tests.support import GitSandbox

_OLD = [f"old {number}" for number in range(14)]
_NEW = st.sampled_from([*(f"new {number}" for number in range(8)), "", ""])
_EDIT = st.tuples(st.integers(0, 20), st.integers(0, 3), st.lists(_NEW, max_size=3))


def edited(lines: list[str], edits: list[tuple[int, int, list[str]]]) -> str:
    for start, length, new in edits:
        lines = [*lines[:start], *new, *lines[start + length :]]
    return "\n".join(lines)


@st.composite
def forks(draw: st.DrawFn) -> tuple[str, str, str]:
    """A text and two edits of it; only empty lines stand in the text more than once."""
    lines = [[line, ""] if draw(st.booleans()) else [line] for line in _OLD]
    base = list(chain.from_iterable(lines))[: draw(st.integers(0, 20))]
    ours, theirs = (edited(base, draw(st.lists(_EDIT, max_size=3))) for _ in range(2))
    return "\n".join(base), ours, theirs


def git_merge(box: GitSandbox, *texts: str) -> str | None:
    """What ``git merge-file`` makes of it, None where it finds a conflict."""
    for name, text in zip(("base", "ours", "theirs"), texts, strict=True):
        box.write(name, text + "\n")
    merged = box.run("merge-file", "-p", "ours", "base", "theirs", check=False).decode()
    is_clean = not any(line.startswith("<<<<<<<") for line in merged.split("\n"))
    return merged.removesuffix("\n") if is_clean else None


@given(forks())
def test_a_clean_merge_is_the_one_of_git(sandbox: GitSandbox, texts: tuple[str, str, str]) -> None:
    merged, by_git = merge_text(*texts), git_merge(sandbox, *texts)
    if by_git is None:
        lines = {line for text in texts for line in text.split("\n")}
        assert merged is None or set(merged.split("\n")) <= lines
    else:
        assert merged in (by_git, None)


@given(forks())
def test_what_merges_is_among_all_that_may_come_out(texts: tuple[str, str, str]) -> None:
    merged = merge_text(*texts)
    assert merged is None or merged in clean_merges(*texts)


def test_repeated_lines_may_leave_it_open_where_a_change_was_made() -> None:
    texts = ("x\n-\n-\n-\n-\ny", "x\n-\n-\n-\n-\n-\ny", "x\n-\nz\n-\n-\ny")
    assert clean_merges(*texts) == {"x\n-\nz\n-\n-\n-\ny", "x\n-\n-\nz\n-\n-\ny"}


@given(forks())
def test_both_ways_round_give_the_same(texts: tuple[str, str, str]) -> None:
    base, ours, theirs = texts
    assert merge_text(base, ours, theirs) == merge_text(base, theirs, ours)


@pytest.mark.parametrize("texts", [LINES, TEXTS], ids=["lines", "texts"])
def test_a_change_of_one_side_wins(texts: st.SearchStrategy[str]) -> None:
    @given(texts, texts)
    def holds(base: str, changed: str) -> None:
        assert merge_text(base, changed, base) == changed
        assert merge_text(base, base, changed) == changed
        assert merge_text(base, changed, changed) == changed

    holds()


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("a b c", "a b c d", "A b c", "A b c d"),
        ("a b c", "A b c", "a b C", "A b C"),
        ("a b", "A b", "a B", None),
        ("a b c", "b c", "a b", "b"),
        ("a", "b", "c", None),
        ("a b c", "a X b c", "a Y b c", None),
        ("a b c", "a X b c", "a X b C", "a X b C"),
        ("a b c", "a c", "a B c", None),
        ("A _ B", "A _ P _ B", "a _ B", "a _ P _ B"),
        ("A _ B", "A _ B _ P", "a _ B", "a _ B _ P"),
        ("_", "a _", "_ b", "a _ b"),
    ],
)
def test_changes_meet_where_no_line_stands_between(
    base: str, ours: str, theirs: str, merged: str | None
) -> None:
    texts = [text.replace(" ", "\n").replace("_", "") for text in (base, ours, theirs)]
    wanted = None if merged is None else merged.replace(" ", "\n").replace("_", "")
    assert merge_text(*texts) == wanted


@pytest.mark.parametrize("mark", ["\r", "\x0b", "\x0c", "\x85", "\u2028"])
def test_only_a_line_feed_ends_a_line(mark: str) -> None:
    base = f"a{mark}b"
    assert merge_text(base, f"A{mark}b", f"a{mark}B") is None


@pytest.mark.parametrize("form", ["x\n{side} {n}", "{n}\n{side}", "{n}\n{n}\n{side}", "x\n{side}"])
@pytest.mark.parametrize("size", [250, 2_000, 20_000])
@untraced
def test_no_text_takes_long(form: str, size: int) -> None:
    texts = ["\n".join(form.format(side=s, n=n) for n in range(size)) for s in ("", "o", "t")]
    began = time.process_time()
    merge_text(*texts)
    merge_text(texts[0], texts[1][:900], texts[2])
    assert time.process_time() - began < 20


def test_a_long_text_with_many_changes_merges() -> None:
    lines = [f"line {n}" for n in range(20_000)]
    ours, theirs, both = ([*lines] for _ in range(3))
    for n in range(0, 20_000, 50):
        ours[n] = both[n] = f"ours {n}"
        theirs[n + 20] = both[n + 20] = f"theirs {n}"
    assert merge_text(*map("\n".join, (lines, ours, theirs))) == "\n".join(both)


def test_a_long_text_with_few_changes_merges() -> None:
    lines = [f"line {n}" if n % 3 else "" for n in range(20_000)]
    ours, theirs = ([*lines[:at], "new", *lines[at:]] for at in (100, 15_000))
    merged = [*lines[:100], "new", *lines[100:15_000], "new", *lines[15_000:]]
    assert merge_text(*map("\n".join, (lines, ours, theirs))) == "\n".join(merged)


@given(forks())
def test_what_conflicts_is_what_git_marks_where_one_merge_is_all_there_is(
    sandbox: GitSandbox, texts: tuple[str, str, str]
) -> None:
    found = sides(*texts)
    assert found == sides(texts[0], texts[2], texts[1])[::-1]
    lines = {line for text in texts for line in text.split("\n")}
    assert {line for side in found for line in side.split("\n")} <= lines
    merged = merge_text(*texts)
    assert (found == (merged, merged)) == (found[0] == found[1])
    by_git = [git_side(sandbox, side, *texts) for side in ("--ours", "--theirs")]
    base, *both = (text.split("\n") for text in texts)
    assume(all(is_told_one_way(base, side) for side in both))
    assert list(found) == by_git


def is_told_one_way(base: list[str], side: list[str]) -> bool:
    """Whether every line of both stands in each once, in one order: all take these for kept."""
    kept = [line for line in base if line in side]
    return kept == [line for line in side if line in base] and len(kept) == len(set(kept))


def git_side(box: GitSandbox, side: str, *texts: str) -> str:
    """What ``git merge-file`` makes of it where conflicts are settled for one side."""
    for name, text in zip(("base", "ours", "theirs"), texts, strict=True):
        box.write(name, text + "\n")
    return box.run("merge-file", "-p", side, "ours", "base", "theirs").decode().removesuffix("\n")


def test_conflicts_far_apart_leave_what_is_between_merged() -> None:
    found = sides("a\nb\nc\nd\ne\nf\ng", "A\nb\nc\nd\nE\nf\ng", "x\nb\nC\nd\ne\nf\ny")
    assert found == ("A\nb\nC\nd\nE\nf\ny", "x\nb\nC\nd\nE\nf\ny")


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "conflict"),
    [
        ("y - m k", "- y m K", "y m k", ("- y m K", "y m K")),
        ("a b c _", "n a b c _", "_ _ n", ("n a b c _", "_ _ n")),  # which of two blanks is kept?
    ],
)
def test_where_repeated_lines_leave_it_open_the_conflict_is_around_them(
    base: str, ours: str, theirs: str, conflict: tuple[str, str]
) -> None:
    texts = (base, ours, theirs, *conflict)
    base, ours, theirs, *wanted = (text.replace(" ", "\n").replace("_", "") for text in texts)
    assert list(sides(base, ours, theirs)) == wanted
