"""Merges of documents: what is kept of each side, and where people have to choose."""

from __future__ import annotations

from sgm_git.document.merging import Marks, merge_documents

PLAIN = Marks()
BASE = """---
id: x   # the id
title: T
annotations:
  - kind: status
    value: proposed
provenance:
  agent: a
---

# Head

one
two
three
"""


def merged(ours: str, theirs: str, base: str = BASE, marks: Marks = PLAIN) -> str:
    result = merge_documents(base.encode(), ours.encode(), theirs.encode(), marks)
    assert result is not None
    return result.data.decode()


def test_changes_of_both_sides_are_kept_with_their_comments() -> None:
    ours = BASE.replace("title: T", "title: O # mine").replace("three", "3")
    theirs = BASE.replace("proposed", "accepted # good").replace("# Head", "# Heading")
    wanted = ours.replace("proposed", "accepted # good").replace("# Head", "# Heading")
    assert merged(ours, theirs) == wanted
    assert merged(theirs, ours) == wanted


def test_a_conflict_stands_in_the_smallest_place() -> None:
    ours = BASE.replace("title: T", "title: O").replace("two", "TWO")
    theirs = BASE.replace("title: T", "title: P").replace("two", "zwei").replace("Head", "Heading")
    assert merged(ours, theirs) == (
        BASE.replace("Head", "Heading")
        .replace("title: T\n", "<<<<<<< ours\ntitle: O\n=======\ntitle: P\n>>>>>>> theirs\n")
        .replace("two\n", "<<<<<<< ours\nTWO\n=======\nzwei\n>>>>>>> theirs\n")
    )


def test_the_base_stands_between_where_it_is_asked_for() -> None:
    ours, theirs = (BASE.replace("title: T", f"title: {each}") for each in "OP")
    marks = Marks(9, "HEAD", "their\nbranch", base="base")
    assert merged(ours, theirs, marks=marks) == BASE.replace(
        "title: T\n",
        "<<<<<<<<< HEAD\ntitle: O\n||||||||| base\ntitle: T\n"
        "=========\ntitle: P\n>>>>>>>>> their branch\n",
    )
