"""A staged document is amended, and its file, which may hold more, says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import Remove, Set, read, splice
from sgm_git.workflows.hooks.mirroring import mirrored
from sgm_git.workflows.hooks.plan import Amendment

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

STAGED = b"""---
id: a
type: rule
title: One  # a remark
annotations:
  - {kind: risk, value: high}
provenance:
  agent: ada
  modified_at: "2026-01-01T00:00:00Z"
---

Text.
"""
STAMP = Set(("provenance", "modified_at"), "2026-02-01T00:00:00Z")


def amendment(*changes: Set | Remove, staged: bytes = STAGED) -> Amendment:
    after = splice(staged, changes)
    return Amendment("memory/a.md", "0" * 40, 0o100644, staged, changes, after, ("stamp",))


def test_a_file_as_it_is_staged_becomes_what_is_staged() -> None:
    plan = amendment(STAMP)
    assert mirrored(STAGED, plan) == plan.after != STAGED


def test_line_ends_of_the_file_stay() -> None:
    plan = amendment(STAMP, Set(("x_new",), "1\n2\n"))
    found = mirrored(STAGED.replace(b"\n", b"\r\n"), plan)
    assert found == plan.after.replace(b"\n", b"\r\n")


def test_line_ends_of_a_file_that_has_both_stay() -> None:
    mixed = STAGED.replace(b"Text.\n", b"Text.\r\n")
    plan = amendment(STAMP)
    assert mirrored(mixed, plan) == plan.after.replace(b"Text.\n", b"Text.\r\n")


def test_a_byte_order_mark_stays() -> None:
    marked = b"\xef\xbb\xbf" + STAGED
    plan = amendment(STAMP)
    assert mirrored(marked, plan) == b"\xef\xbb\xbf" + plan.after


def test_edits_that_are_not_staged_stay() -> None:
    edited = STAGED.replace(b"title: One", b"title: Two").replace(b"Text.", b"More.")
    expected = edited.replace(b"2026-01-01", b"2026-02-01")
    assert mirrored(edited, amendment(STAMP)) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"2026-01-01", b"2027-01-01"),
        (b'  modified_at: "2026-01-01T00:00:00Z"\n', b""),
        (b"id: a", b"id: [a"),
        (b"---\nid", b"id"),
        (b"id: a", b"id: \xff"),
    ],
    ids=["another value", "none", "no YAML", "no front matter", "no text"],
)
def test_a_file_that_says_something_else_there_is_left_alone(old: bytes, new: bytes) -> None:
    assert mirrored(STAGED.replace(old, new), amendment(STAMP)) is None


def test_a_file_that_says_it_already_stays() -> None:
    edited = splice(STAGED, [STAMP, Set(("title",), "Two")])
    assert mirrored(edited, amendment(STAMP)) == edited


def test_what_is_removed_is_removed_where_it_is_the_same() -> None:
    plan = amendment(Remove(("title",)))
    edited = STAGED.replace(b"Text.", b"More.")
    assert mirrored(edited, plan) == plan.after.replace(b"Text.", b"More.")
    assert mirrored(edited.replace(b"One", b"Two"), plan) is None
    gone = edited.replace(b"title: One  # a remark\n", b"")
    assert mirrored(gone, plan) == gone


def test_an_annotation_is_added_beside_those_that_are_not_staged() -> None:
    back: JsonObject = {"kind": "x-cost", "value": 3}
    plan = amendment(Set(("annotations", "-"), back))
    edited = STAGED.replace(b"provenance:", b"  - {kind: status, value: draft}\nprovenance:")
    found = mirrored(edited, plan)
    document = read(found or b"").document
    assert document is not None
    assert document.record["annotations"] == [
        {"kind": "risk", "value": "high"},
        {"kind": "status", "value": "draft"},
        back,
    ]
    assert mirrored(found or b"", plan) == found


def test_an_annotation_is_not_added_to_what_is_no_list() -> None:
    plan = amendment(Set(("annotations", "-"), {"kind": "x", "value": 3}))
    edited = STAGED.replace(b"\n  - {kind: risk, value: high}", b" none")
    assert mirrored(edited, plan) is None


def test_several_changes_are_made_together_or_not_at_all() -> None:
    plan = amendment(STAMP, Set(("title",), "Three"))
    edited = STAGED.replace(b"title: One", b"title: Two")
    assert mirrored(edited, plan) is None
    assert mirrored(STAGED.replace(b"Text.", b"More."), plan) == plan.after.replace(
        b"Text.", b"More."
    )
