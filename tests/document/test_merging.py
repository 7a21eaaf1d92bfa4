"""Merges of documents: what is kept of each side, and where people have to choose."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.document.merging import Marks, merge_documents
from sgm_git.document.read import read
from sgm_git.document.write import write
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue

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


def marked(ours: str, theirs: str) -> str:
    return f"<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n"


def test_theirs_choice_stands_as_they_typed_it() -> None:
    ours = BASE.replace("title: T", "title: O # mine")
    theirs = BASE.replace("title: T", "# why\ntitle: 'P'")
    assert merged(ours, theirs) == BASE.replace(
        "title: T\n", marked("title: O # mine\n", "# why\ntitle: 'P'\n")
    )


def test_fields_side_by_side_are_chosen_each_for_itself() -> None:
    ours, theirs = (
        BASE.replace("title: T", f"title: {t}").replace("id: x ", f"id: {t} ") for t in "OP"
    )
    assert merged(ours, theirs) == BASE.replace(
        "id: x   # the id\ntitle: T\n",
        marked("id: O   # the id\n", "id: P   # the id\n") + marked("title: O\n", "title: P\n"),
    )


def test_comments_and_order_of_both_sides_are_kept() -> None:
    ours = BASE.replace("title: T", "# ours\ntitle: T").replace("two", "2")
    theirs = BASE.replace("provenance:", "# theirs\nprovenance:").replace("kind: s", "kind: 's")
    theirs = theirs.replace("kind: 'status", "kind: 'status'")
    wanted = theirs.replace("title: T", "# ours\ntitle: T").replace("two", "2")
    assert merged(ours, theirs) == wanted


def test_annotations_that_are_put_in_order_keep_their_comments() -> None:
    ours = BASE.replace("proposed", "proposed # soon").replace(
        "provenance", "  - {kind: risk} # mine\n  # too\n  - {kind: cost}\nprovenance"
    )
    theirs = BASE.replace("provenance", "  - kind: note\nprovenance")
    wanted = BASE.replace("proposed", "proposed # soon").replace(
        "provenance",
        "  # too\n  - {kind: cost}\n  - kind: note\n  - {kind: risk} # mine\nprovenance",
    )
    assert merged(ours, theirs) == wanted


def test_what_both_began_keeps_its_comments_in_another_order() -> None:
    ours = BASE.replace("proposed", "proposed # soon\n  - {kind: a} # first")
    result = merged(ours, ours.replace("proposed", "accepted"), "")
    assert "  - {kind: a} # first\n" in result
    assert "    value: proposed # soon\n" in result


def test_an_edit_against_a_delete_is_a_conflict() -> None:
    ours = BASE.replace("title: T\n", "")
    theirs = BASE.replace("title: T", "title: P")
    assert merged(ours, theirs) == BASE.replace("title: T\n", marked("", "title: P\n"))


ADDED = "---\nid: x\ntitle: T\nannotations:\n  - kind: {0}\n---\n\nsame\n{1}\n"


@pytest.mark.parametrize("base", [None, b"", b"no document"])
def test_what_both_added_is_shared_as_far_as_they_agree(base: bytes | None) -> None:
    ours, theirs = ADDED.format("risk", "one"), ADDED.format("cost", "two")
    found = merge_documents(base, ours.encode(), theirs.encode())
    assert found is not None
    wanted = ADDED.format("cost\n  - kind: risk", "one")
    assert found.data.decode() == wanted.replace("one\n", marked("one\n", "two\n"))


@pytest.mark.parametrize("bad", [b"text", b"---\na: [\n---\n", b"---\na: 1\na: 2\n---\n", b"\xff"])
def test_what_is_no_record_is_left_to_git(bad: bytes) -> None:
    base = BASE.encode()
    assert merge_documents(base, bad, base) is None
    assert merge_documents(base, base, bad) is None
    assert merge_documents(base, base, merged(OURS, THEIRS).encode()) is None


OURS, THEIRS = (BASE.replace("title: T", f"title: {t}").replace("two", t) for t in "OP")


@pytest.mark.parametrize("style", [None, "base"])
@pytest.mark.parametrize("size", [7, 9])
def test_a_base_with_markers_stands_for_both_its_readings(style: str | None, size: int) -> None:
    base = merged(OURS, THEIRS, marks=Marks(size, base=style))
    ours, theirs = (side.replace("proposed", "accepted") for side in (OURS, THEIRS))
    other = ours.replace("# Head", "# H").replace("title: O", "title: 'O'")
    assert merged(ours, other, base) == other
    assert merged(ours, theirs, base) == merged(ours, theirs)
    assert merged(other, ours.replace("agent: a", "agent: b"), base) == other.replace(
        "agent: a", "agent: b"
    )


def test_content_may_be_in_the_front_matter_on_one_side() -> None:
    ours = "---\nid: x\ncontent: a\n---\n"
    theirs = "---\nid: x\n---\n\na\n"
    base = "---\nid: y\n---\n\na\n"
    assert merged(ours, theirs.replace("id: x", "id: z"), base) == ours.replace(
        "id: x\n", marked("id: x\n", "id: z\n")
    )
    other = "---\nid: y\n---\n\nb\n"
    assert merged(ours, other, base) == ours.replace("content: a", "content: b")


def test_a_conflict_inside_a_code_block_begins_at_its_fence() -> None:
    base = "---\nid: x\n---\n\ntext\n\n```sh\nset\none\n```\n\nend\n"
    found = merged(base.replace("one", "uno"), base.replace("one", "ein"), base)
    assert found == base.replace(
        "```sh\nset\none\n", marked("```sh\nset\nuno\n", "```sh\nset\nein\n")
    )
    assert [fault.code for fault in read(found.encode()).faults] == ["F106"]


def test_markers_are_longer_than_what_looks_like_one() -> None:
    base = "---\nid: x\n---\n\nTitle\n=======\n"
    found = merged(base.replace("Title\n", "O\n=======\no\n"), base.replace("Title", "P"), base)
    assert "<<<<<<<< ours\n" in found
    assert "\n========\n" in found
    assert [fault.code for fault in read(found.encode()).faults] == ["F106"]


def test_markers_end_as_the_lines_of_ours_do() -> None:
    crlf = OURS.replace("\n", "\r\n")
    assert merged(crlf, THEIRS) == merged(OURS, THEIRS).replace("\n", "\r\n")
    assert merged("\ufeff" + OURS, THEIRS) == "\ufeff" + merged(OURS, THEIRS)
    assert merged(OURS.rstrip(), THEIRS) == merged(OURS, THEIRS)
    assert merged(OURS, THEIRS.replace("\n", "\r\n")) == merged(OURS, THEIRS)


def test_labels_are_one_line() -> None:
    marks = Marks(ours="a\nb\x1b[0m", theirs=" ")
    first, *_ = merged(OURS, THEIRS, marks=marks).partition("title: O")[0].splitlines()[2:]
    assert first == "<<<<<<< a b [0m"
    assert "\n>>>>>>>\n" in merged(OURS, THEIRS, marks=marks)


def test_what_would_be_too_large_is_left_to_git() -> None:
    lines = "x" * 99 + "\n"
    base = "---\nid: x\n---\n\nmiddle\n"
    ours = base.replace("middle", lines * 6_000 + "middle").encode()
    theirs = base.replace("middle", "middle\n" + lines * 6_000).encode()
    assert merge_documents(base.encode(), ours, theirs) is None


@untraced
def test_large_documents_merge_soon() -> None:
    lines = [f"line {n}" for n in range(30_000)]
    ours, theirs = (
        [f"{side} {n}" if n % 300 == 0 else line for n, line in enumerate(lines)] for side in "ot"
    )
    texts = ["---\nid: x\n---\n\n" + "\n".join(each) + "\n" for each in (lines, ours, theirs)]
    began = time.process_time()
    base, mine, yours = (text.encode() for text in texts)
    found = merge_documents(base, mine, yours)
    assert time.process_time() - began < 10
    assert found is not None
    assert found.data.count(b"<<<<<<< ours") == 100


@untraced
def test_many_annotations_merge_soon() -> None:
    items: list[JsonValue] = [{"kind": f"k{n % 50}", "value": n} for n in range(2_000)]
    base = write({"id": "x", "annotations": items})
    ours, theirs = (base.replace(b"value: 77\n", value) for value in (b"value: o\n", b"value: t\n"))
    began = time.process_time()
    found = merge_documents(base, ours, theirs)
    assert time.process_time() - began < 10
    assert found is not None
    assert found.data == base.replace(
        b"    value: 77\n", marked("    value: o\n", "    value: t\n").encode()
    )
